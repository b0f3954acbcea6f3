import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionsDisagree, disagreementOf } from './disagreement.ts';
import { pooledVariance } from './dispersion.ts';
import { planEvidence } from './evidence.ts';
import { effectiveSamples } from './kish.ts';
import { LOGIT, RATE } from './link.ts';
import { intervalOf, momentsOf, perSideEstimate, pooledEstimate, quantile95, testRegion } from './moderated.ts';
import { inferPeriod } from './period.ts';
import { singleRunTest } from './single-run.ts';
import { testFunctions } from './test-functions.ts';
import type { RunCounts } from './test-functions.ts';

const TEN = [10000, 10000, 10000];
const W6_BASE = { counts: [480, 500, 520], totals: TEN };
const W6_HEAD = { counts: [610, 640, 670], totals: TEN };
const equalTau = (tau: number) => ({ pooled: tau, base: tau, head: tau });

describe('moderated logit (DIFF-SPEC 3.3)', () => {
  it('W6: replicates', () => {
    const made = testRegion(W6_BASE, W6_HEAD, equalTau(0.05));
    expect(made?.delta).toBeCloseTo(0.26129, 5);
    expect(made?.se).toBeCloseTo(0.046548, 6);
    expect(made?.df).toBe(8);
    expect(made?.t).toBeCloseTo(5.6134, 4);
    expect(made?.p).toBeCloseTo(0.000502, 6);
    expect(made?.otherP).toBeLessThan(0.001);
    expect(made?.low).toBeCloseTo(0.00784, 5);
    expect(made?.high).toBeCloseTo(0.02072, 5);

    const base = momentsOf(W6_BASE, LOGIT);
    const head = momentsOf(W6_HEAD, LOGIT);
    const s2 = (base.squares + head.squares) / 4;
    expect(s2).toBeCloseTo(0.00214, 5);
    expect(LOGIT.variance((3420 + 0.5) / 60001, 10000)).toBeCloseTo(0.00186, 5);
    expect((made?.se ?? 0) ** 2 / (2 / 3)).toBeCloseTo(0.00325, 5);
    expect(LOGIT.inverse(base.mean)).toBeCloseTo(0.05002, 5);
    expect(LOGIT.inverse(head.mean)).toBeCloseTo(0.064, 4);
  });

  it('the per-side variant is the same test up to its degrees of freedom when the sides are alike (3.2a)', () => {
    const alike = { counts: [580, 600, 620], totals: TEN };
    const base = momentsOf(W6_BASE, LOGIT);
    const head = { ...momentsOf(alike, LOGIT), squares: base.squares };
    const pooled = pooledEstimate(base, head, 0.0025, LOGIT);
    const perSide = perSideEstimate(base, head, { pooled: 0.0025, base: 0.0025, head: 0.0025 }, LOGIT);
    // 4 (v + tau²) + SS of each side over 6, against 4 (v + tau²) + both SS over 8.
    expect(pooled.df).toBe(8);
    expect(perSide.df).toBeCloseTo(12, 10);
    expect(perSide.delta).toBe(pooled.delta);
    expect(Math.abs(perSide.se / pooled.se - 1)).toBeLessThan(0.1);
  });

  it('the per-side variant loses degrees of freedom when one side is noisier', () => {
    const calm = momentsOf({ counts: [499, 500, 501], totals: TEN }, LOGIT);
    const chaotic = momentsOf({ counts: [300, 900, 1700], totals: TEN }, LOGIT);
    const made = perSideEstimate(calm, chaotic, { pooled: 0.5, base: 0, head: 1 }, LOGIT);
    expect(made.df).toBeGreaterThanOrEqual(6);
    expect(made.df).toBeLessThan(6.2);
  });

  it('needs three runs a side', () => {
    expect(testRegion({ counts: [1, 2], totals: [50, 50] }, W6_HEAD, equalTau(0.2))).toBeNull();
  });

  it('swapping the sides changes signs and nothing else (invariant 4); p is in [0, 1]', () => {
    const side = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 3, maxLength: 6 }).map((counts) => ({
      counts,
      totals: counts.map(() => 5000),
    }));
    fc.assert(
      fc.property(side, side, fc.double({ min: 0, max: 1, noNaN: true }), (base, head, tau) => {
        const forward = testRegion(base, head, equalTau(tau));
        const back = testRegion(head, base, equalTau(tau));
        expect(back?.delta).toBe(-(forward?.delta ?? NaN));
        expect(back?.se).toBeCloseTo(forward?.se ?? NaN, 12);
        expect(back?.p).toBeCloseTo(forward?.p ?? NaN, 12);
        expect(forward?.p).toBeGreaterThanOrEqual(0);
        expect(forward?.p).toBeLessThanOrEqual(1);
        expect(forward?.low).toBeLessThanOrEqual(forward?.high ?? NaN);
      }),
      { seed: 5 },
    );
  });

  it('the interval of amounts is one of rates', () => {
    const base = momentsOf({ counts: [300, 300, 300], totals: TEN }, RATE);
    const head = momentsOf({ counts: [400, 400, 400], totals: TEN }, RATE);
    const [low, high] = intervalOf(base.mean, pooledEstimate(base, head, 0, RATE), quantile95(8), RATE);
    expect(low).toBeGreaterThan(0.005);
    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.01);
    expect(high).toBeLessThan(0.016);
  });
});

