import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, qAmong } from './bh.ts';

const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

/** Slow twin: q of i is the least p_j m / rank_j over all j with p_j >= p_i. */
function slowly(p: readonly number[]): number[] {
  const rank = (x: number) => p.filter((other) => other <= x).length;
  return p.map((x) => Math.min(1, ...p.filter((other) => other >= x).map((other) => (other * p.length) / rank(other))));
}

describe('Benjamini-Hochberg', () => {
  it('W9', () => {
    const q = benjaminiHochberg(Float64Array.of(0.001, 0.02, 0.03, 0.8));
    expect([...q].map((x) => Number(x.toFixed(12)))).toEqual([0.004, 0.04, 0.04, 0.8]);
  });

  it('leaves out what was not tested', () => {
    expect([...benjaminiHochberg(Float64Array.of(NaN, 0.01, NaN, 0.5))]).toEqual([NaN, 0.02, NaN, 0.5]);
    expect(benjaminiHochberg(new Float64Array(0))).toHaveLength(0);
  });

  it('equals its slow twin; q >= p, q <= 1, q monotone in p (invariant 10)', () => {
    fc.assert(
      fc.property(ps, (p) => {
        const q = [...benjaminiHochberg(Float64Array.from(p))];
        slowly(p).forEach((want, i) => expect(q[i]).toBeCloseTo(want, 12));
        for (const [i, x] of p.entries()) {
          expect(q[i]).toBeGreaterThanOrEqual(x);
          expect(q[i]).toBeLessThanOrEqual(1);
          for (const [j, y] of p.entries()) if (x <= y) expect(q[i]).toBeLessThanOrEqual(q[j]!);
        }
      }),
      { seed: 4 },
    );
  });

  it('q of a region among the functions is its q in the joined family', () => {
    expect(qAmong(0.02, Float64Array.of(0.001, NaN, 0.03, 0.8))).toBeCloseTo(0.04, 12);
    expect(qAmong(0.02, new Float64Array(0))).toBe(0.02);
  });
});
