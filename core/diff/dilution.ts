import type { Explanation } from './comparison.ts';
import type { SideNoise } from './shares.ts';

/** Counts below this say nothing about a ratio. */
const MIN_COUNT = 10;
/** Standard errors within which a ratio is the expected one. */
const WITHIN = 2;

/** d = product of (1 - H) / (1 - B) over the confirmed explanations; 1 when there is none (DIFF-SPEC 1). */
export function dilutionOf(explanations: readonly Explanation[]): number {
  let d = 1;
  for (const { label, complement } of explanations) if (label === 'confirmed') d *= complement;
  return d;
}

/** se(ln r) = sqrt(1/x_b + 1/x_h + tau_b²/k_b + tau_h²/k_h), x in samples (DIFF-SPEC 1, 3.2a). */
export function logRatioError(xBase: number, xHead: number, base: SideNoise, head: SideNoise): number {
  const runToRun = (side: SideNoise) => (side.tau * side.tau) / Math.max(1, side.runs);
  return Math.sqrt(1 / xBase + 1 / xHead + runToRun(base) + runToRun(head));
}

/**
 * Whether shares B and H outside every explanation differ only by `d`: |ln(r / d)| <= 2 se(ln r). Null, no verdict, when
 * a side has fewer than 10 samples there or does not know its samples.
 */
export function followsDilution(B: number, H: number, d: number, base: SideNoise, head: SideNoise): boolean | null {
  if (base.samples === null || head.samples === null || !(d > 0)) return null;
  const [xBase, xHead] = [B * base.samples, H * head.samples];
  if (!(atLeast(xBase, MIN_COUNT) && atLeast(xHead, MIN_COUNT))) return null;
  return Math.abs(Math.log(H / B / d)) <= WITHIN * logRatioError(xBase, xHead, base, head);
}

/** x >= limit for a count that went through a share and back. */
export function atLeast(x: number, limit: number): boolean {
  return x >= limit * (1 - 1e-12);
}