describe('single run (DIFF-SPEC 3.4)', () => {
  const run = (x: number) => ({ x, n: 10000, k: 1 });

  it('W3: 7 % -> 85 %', () => {
    const made = singleRunTest(run(700), run(8500), 0.2, LOGIT);
    expect(made.delta).toBeCloseTo(4.32036, 5);
    expect(made.se).toBeCloseTo(0.28691, 5);
    expect(made.z).toBeCloseTo(15.06, 2);
  });

  it('W6: same means, one run a side', () => {
    const made = singleRunTest(run(500), run(640), 0.2, LOGIT);
    expect(made.z).toBeCloseTo(0.903, 3);
    expect(made.p).toBeCloseTo(0.366, 3);
    const counting = singleRunTest(run(500), run(640), 0, LOGIT);
    expect(counting.z).toBeCloseTo(4.258, 3);
    expect(counting.p).toBeCloseTo(0.00002, 5);
  });
});

describe('pooled spread (DIFF-SPEC 3.2)', () => {
  it('is the trimmed mean of the better-counted half', () => {
    // The half with v <= median: the first ten; the trimmed mean drops one at each end (100 and -100).
    const sampling = Float64Array.from({ length: 20 }, (_, i) => i / 1000);
    const excess = [100, -100, 1, 2, 3, 4, 5, 6, 7, 8];
    const observed = sampling.map((v, i) => v + (excess[i] ?? 1e6));
    expect(pooledVariance(observed, sampling)).toBeCloseTo(4.5, 10);
  });

  it('is 0 for frames that vary less than sampling does, and for none', () => {
    expect(pooledVariance(Float64Array.of(0, 0), Float64Array.of(1, 1))).toBe(0);
    expect(pooledVariance(new Float64Array(0), new Float64Array(0))).toBe(0);
  });
});

describe('evidence level (DIFF-SPEC 3.2a)', () => {
  const three = [1000, 1000, 1000];

  it('is measured from three runs on both sides', () => {
    expect(planEvidence(three, three).level).toBe('measured');
    expect(planEvidence(three, [1000, 1000])).toMatchObject({ level: 'assumed', tau: 0.2 });
  });

  it('is calibrated by at least five stored runs', () => {
    expect(planEvidence([1000], [1000], { tau: 0.07, runs: 5 })).toMatchObject({ level: 'calibrated', tau: 0.07 });
    expect(planEvidence([1000], [1000], { tau: 0.07, runs: 4 })).toMatchObject({ level: 'assumed', tau: 0.2 });
    expect(planEvidence(three, three, { tau: 0.07, runs: 9 }).level).toBe('measured');
  });

  it('is none when a number of samples is unknown or no run is left', () => {
    expect(planEvidence(three, [1000, null, 1000]).level).toBe('none');
    expect(planEvidence(three, []).level).toBe('none');
    expect(planEvidence([49], three).level).toBe('none');
  });

  it('leaves short runs out and says which', () => {
    expect(planEvidence([1000, 49, 1000, 50], three)).toMatchObject({
      level: 'measured',
      base: [0, 2, 3],
      ignoredBase: [1],
      ignoredHead: [],
    });
  });
});

describe('numbers of samples behind weights', () => {
  it('Kish: equal weights count as themselves, one heavy sample as little more than one', () => {
    expect(effectiveSamples(500, 500 * 1)).toBe(500);
    expect(effectiveSamples(1000 + 10, 1000 ** 2 + 10)).toBeCloseTo(1.02, 2);
    expect(effectiveSamples(0, 0)).toBe(0);
  });

  it('infers the period of perf at 499 Hz', () => {
    const counts = Float64Array.of(2004008 * 17, 0, 2004008 * 5, 2004008 * 8);
    expect(inferPeriod(counts, false)).toEqual({ period: 2004008, samples: 30 });
  });

  it('does not see a period in plain counts', () => {
    expect(inferPeriod(Float64Array.of(70, 20, 10), false)).toBeNull();
    expect(inferPeriod(Float64Array.of(5000), false)).toBeNull();
    expect(inferPeriod(Float64Array.of(7.5, 15), false)).toBeNull();
    expect(inferPeriod(Float64Array.of(-2000, 4000), false)).toBeNull();
    expect(inferPeriod(new Float64Array(3), false)).toBeNull();
  });

  it('believes small divisors of times only', () => {
    const milliseconds = Float64Array.of(70, 20, 10, 30);
    expect(inferPeriod(milliseconds, true)).toEqual({ period: 10, samples: 13 });
    expect(inferPeriod(Float64Array.of(1e12, 2), true)).toBeNull();
  });
});

