import { describe, expect, it } from 'vitest';
import type { RunCounts } from '../stats/test-functions.ts';
import { matrixOf } from './matrix.ts';

const run = (hot: number, cold: number, total = 10000): RunCounts => ({
  inclusive: Float64Array.of(total, hot, cold),
  self: Float64Array.of(total - hot - cold, hot, cold),
  total,
});
const variant = (...runs: RunCounts[]) => ({ runs, samplesKnown: true });

describe('variants against a baseline', () => {
  const baseline = variant(run(500, 3000), run(510, 3050), run(490, 2950));
  const same = variant(run(505, 3010), run(495, 2990), run(500, 3020));
  const slow = variant(run(1500, 2700), run(1520, 2750), run(1480, 2650));
  const empty = variant(run(0, 0, 0));

  it('orders rows by the largest change, tests each variant against the baseline only', () => {
    const made = matrixOf([baseline, same, slow, empty], 0);
    expect(made.shares[3]).toBeNull();
    expect(made.shares[2]?.[1]).toBeCloseTo(0.15, 12);
    expect([...made.order.subarray(0, 2)]).toEqual([1, 4]);
    expect(made.q[0]?.every(Number.isNaN)).toBe(true);
    expect(made.q[3]?.every(Number.isNaN)).toBe(true);
    expect(made.q[2]?.[1]).toBeLessThan(1e-4);
    expect(made.q[1]?.[1]).toBeGreaterThan(0.5);
    // hot and cold, inclusive and self, and main's self, in two variants.
    expect(made.tested).toBe(10);
  });

  it('one run a variant is tested with the assumed spread', () => {
    const made = matrixOf([variant(run(500, 3000)), variant(run(8500, 500))], 0);
    expect(made.q[1]?.[1]).toBeLessThan(1e-6);
    expect(matrixOf([variant(run(500, 3000)), variant(run(700, 3000))], 0).q[1]?.[1]).toBeGreaterThan(0.05);
  });
});
