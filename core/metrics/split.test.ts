import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuUse, logMean, splitThroughput } from './split.ts';
import type { MeasuredSide } from './split.ts';

describe('W3: MDEV-34515, 7 % -> 85 % and 19003 -> 592 tps at equal CPU use', () => {
  const made = splitThroughput({ base: 1, head: 1 }, { base: 19003, head: 592 }, [
    { base: 0.07, head: 0.85 },
    { base: 0.93, head: 0.15 },
  ]);
  const [purge, rest] = made.regions ?? [];

  it('cost ratios', () => {
    expect(made.costRatio).toBeCloseTo(32.0997, 4);
    expect(purge?.costRatio).toBeCloseTo(389.782, 3);
    expect(rest?.costRatio).toBeCloseTo(5.1774, 4);
  });

  it('shares of the added cost', () => {
    expect(purge?.explained).toBeCloseTo(0.87508, 5);
    expect(rest?.explained).toBeCloseTo(0.12492, 5);
  });

  it('log points', () => {
    expect(made.throughputLog).toBeCloseTo(-3.46885, 5);
    expect(made.cpuLog).toBe(0);
    expect(purge?.throughputLog).toBeCloseTo(-3.03552, 5);
    expect(rest?.throughputLog).toBeCloseTo(-0.43333, 5);
    expect(logMean(made.costRatio, 1)).toBeCloseTo(8.96542, 5);
  });

  it('what if', () => {
    expect(purge?.whatIf).toBeCloseTo(3890.1, 1);
    expect(rest?.whatIf).toBeCloseTo(673.5, 1);
  });
});

describe('CPU use', () => {
  const side = (more: Partial<MeasuredSide> = {}): MeasuredSide => ({
    samples: 4990,
    frequency: 499,
    profileSeconds: 10,
    metricSeconds: 10,
    throughput: 100,
    ...more,
  });
  const rules = { sameFrequency: true, timeLike: true };

  it('is samples over rate and time', () => {
    const made = cpuUse(side({ samples: 9980 }), side(), rules);
    expect(made).toEqual({ ok: true, value: { base: 2, head: 1, relative: false, windowsVerified: true } });
  });

  it('cancels an unknown rate that is the same on both sides', () => {
    const made = cpuUse(side({ frequency: null }), side({ frequency: null }), rules);
    expect(made).toMatchObject({ ok: true, value: { base: 499, head: 499, relative: true } });
  });

  it('says when windows cannot be compared', () => {
    expect(cpuUse(side({ metricSeconds: null }), side(), rules)).toMatchObject({ value: { windowsVerified: false } });
  });

  it.each([
    ['event-not-time', side(), { ...rules, timeLike: false }],
    ['frequency-unknown', side({ frequency: null }), { ...rules, sameFrequency: false }],
    ['windows-differ', side({ metricSeconds: 11.5 }), rules],
    ['duration-unknown', side({ profileSeconds: null }), rules],
    ['no-samples', side({ samples: 0 }), rules],
    ['no-throughput', side({ throughput: 0 }), rules],
  ])('refuses: %s', (code, base, flags) => {
    expect(cpuUse(base, side(), flags)).toMatchObject({ ok: false, error: { code } });
  });
});

describe('laws (invariants 4 and 12)', () => {
  const amount = fc.double({ min: 0.01, max: 1000, noNaN: true });
  const parts = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 8 }).map((raw) => {
    const b = raw.reduce((sum, [x]) => sum + x, 0);
    const h = raw.reduce((sum, [, x]) => sum + x, 0);
    return raw.map(([base, head]) => ({ base: base / b, head: head / h }));
  });
  const pair = fc.record({ base: amount, head: amount });
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

  it('the identity holds, and the parts sum to the whole', () => {
    fc.assert(
      fc.property(pair, pair, parts, (use, throughput, regions) => {
        const made = splitThroughput(use, throughput, regions);
        expect(made.cpuLog - made.costLog).toBeCloseTo(made.throughputLog, 9);
        fc.pre(Math.abs(made.costLog) > 1e-3 && made.regions !== null);
        expect(sum(made.regions?.map(({ explained }) => explained) ?? [])).toBeCloseTo(1, 6);
        expect(sum(made.regions?.map(({ costLog }) => costLog) ?? [])).toBeCloseTo(made.costLog, 9);
      }),
      { seed: 9 },
    );
  });

  it('swapping the sides flips the log points', () => {
    fc.assert(
      fc.property(pair, pair, parts, (use, throughput, regions) => {
        const turn = <T>({ base, head }: { base: T; head: T }) => ({ base: head, head: base });
        const made = splitThroughput(use, throughput, regions);
        const back = splitThroughput(turn(use), turn(throughput), regions.map(turn));
        expect(back.throughputLog).toBeCloseTo(-made.throughputLog, 9);
        for (const [i, { costLog }] of made.regions?.entries() ?? []) {
          expect(back.regions?.[i]?.costLog).toBeCloseTo(-costLog, 8);
        }
      }),
      { seed: 10 },
    );
  });

  it('another unit of work scales costs and leaves e_R alone', () => {
    fc.assert(
      fc.property(pair, pair, parts, fc.integer({ min: 2, max: 50 }), (use, throughput, regions, c) => {
        const made = splitThroughput(use, throughput, regions);
        fc.pre(Math.abs(made.costLog) > 1e-3);
        const more = { base: throughput.base * c, head: throughput.head * c };
        const scaled = splitThroughput(use, more, regions);
        expect(scaled.costBase * c).toBeCloseTo(made.costBase, 9);
        for (const [i, { explained }] of made.regions?.entries() ?? []) {
          expect(scaled.regions?.[i]?.explained).toBeCloseTo(explained, 6);
        }
      }),
      { seed: 11 },
    );
  });

  it('nothing to split when the cost did not change', () => {
    expect(splitThroughput({ base: 2, head: 2 }, { base: 5, head: 5 }, [{ base: 1, head: 1 }]).regions).toBeNull();
  });

  it('the logarithmic mean lies between its arguments', () => {
    expect(logMean(3, 3)).toBe(3);
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const mean = logMean(a, b);
        expect(mean).toBeGreaterThanOrEqual(Math.min(a, b) * (1 - 1e-12));
        expect(mean).toBeLessThanOrEqual(Math.max(a, b) * (1 + 1e-12));
        expect(mean).toBeCloseTo(logMean(b, a), 9);
      }),
      { seed: 12 },
    );
  });
});
