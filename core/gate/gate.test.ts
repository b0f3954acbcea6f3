import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOGIT } from '../stats/link.ts';
import type { RunCounts } from '../stats/test-functions.ts';
import { DEFAULT_GATE_CONFIG } from './config.ts';
import type { AllowEntry, GateConfig } from './config.ts';
import { detectable } from './detectable.ts';
import { gate } from './gate.ts';
import type { GateInput } from './input.ts';
import { exitCode, outcomeOf } from './verdict.ts';
import type { Outcome } from './verdict.ts';

/** Runs in which `main` calls leaves: counts by leaf, the rest of `total` is main's own. */
function run(total: number, ...leaves: number[]): RunCounts {
  const own = total - leaves.reduce((sum, x) => sum + x, 0);
  return { inclusive: Float64Array.of(total, ...leaves), self: Float64Array.of(own, ...leaves), total };
}

const names = ['main', 'hot', 'cold', 'net'];

function input(base: readonly RunCounts[], head: readonly RunCounts[], more: Partial<GateInput> = {}): GateInput {
  return {
    names,
    base,
    head,
    samplesKnown: true,
    stored: null,
    baseUpper: null,
    headLower: null,
    work: null,
    metrics: [],
    today: '2026-11-30',
    ...more,
  };
}

const config = (more: Partial<GateConfig> = {}): GateConfig => ({ ...DEFAULT_GATE_CONFIG, ...more });

const calm = [run(10000, 480, 4000, 800), run(10000, 500, 4060, 780), run(10000, 520, 3980, 820)];
const slower = [run(10000, 980, 3800, 760), run(10000, 1000, 3850, 740), run(10000, 1020, 3770, 770)];

const entry = (more: Partial<AllowEntry> = {}): AllowEntry => ({
  pattern: 'hot',
  matches: (name) => name === 'hot',
  direction: 'growth',
  maxDelta: 0.1,
  reason: 'known',
  expires: '2026-12-31',
  ...more,
});

describe('three runs a side', () => {
  it('fails on effect and evidence, and says which rows', () => {
    const verdict = gate(input(calm, slower), config());
    expect(verdict.outcome).toBe('regression');
    expect(verdict.rows.map(({ name, kind, status }) => [name, kind, status])).toEqual([
      ['hot', 'inclusive', 'failed'],
      ['hot', 'self', 'failed'],
    ]);
    expect(verdict.rows[0]?.delta).toBeCloseTo(0.05, 12);
    expect(verdict.rows[0]?.q).toBeLessThan(0.001);
    expect(verdict.tested).toBe(7);
    expect(verdict.evidence).toMatchObject({ level: 'measured', baseRuns: 3, headRuns: 3 });
    expect(exitCode(verdict.outcome, false)).toBe(1);
  });

  it('passes the other way round, listing what shrank', () => {
    const verdict = gate(input(slower, calm), config());
    expect(verdict.outcome).toBe('pass');
    expect(verdict.rows.map(({ name, status }) => [name, status])).toEqual([
      ['hot', 'shrank'],
      ['hot', 'shrank'],
    ]);
  });

  it('passes a change that is too small to matter', () => {
    const little = [run(10000, 580, 4000, 800), run(10000, 600, 4060, 780), run(10000, 620, 3980, 820)];
    expect(gate(input(calm, little), config())).toMatchObject({ outcome: 'pass', rows: [] });
  });

  it('is inconclusive when the runs are too noisy to see a doubling, and says how many would do', () => {
    const wild = [run(10000, 300, 6000, 300), run(10000, 900, 2500, 900), run(10000, 500, 4000, 1700)];
    const verdict = gate(input(wild, [wild[1]!, wild[2]!, run(10000, 400, 5500, 500)]), config());
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.obstacles).toEqual([{ code: 'noise-too-large', runsNeeded: expect.any(Number) }]);
    expect(exitCode(verdict.outcome, false)).toBe(3);
    expect(exitCode(verdict.outcome, true)).toBe(1);
  });

  it('does not fail when only one form of the test is convinced', () => {
    const chaotic = [run(10000, 1000, 4000, 800), run(10000, 1500, 4100, 810), run(10000, 4500, 3000, 780)];
    const verdict = gate(input(calm, chaotic), config({ alpha: 0.05 }));
    expect(verdict.outcome).toBe('inconclusive');
  });
});

