/**
 * The scales of a difference (DIFF-SPEC 1). A share that does not exist (T = 0) is null, never NaN and never 0 %, and
 * everything made from it is null too.
 */

/** count / total, 0..1; null when the side is empty. */
export function share(count: number, total: number): number | null {
  return total > 0 ? count / total : null;
}

/** D = H - B as a fraction of 1 (times 100: points). */
export function delta(base: number | null, head: number | null): number | null {
  return base === null || head === null ? null : head - base;
}

/** r = H / B, or the word for it: `new` from nothing, `gone` to nothing; null when both are 0 or undefined. */
export type Ratio = number | 'new' | 'gone' | null;

export function ratio(base: number | null, head: number | null): Ratio {
  if (base === null || head === null || (base === 0 && head === 0)) return null;
  if (base === 0) return 'new';
  return head === 0 ? 'gone' : head / base;
}

/** Variance-stabilising transform of a share, in radians; shares are clipped to 0..1. */
function phi(value: number): number {
  return Math.asin(Math.sqrt(value <= 0 ? 0 : value >= 1 ? 1 : value));
}

/** A = asin sqrt H - asin sqrt B in radians: antisymmetric, finite at 0 and 1. */
export function angle(base: number, head: number): number {
  return phi(head) - phi(base);
}

/** What the spread of an angle depends on, per side. */
export interface SideNoise {
  /** Samples of all runs; null when only weights are known, and then sampling adds no spread. */
  readonly samples: number | null;
  readonly runs: number;
  /** Run-to-run sd on the logit scale. */
  readonly tau: number;
}

/** Keeps |A| / se finite where nothing is known to vary. */
const SMALLEST_SE = 1e-9;

/** se of A: sampling 1 / 4n a side, run-to-run tau²/4 · p (1 - p) / k a side (DIFF-SPEC 5). */
export function angleError(base: number, head: number, baseNoise: SideNoise, headNoise: SideNoise): number {
  const variance = angleVariance(base, baseNoise) + angleVariance(head, headNoise);
  return Math.max(SMALLEST_SE, Math.sqrt(variance));
}

function angleVariance(p: number, { samples, runs, tau }: SideNoise): number {
  const sampling = samples === null || samples <= 0 ? 0 : 1 / (4 * samples);
  return sampling + ((tau * tau) / 4) * ((Math.max(0, p) * Math.max(0, 1 - p)) / Math.max(1, runs));
}

/** L(x, n) = ln((x + 0.5) / (n - x + 0.5)), the testing scale. */
export function logit(count: number, samples: number): number {
  return Math.log((count + 0.5) / (samples - count + 0.5));
}

/** X = (H - B) / (1 - B): part of head that would not be there had this grown only like the rest; 0 when B is all. */
export function excess(base: number, head: number): number {
  return base < 1 ? (head - base) / (1 - base) : 0;
}
