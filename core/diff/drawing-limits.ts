import type { Pruned } from '../model/profile.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Explanation } from './comparison.ts';
import type { Hidden } from './intervals.ts';

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
}

/**
 * Holds explanations to what drawings can show (DIFF-SPEC 7): one that is not proven by the drawn frames is at most
 * suspected, and `undrawn` names the side on which the region has no frame because the drawing may have left it out.
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
    const proven =
      one.kind === 'N' ? isPathProven(one, tree, base, head, { baseScale, headScale }) : isBeyond(one, error);
    if (one.head > one.base && one.complement > 0) headScale /= one.complement;
    else if (one.head < one.base) baseScale *= one.complement;
    const undrawn =
      one.baseShare === 0 && limits.base > 0 ? 'base' : one.headShare === 0 && limits.head > 0 ? 'head' : null;
    return { ...one, undrawn, label: one.label === 'confirmed' && !proven ? 'suspected' : one.label };
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

/**
 * A path that both sides have is exact. One that a side lacks may hide up to its limit there; it is proven when that is
 * less than what the other side has, both with the explanations above taken out.
 */
function isPathProven(
  { node, base, head, baseShare, headShare }: Explanation,
  tree: UnionTree,
  baseLimits: DrawingLimits,
  headLimits: DrawingLimits,
  { baseScale, headScale }: { readonly baseScale: number; readonly headScale: number },
): boolean {
  const most = (side: number, { hidden }: DrawingLimits, scale: number) =>
    ((hidden?.[node] ?? 0) / tree.sides[side]!.sum) * scale;
  if (headShare === 0) return most(HEAD, headLimits, headScale) < base;
  return baseShare > 0 || most(BASE, baseLimits, baseScale) < head;
}