describe('edge cases (DIFF-SPEC 11)', () => {
  it('identical sides pass, whatever the number of runs or the noise', () => {
    expect(gate(input(calm, calm), config()).outcome).toBe('pass');
    expect(gate(input(calm.slice(0, 1), calm.slice(0, 1)), config()).outcome).toBe('pass');
    expect(gate(input(calm, calm, { samplesKnown: false }), config()).outcome).toBe('pass');
  });

  it('no samples is bad input', () => {
    const empty = [run(0, 0, 0, 0)];
    expect(gate(input(empty, calm), config())).toMatchObject({
      outcome: 'error',
      obstacles: [{ code: 'no-samples', side: 'base' }],
    });
    expect(gate(input(empty, empty), config()).obstacles).toEqual([{ code: 'no-samples', side: 'both' }]);
    expect(exitCode('error', true)).toBe(2);
  });

  it('fewer than 1,000 samples is bad input', () => {
    const verdict = gate(input(calm, [run(999, 50, 300, 80)]), config());
    expect(verdict.obstacles).toEqual([{ code: 'too-few-samples', side: 'head', samples: 999, least: 1000 }]);
    expect(verdict.outcome).toBe('error');
  });

  it('no baseline is a verdict of its own that breaks no build', () => {
    const verdict = gate(input([], calm), config());
    expect(verdict.outcome).toBe('no-baseline');
    expect(exitCode(verdict.outcome, false)).toBe(0);
    expect(exitCode(verdict.outcome, true)).toBe(1);
  });

  it('weights without sample counts never fail', () => {
    const verdict = gate(input(calm, slower, { samplesKnown: false }), config());
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.rows.map(({ status, q }) => [status, q])).toEqual([
      ['unproven', null],
      ['unproven', null],
    ]);
    expect(verdict.obstacles).toEqual([{ code: 'no-sample-counts' }]);
    expect(verdict.detectable).toBeNull();
  });

  it('leaves short runs out and says so', () => {
    const verdict = gate(input([...calm, run(40, 40, 0, 0)], slower), config());
    expect(verdict.outcome).toBe('regression');
    expect(verdict.evidence.ignoredBase).toEqual([3]);
    expect(verdict.rows[0]?.base).toBeCloseTo(0.05, 12);
  });
});

describe('one run a side', () => {
  it('never passes a difference silently: the assumed spread cannot show a doubling', () => {
    const verdict = gate(input([calm[0]!], [calm[1]!]), config());
    expect(verdict).toMatchObject({ outcome: 'inconclusive', rows: [], evidence: { level: 'assumed' } });
    expect(verdict.obstacles[0]).toMatchObject({ code: 'noise-too-large' });
  });

  it('suspects what exceeds the assumed spread', () => {
    const verdict = gate(input([run(10000, 500, 4000, 800)], [run(10000, 2000, 3400, 700)]), config());
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.rows[0]).toMatchObject({ name: 'hot', status: 'suspected' });
  });

  it('fails what no machine explains: 7 % -> 85 %', () => {
    const verdict = gate(input([run(10000, 700, 4000, 800)], [run(10000, 8500, 600, 100)]), config());
    expect(verdict.outcome).toBe('regression');
    expect(verdict.rows[0]).toMatchObject({ name: 'hot', status: 'failed' });
  });

  it('suspects at most what a single run does not have at all', () => {
    const verdict = gate(input([run(10000, 4, 4000, 800)], [run(10000, 4500, 2500, 500)]), config());
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.rows.filter(({ name }) => name === 'hot').map(({ status }) => status)).toEqual([
      'suspected',
      'suspected',
    ]);
  });

  it('passes with a calibrated spread that shows a doubling', () => {
    const verdict = gate(input([calm[0]!], [calm[1]!], { stored: { tau: 0.04, runs: 8 } }), config());
    expect(verdict).toMatchObject({ outcome: 'pass', evidence: { level: 'calibrated' } });
  });
});

describe('allow-list (invariant 11)', () => {
  it('takes a frame out of the gate and lists it', () => {
    const verdict = gate(input(calm, slower), config({ allow: [entry()] }));
    expect(verdict.outcome).toBe('pass');
    expect(verdict.rows.map(({ name, status, allowedBy }) => [name, status, allowedBy?.reason])).toEqual([
      ['hot', 'allowed', 'known'],
      ['hot', 'allowed', 'known'],
    ]);
    expect(verdict.tested).toBe(5);
    expect(verdict.allow).toMatchObject([{ expired: false, frames: 2 }]);
  });

  it.each<[string, Partial<AllowEntry>]>([
    ['expired', { expires: '2026-11-29' }],
    ['too large a change', { maxDelta: 0.03 }],
    ['the other direction', { direction: 'shrink' }],
    ['another frame', { matches: (name) => name === 'net' }],
  ])('an entry has no effect: %s', (_, more) => {
    const without = gate(input(calm, slower), config());
    const verdict = gate(input(calm, slower), config({ allow: [entry(more)] }));
    expect(verdict.outcome).toBe('regression');
    expect(verdict.rows.filter(({ status }) => status === 'failed')).toHaveLength(2);
    if (more.expires !== undefined) expect(verdict.rows).toEqual(without.rows);
    expect(verdict.allow[0]?.expired).toBe(more.expires !== undefined);
  });

  it('is still valid on its last day', () => {
    expect(gate(input(calm, slower), config({ allow: [entry({ expires: '2026-11-30' })] })).outcome).toBe('pass');
  });
});