describe('runs that disagree', () => {
  const table = (...columns: number[][]) => ({
    runs: columns.map((column) => Float64Array.from(column)),
    totals: columns.map(() => 5000),
  });

  it('names the frame that varies most within a side', () => {
    const made = disagreementOf(table([1000, 100, 300], [1100, 240, 0], [900, 150, 100]));
    expect(made).toMatchObject({ frame: 1, runs: 3 });
    expect(made?.ratio).toBeCloseTo(2.4, 1);
  });

  it('is silent about small frames and small ratios', () => {
    expect(disagreementOf(table([1000, 3], [1100, 40]))).toBeNull();
    expect(disagreementOf(table([1000]))).toBeNull();
  });

  it('compares the direction of runs with that of pooled counts', () => {
    expect(directionsDisagree(0.2, -0.01)).toBe(true);
    expect(directionsDisagree(0.2, 0.01)).toBe(false);
    expect(directionsDisagree(0, 0.01)).toBe(false);
  });
});

describe('testing all functions', () => {
  const run = (...counts: number[]): RunCounts => ({
    inclusive: Float64Array.of(10000, ...counts),
    self: Float64Array.of(0, ...counts),
    total: 10000,
  });
  const base = [run(480, 4000, 9), run(500, 4100, 2), run(520, 3900, 5)];
  const head = [run(810, 4050, 1), run(840, 3950, 2), run(870, 4000, 0)];
  const plan = planEvidence([10000, 10000, 10000], [10000, 10000, 10000]);

  it('leaves out the root and rare frames; the family is inclusive and self', () => {
    const made = testFunctions(base, head, plan);
    expect([...made.inclusive.tested]).toEqual([0, 1, 1, 0]);
    expect([...made.self.tested]).toEqual([0, 1, 1, 0]);
    expect(made.tested).toBe(4);
    expect(made.inclusive.q[0]).toBeNaN();
    expect(made.inclusive.q[1]).toBeLessThan(0.001);
    expect(made.inclusive.q[2]).toBeGreaterThan(0.5);
    expect(made.self.p[1]).toBe(made.inclusive.p[1]);
    expect(made.inclusive.otherQ[1]).toBeLessThan(0.001);
  });

  it('the plan picks among all runs; a plan of other runs is a mistake of the caller', () => {
    const short = run(1, 2, 3);
    const sizes = [10000, 10000, 40, 10000];
    const picking = planEvidence(sizes, [10000, 10000, 10000]);
    const all = [base[0]!, base[1]!, { ...short, total: 40 }, base[2]!];
    expect(testFunctions(all, head, picking).tau).toEqual(testFunctions(base, head, plan).tau);
    expect(() => testFunctions(base, head, picking)).toThrow(RangeError);
  });

  it('level none gives no result', () => {
    const made = testFunctions(base, head, planEvidence([null], [null]));
    expect(made.tested).toBe(0);
    expect([...made.inclusive.p].every(Number.isNaN)).toBe(true);
  });

  it('one run a side: Bonferroni, interval around the difference', () => {
    const made = testFunctions([base[0]!], [head[0]!], planEvidence([10000], [10000]));
    const alone = singleRunTest({ x: 480, n: 10000, k: 1 }, { x: 810, n: 10000, k: 1 }, 0.2, LOGIT);
    expect(made.inclusive.p[1]).toBe(alone.p);
    expect(made.inclusive.q[1]).toBe(Math.min(1, 4 * alone.p));
    expect(made.inclusive.low[1]).toBeLessThan(0.033);
    expect(made.inclusive.high[1]).toBeGreaterThan(0.033);
    expect(made.tau.pooled).toBe(0.2);
  });

  it('two runs that differ raise the assumed spread, two that agree do not lower it', () => {
    const twoBase = [run(300, 2000), run(900, 5000)];
    const wild = testFunctions(twoBase, [head[0]!], planEvidence([10000, 10000], [10000]));
    expect(wild.tau.pooled).toBeGreaterThan(0.4);
    const calm = testFunctions(base.slice(0, 2), head.slice(0, 2), planEvidence([10000, 10000], [10000, 10000]));
    expect(calm.tau.pooled).toBe(0.2);
  });

  it('the order of functions does not matter (invariant 8)', () => {
    const turned = (runs: readonly RunCounts[]) =>
      runs.map(({ inclusive, self, total }) => ({ inclusive: inclusive.toReversed(), self: self.toReversed(), total }));
    const made = testFunctions(base, head, plan);
    const back = testFunctions(turned(base), turned(head), plan);
    expect([...back.inclusive.q].toReversed()).toEqual([...made.inclusive.q]);
  });
});
