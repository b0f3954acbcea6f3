import { benjaminiHochberg } from '../stats/bh.ts';
import { LOGIT } from '../stats/link.ts';
import { studentCritical, studentTwoSided } from '../stats/special.ts';

/** Points that a segment needs on each side of a split. */
const LEAST_SEGMENT = 2;
/** Points from which a change is reported; fewer (5-7) can only be "possible". */
const LEAST_POINTS = 8;
const LEAST_POINTS_POSSIBLE = 5;
/** Largest p of a reported change. */
const SERIES_ALPHA = 0.01;
/** Share of the variation below which what is left beside a step is rounding, not noise. */
const ROUNDING = 1e-15;

export interface Split {
  /** Length of the first segment: the change point is the first point of the second. */
  readonly k: number;
  /** Largest t over all splits, before the guard. */
  readonly t: number;
  /** Lag-1 autocorrelation of the residuals, clipped to [0, 0.9]; 0 below 8 points, where there is no guard. */
  readonly autocorrelation: number;
  /** Bonferroni over the split positions. */
  readonly p: number;
  /** Difference of the segment means, second minus first, and its standard error after the guard. */
  readonly step: number;
  readonly se: number;
}

/**
 * Two-segment max-t with autocorrelation guard (DIFF-SPEC 9). Null with fewer than four values or values that are all equal
 * (p = 1). O(n).
 */
export function bestSplit(y: ArrayLike<number>): Split | null {
  const n = y.length;
  if (n < 2 * LEAST_SEGMENT) return null;
  const origin = y[0]!;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    sum += y[i]! - origin;
    squares += (y[i]! - origin) ** 2;
  }
  const variation = squares - (sum * sum) / n;
  if (!(squares > 0) || !(variation > 0)) return null;
  let best = { k: 0, t: 0, step: 0, se: 0 };
  let left = 0;
  for (let k = 1; k <= n - LEAST_SEGMENT; k++) {
    left += y[k - 1]! - origin;
    if (k < LEAST_SEGMENT) continue;
    const step = (sum - left) / (n - k) - left / k;
    const between = step * step * ((k * (n - k)) / n);
    const residual = Math.max(variation - between, variation * ROUNDING);
    const se = Math.sqrt((residual / (n - 2)) * (1 / k + 1 / (n - k)));
    const t = Math.abs(step) / se;
    if (t > best.t) best = { k, t, step, se };
  }
  if (best.k === 0) return null;
  const r = n >= LEAST_POINTS ? autocorrelation(y, best.k) : 0;
  const guard = Math.sqrt((1 + r) / (1 - r));
  const positions = n - 2 * LEAST_SEGMENT + 1;
  const p = Math.min(1, positions * studentTwoSided(best.t / guard, n - 2));
  return { ...best, se: best.se * guard, autocorrelation: r, p };
}

/** Lag-1 autocorrelation of the residuals around the two means, corrected by 1/n, clipped to [0, 0.9]. */
function autocorrelation(y: ArrayLike<number>, k: number): number {
  const n = y.length;
  let first = 0;
  let second = 0;
  for (let i = 0; i < n; i++) {
    if (i < k) first += y[i]! / k;
    else second += y[i]! / (n - k);
  }
  let products = 0;
  let squares = 0;
  let before = 0;
  for (let i = 0; i < n; i++) {
    const residual = y[i]! - (i < k ? first : second);
    if (i > 0) products += residual * before;
    squares += residual * residual;
    before = residual;
  }
  const r = (squares > 0 ? products / squares : 0) + 1 / n;
  return Math.min(0.9, Math.max(0, r));
}

export interface ChangePoint {
  /** First point of the new level. */
  readonly at: number;
  /** The segment [from, to) that it was found in. */
  readonly from: number;
  readonly to: number;
  /** `possible`: fewer than 8 points. */
  readonly label: 'found' | 'possible';
  readonly p: number;
  readonly t: number;
  readonly autocorrelation: number;
  /** Shares before and after (of the segment means on the logit scale). */
  readonly before: number;
  readonly after: number;
  /** 95 % interval of the step as a difference of shares, `before` kept. */
  readonly low: number;
  readonly high: number;
}

/**
 * Change points of one frame over a series: counts and samples by point. Splits, then looks at both halves again while they
 * have 8 points; in order of position. Points without samples must be left out by the caller.
 */
export function changePoints(counts: ArrayLike<number>, totals: ArrayLike<number>): readonly ChangePoint[] {
  const y = logits(counts, totals);
  const found: ChangePoint[] = [];
  const open: [number, number][] = [[0, y.length]];
  for (let segment = open.pop(); segment !== undefined; segment = open.pop()) {
    const [from, to] = segment;
    const whole = to - from === y.length;
    if (to - from < (whole ? LEAST_POINTS_POSSIBLE : LEAST_POINTS)) continue;
    const split = bestSplit(y.subarray(from, to));
    if (split === null || !(split.p < SERIES_ALPHA)) continue;
    found.push(changeOf(y, from, to, split));
    open.push([from, from + split.k], [from + split.k, to]);
  }
  return found.sort((a, b) => a.at - b.at);
}

function changeOf(y: Float64Array, from: number, to: number, split: Split): ChangePoint {
  let mean = 0;
  for (let i = from; i < from + split.k; i++) mean += y[i]! / split.k;
  const reach = studentCritical(0.05, to - from - 2) * split.se;
  const before = LOGIT.inverse(mean);
  return {
    at: from + split.k,
    from,
    to,
    label: to - from >= LEAST_POINTS ? 'found' : 'possible',
    p: split.p,
    t: split.t,
    autocorrelation: split.autocorrelation,
    before,
    after: LOGIT.inverse(mean + split.step),
    low: LOGIT.inverse(mean + split.step - reach) - before,
    high: LOGIT.inverse(mean + split.step + reach) - before,
  };
}

/** q of the first split of every frame: Benjamini-Hochberg over frames. `counts` holds one series a frame. */
export function seriesQ(counts: readonly ArrayLike<number>[], totals: ArrayLike<number>): Float64Array {
  return benjaminiHochberg(Float64Array.from(counts, (series) => bestSplit(logits(series, totals))?.p ?? 1));
}

function logits(counts: ArrayLike<number>, totals: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: totals.length }, (_, i) => LOGIT.of(counts[i]!, totals[i]!));
}