describe('pruned drawings', () => {
  it('never fails on an interval that contains the threshold', () => {
    const upper = (share: number) => ({
      inclusive: Float64Array.of(1, share, 0.41, 0.1),
      self: Float64Array.of(0.9, share, 0.41, 0.1),
    });
    expect(gate(input(calm, slower, { baseUpper: upper(0.06) }), config()).outcome).toBe('regression');
    const open = gate(input(calm, slower, { baseUpper: upper(0.09) }), config());
    expect(open.outcome).toBe('inconclusive');
    expect(open.rows[0]?.status).toBe('undecided');
    const lower = { inclusive: Float64Array.of(1, 0.06, 0.3, 0), self: Float64Array.of(0.1, 0, 0.3, 0) };
    const either = gate(input(calm, slower, { headLower: lower }), config());
    expect(either.rows.map(({ status }) => status)).toEqual(['undecided', 'undecided']);
  });

  it('gates the selected functions only', () => {
    const verdict = gate(input(calm, slower), config({ selects: (name) => name !== 'hot' }));
    expect(verdict.outcome).toBe('pass');
    expect(verdict.rows.map(({ name }) => name)).not.toContain('hot');
  });
});

describe('amounts of fixed work', () => {
  // app = exec (hot, cold) + net; 1,000 samples a run.
  const work = (hot: number): RunCounts => ({
    inclusive: Float64Array.of(700 + hot, 600 + hot, hot, 600, 100),
    self: Float64Array.of(0, 0, hot, 600, 100),
    total: 700 + hot,
  });
  const rules = config({ measure: 'count', minAbs: 0.03, minRel: 0, minSamplesPerRun: 500 });
  const judge = (head: readonly number[]) =>
    gate(
      {
        ...input([300, 312, 291].map(work), head.map(work)),
        names: ['app', 'app;exec', 'app;exec;hot', 'app;exec;cold', 'app;net'],
      },
      rules,
    );

  it('passes scatter and one outlier', () => {
    expect(judge([315, 294, 303]).outcome).toBe('pass');
    expect(judge([302, 389, 298]).outcome).toBe('pass');
  });

  it('fails +11 % of the base total, and names amounts', () => {
    const verdict = judge([410, 425, 406]);
    expect(verdict.outcome).toBe('regression');
    const hot = verdict.rows.find(({ name, kind }) => name === 'app;exec;hot' && kind === 'inclusive');
    expect(hot).toMatchObject({ base: 300, head: 410, status: 'failed' });
    expect(hot?.delta).toBeCloseTo(0.11, 9);
    expect(hot?.interval?.[0]).toBeGreaterThan(50);
    expect(hot?.interval?.[1]).toBeLessThan(180);
  });

  it('passes an improvement, and does not blame what only has a larger share now', () => {
    const verdict = judge([201, 210, 197]);
    expect(verdict.outcome).toBe('pass');
    expect(verdict.rows.map(({ name }) => name)).not.toContain('app;exec;cold');
    const hot = verdict.rows.find(({ name }) => name === 'app;exec;hot');
    expect(hot).toMatchObject({ status: 'shrank' });
    expect(hot?.delta).toBeCloseTo(-0.099, 9);
  });

  it('per unit of work: runs of different length are scaled, and three values are needed', () => {
    const base = [300, 312, 291].map(work);
    const twice = [300, 305, 296].map(work).map(({ inclusive, self, total }) => ({
      inclusive: inclusive.map((x) => 2 * x),
      self: self.map((x) => 2 * x),
      total: 2 * total,
    }));
    const five = ['app', 'exec', 'hot', 'cold', 'net'];
    const perWork = { ...rules, measure: 'work' as const };
    const amounts = { base: [1000, 1000, 1000], head: [2000, 2000, 2000] };
    const fair = gate({ ...input(base, twice, { work: amounts }), names: five }, perWork);
    expect(fair.outcome).toBe('pass');
    const dearer = gate(
      { ...input(base, base, { work: { base: [1000, 1000, 1000], head: [500, 500, 500] } }), names: five },
      perWork,
    );
    expect(dearer.outcome).toBe('regression');
    expect(dearer.rows[0]).toMatchObject({ name: 'app', status: 'failed' });
    expect(dearer.rows[0]?.delta).toBeCloseTo(1, 9);
    const missing = gate({ ...input(base, twice), names: five }, perWork);
    expect(missing).toMatchObject({ outcome: 'error', obstacles: [{ code: 'no-work-values' }, { side: 'head' }] });
  });
});

