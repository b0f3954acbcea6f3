import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOGIT } from '../stats/link.ts';
import { studentTwoSided } from '../stats/special.ts';
import { bestSplit, changePoints, seriesQ } from './change-point.ts';

const W7 = [500, 510, 490, 505, 495, 640, 655, 630];
const totals = (n: number) => Array.from({ length: n }, () => 10000);

/** Slow twin of the search, from the definition: every split with its means and its SSE. */
function slowly(y: readonly number[]): { k: number; t: number } {
  let best = { k: 0, t: 0 };
  const mean = (part: readonly number[]) => part.reduce((sum, x) => sum + x, 0) / part.length;
  const sse = (part: readonly number[]) => part.reduce((sum, x) => sum + (x - mean(part)) ** 2, 0);
  for (let k = 2; k <= y.length - 2; k++) {
    const a = y.slice(0, k);
    const b = y.slice(k);
    const s2 = (sse(a) + sse(b)) / (y.length - 2);
    const t = Math.abs(mean(b) - mean(a)) / Math.sqrt(s2 * (1 / a.length + 1 / b.length));
    if (t > best.t) best = { k, t };
  }
  return best;
}

const series = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 60 });

describe('max-t', () => {
  it('W7', () => {
    const y = W7.map((x) => LOGIT.of(x, 10000));
    const split = bestSplit(y);
    expect(split?.k).toBe(5);
    expect(split?.t).toBeCloseTo(19.917, 3);
    // The document's figure is without the guard.
    expect(5 * studentTwoSided(split?.t ?? 0, 6)).toBeCloseTo(0.000005, 6);
    expect(split?.autocorrelation).toBe(0);
    expect(split?.p).toBeCloseTo(0.000005, 6);
  });

  it('equals its slow twin', () => {
    fc.assert(
      fc.property(series, (y) => {
        const want = slowly(y);
        const got = bestSplit(y);
        if (want.k === 0) return;
        expect(got?.t === undefined ? 0 : Math.min(got.t, 1e6)).toBeCloseTo(Math.min(want.t, 1e6), 4);
      }),
      { seed: 13 },
    );
  });

  it('a constant series has no change; a perfect step is one', () => {
    expect(bestSplit([0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBeNull();
    expect(bestSplit([1, 1, 1, 1, 2, 2, 2, 2])).toMatchObject({ k: 4, step: 1 });
    expect(bestSplit([1, 1, 1, 1, 2, 2, 2, 2])?.p).toBeLessThan(1e-9);
    expect(bestSplit([1, 2, 3])).toBeNull();
  });

  it('adding a constant or multiplying by a positive factor changes nothing; reversing maps k to n - k (13)', () => {
    const values = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.integer({ min: -8, max: 8 }), fc.integer({ min: 1, max: 9 }), (y, shift, factor) => {
        const plain = bestSplit(y);
        fc.pre(plain !== null && plain.t < 1e4);
        fc.pre(unique(y));
        const moved = bestSplit(y.map((x) => (x + shift * 1000) * factor));
        expect(moved?.k).toBe(plain?.k);
        expect(moved?.p).toBeCloseTo(plain?.p ?? NaN, 7);
        const back = bestSplit(y.toReversed());
        expect(back?.k).toBe(y.length - (plain?.k ?? 0));
        expect(back?.p).toBeCloseTo(plain?.p ?? NaN, 7);
      }),
      { seed: 14 },
    );
  });
});

/** No second split comes near the best one: then rounding cannot change the choice. */
function unique(y: readonly number[]): boolean {
  const best = slowly(y).t;
  let near = 0;
  for (let k = 2; k <= y.length - 2; k++) {
    const turned = [...y];
    const mean = (part: readonly number[]) => part.reduce((sum, x) => sum + x, 0) / part.length;
    const a = turned.slice(0, k);
    const b = turned.slice(k);
    const sse = (part: readonly number[]) => part.reduce((sum, x) => sum + (x - mean(part)) ** 2, 0);
    const t = Math.abs(mean(b) - mean(a)) / Math.sqrt(((sse(a) + sse(b)) / (y.length - 2)) * (1 / k + 1 / b.length));
    if (t > best * (1 - 1e-6)) near++;
  }
  return near === 1;
}

describe('change points', () => {
  it('W7 in shares, with an interval', () => {
    const [change, ...others] = changePoints(W7, totals(8));
    expect(others).toHaveLength(0);
    expect(change).toMatchObject({ at: 5, label: 'found' });
    expect(change?.before).toBeCloseTo(0.05, 4);
    expect(change?.after).toBeCloseTo(0.0642, 4);
    expect(change?.low).toBeGreaterThan(0.01);
    expect(change?.high).toBeLessThan(0.018);
  });

  it('five to seven points are at most possible, fewer are nothing', () => {
    expect(changePoints([500, 501, 499, 900, 901, 899], totals(6))).toMatchObject([{ at: 3, label: 'possible' }]);
    expect(changePoints([500, 501, 900, 901], totals(4))).toEqual([]);
  });

  it('looks again left and right of a change', () => {
    const noise = [3, -5, 4, -2, 1, -4, 5, -3, 2, -1];
    const levels = [300, 900, 1000];
    const counts = levels.flatMap((level) => noise.map((e) => level + e));
    expect(changePoints(counts, totals(30)).map(({ at }) => at)).toEqual([10, 20]);
  });

  it('two opposite steps of like size hide each other: the guard reads the second as drift', () => {
    const counts = [500, 700, 400].flatMap((level) => Array.from({ length: 10 }, (_, i) => level + (i % 3)));
    expect(changePoints(counts, totals(30))).toEqual([]);
  });

  it('the guard holds back when neighbours resemble each other', () => {
    const drift = Array.from({ length: 30 }, (_, i) => 500 + Math.round(60 * Math.sin(i / 3)));
    expect(bestSplit(drift)?.autocorrelation).toBeGreaterThan(0.5);
    expect(changePoints(drift, totals(30))).toEqual([]);
  });

  it('q over frames', () => {
    const flat = [500, 510, 490, 505, 495, 500, 507, 493];
    const q = seriesQ([W7, flat, flat, [5, 5, 5, 5, 5, 5, 5, 5]], totals(8));
    expect(q[0]).toBeLessThan(0.0001);
    expect(q[1]).toBeGreaterThan(0.05);
    expect(q[3]).toBe(1);
  });
});
