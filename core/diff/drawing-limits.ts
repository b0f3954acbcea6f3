import type { Pruned } from '../model/profile.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Explanation } from './comparison.ts';
import type { Hidden } from './intervals.ts';
import { isBeyondNoise } from './labels.ts';
import { angle, angleError } from './shares.ts';
import type { SideNoise } from './shares.ts';

/**
 * How far a value summed over many places may be off in a drawing, in multiples of its limit: the largest errors of the
 * simulation of DIFF-SPEC 7 for self values (0.03 points at a limit of 0.0085 %, 0.33 at 0.085 %, 2.2 at 1 %) and the
 * typical ones for functions, which may miss far more in single cases.
 */
const SELF_ERROR = 4;
const FUNCTION_ERROR = 10;

export interface DrawingLimits {
  readonly hidden: Hidden;
  /** Parallel to the runs of the side. */
  readonly pruned: readonly (Pruned | null)[];
  readonly noise: SideNoise;
}

/**
 * Holds explanations to what drawings can show (DIFF-SPEC 7): one that is not proven by the drawn frames is at most
 * suspected, and `undrawn` names the side on which the region has no frame because the drawing may have left it out. What
 * is confirmed all the same is confirmed against the most that may be hidden, and its `z` says so.
 */
export function heldToDrawings(
  explanations: readonly Explanation[],
  tree: UnionTree,
  base: DrawingLimits,
  head: DrawingLimits,
): readonly Explanation[] {
  const limits = { base: limitOf(tree, BASE, base.pruned), head: limitOf(tree, HEAD, head.pruned) };
  if (limits.base === 0 && limits.head === 0) return explanations;
  // What was taken out before makes the rest larger, and its errors with it.
  let baseScale = 1;
  let headScale = 1;
  return explanations.map((one) => {
    const error = Math.max(limits.base * baseScale, limits.head * headScale);
    const lacking: Explanation['undrawn'] =
      one.baseShare === 0 && limits.base > 0 ? 'base' : one.headShare === 0 && limits.head > 0 ? 'head' : null;
    const undrawnMost =
      one.kind !== 'N' || lacking === null
        ? null
        : lacking === 'base'
          ? hiddenShare(tree, BASE, base, one.node) * baseScale
          : hiddenShare(tree, HEAD, head, one.node) * headScale;
    // A frame above it that is drawn with all it has hides nothing: the region is not there.
    const undrawn = undrawnMost === 0 ? null : lacking;
    // A path that both sides draw is exact: the limit says nothing of it.
    const proven = one.kind === 'N' || isBeyond(one, error);
    const z = undrawnMost === null ? one.z : leastZ(one, undrawnMost, base.noise, head.noise);
    if (one.head > one.base && one.complement > 0) headScale /= one.complement;
    else if (one.head < one.base) baseScale *= one.complement;
    const held = { ...one, undrawn, undrawnMost: undrawn === null ? null : undrawnMost };
    if (one.label !== 'confirmed') return held;
    return proven && isBeyondNoise(z, one.q) ? { ...held, z } : { ...held, label: 'suspected' as const };
  });
}

/** The coarsest limit of the runs as a share of the side; 0 for a side that is no drawing. */
function limitOf(tree: UnionTree, side: number, pruned: readonly (Pruned | null)[]): number {
  const sum = tree.sides[side]?.sum ?? 0;
  const coarsest = pruned.reduce((most, one) => Math.max(most, one?.weight ?? 0), 0);
  return sum > 0 ? coarsest / sum : 0;
}

function isBeyond({ kind, base, head }: Explanation, error: number): boolean {
  return Math.abs(head - base) >= (kind === 'S' ? SELF_ERROR : FUNCTION_ERROR) * error;
}

/** Most that the drawing of a side may hide of a path, as a share of the side. */
function hiddenShare(tree: UnionTree, side: number, { hidden }: DrawingLimits, node: number): number {
  return (hidden?.[node] ?? 0) / tree.sides[side]!.sum;
}

/** Standard errors of the change when the undrawn side has the most it can; 0 when that is as much as the other has. */
function leastZ({ base, head }: Explanation, most: number, baseNoise: SideNoise, headNoise: SideNoise): number {
  const [B, H] = base < head ? [Math.min(1, most), head] : [base, Math.min(1, most)];
  if (base < head ? B >= H : H >= B) return 0;
  return Math.abs(angle(B, H)) / angleError(B, H, baseNoise, headNoise);
}