describe('metrics', () => {
  const tps = (head: readonly number[]) => ({
    name: 'tps',
    better: 'higher' as const,
    base: [19003, 18900, 19100],
    head,
    maxWorse: 0.05,
  });

  it('fails a drop of throughput beyond the limit', () => {
    const verdict = gate(input(calm, calm, { metrics: [tps([592, 600, 580])] }), config());
    expect(verdict.outcome).toBe('regression');
    expect(verdict.metrics[0]).toMatchObject({ status: 'failed' });
    expect(verdict.metrics[0]?.worse).toBeCloseTo(0.969, 3);
  });

  it('cannot judge fewer than three values, small drops pass, nonsense is said', () => {
    expect(gate(input(calm, calm, { metrics: [tps([592])] }), config()).outcome).toBe('inconclusive');
    expect(gate(input(calm, calm, { metrics: [tps([18900, 18800, 18950])] }), config()).outcome).toBe('pass');
    expect(gate(input(calm, calm, { metrics: [tps([0, 1, 2])] }), config()).metrics[0]?.status).toBe('unusable');
  });

  it('latency is better when lower; noise is no regression', () => {
    const p95 = { name: 'p95', better: 'lower' as const, base: [1, 9, 3], head: [4, 2, 12], maxWorse: 0.05 };
    const verdict = gate(input(calm, calm, { metrics: [p95] }), config());
    expect(verdict.outcome).toBe('pass');
    expect(verdict.metrics[0]?.p).toBeGreaterThan(0.1);
  });
});

describe('smallest detectable change (the figures of DIFF-SPEC 8: m = 200, n = 10k)', () => {
  const reach = (tau: number, runs: number) =>
    detectable(
      {
        level: 'measured',
        baseRuns: runs,
        headRuns: runs,
        tauBase: tau,
        tauHead: tau,
        samples: 10000,
        tested: 200,
        alpha: 0.01,
      },
      LOGIT,
    );

  it('typical machine', () => {
    expect(reach(0.09, 5).reaches).toBeCloseTo(0.072, 3);
    expect(reach(0.09, 3).reaches).toBeCloseTo(0.091, 3);
    expect(reach(0.09, 3).tooLarge).toBe(false);
  });

  it('noisy machine', () => {
    expect(reach(0.28, 5).reaches).toBeCloseTo(0.137, 2);
    expect(reach(0.28, 5).tooLarge).toBe(true);
    expect(reach(0.28, 10).reaches).toBeCloseTo(0.091, 2);
    expect(reach(0.28, 5).runsNeeded).toBeLessThanOrEqual(10);
    expect(reach(9, 5).runsNeeded).toBeNull();
  });
});

describe('laws', () => {
  const leaf = fc.integer({ min: 0, max: 3000 });
  const runs = (k: number) =>
    fc.array(
      fc.tuple(leaf, leaf, leaf).map((x) => run(10000, ...x)),
      { minLength: k, maxLength: k },
    );
  const sides = fc.constantFrom(1, 2, 3, 5).chain((k) => fc.tuple(runs(k), runs(k)));

  it('raising minAbs or minRel or lowering alpha never turns a verdict into a failure (invariant 10)', () => {
    const positive = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(sides, positive, positive, positive, positive, ([base, head], abs, rel, more, less) => {
        const loose = config({ minAbs: abs, minRel: rel, alpha: 0.05 });
        const strict = { ...loose, minAbs: abs + more, minRel: rel + more, alpha: 0.05 * (1 - less) };
        if (gate(input(base, head), loose).outcome !== 'regression') {
          expect(gate(input(base, head), strict).outcome).not.toBe('regression');
        }
      }),
      { seed: 6, numRuns: 150 },
    );
  });

  it('the verdict is what its rows say, and the same every time', () => {
    fc.assert(
      fc.property(sides, ([base, head]) => {
        const made = gate(input(base, head), config());
        expect(outcomeOf(made.rows, made.metrics, made.obstacles)).toBe(made.outcome);
        expect(gate(input(base, head), config())).toEqual(made);
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('the order of runs does not matter', () => {
    fc.assert(
      fc.property(sides, ([base, head]) => {
        const turned = gate(input(base.toReversed(), head.toReversed()), config());
        expect(turned.outcome).toBe(gate(input(base, head), config()).outcome);
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it('strict never makes an exit code milder', () => {
    const outcomes: Outcome[] = ['pass', 'regression', 'inconclusive', 'error', 'no-baseline'];
    expect(outcomes.map((outcome) => exitCode(outcome, false))).toEqual([0, 1, 3, 2, 0]);
    expect(outcomes.map((outcome) => exitCode(outcome, true))).toEqual([0, 1, 1, 2, 1]);
  });
});
