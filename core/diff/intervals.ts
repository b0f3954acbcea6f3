import type { Pruned } from '../model/profile.ts';
import { inclusiveSums } from './functions.ts';
import { totalsOf } from '../model/totals.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';

/** Smallest and largest value that the input allows, in the unit of the counts or as shares. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

/**
 * What drawings that left narrow frames out may hide on one side (DIFF-SPEC 7), by node: the largest weight a path may
 * have beyond what is drawn of it. 0 everywhere for a run that is not a drawing. Null when no run of the side is pruned.
 */
export type Hidden = Float64Array | null;

/** What drawings leave open of a value: the shares of each side between bounds. */
export interface ShareBounds {
  readonly base: Interval;
  readonly head: Interval;
}

/** A frame was left out when `samples < w`, so a hidden path has at most ceil(w) - 1 samples. */
export function largestHidden(weight: number): number {
  return Math.max(0, Math.ceil(weight) - 1);
}

/**
 * Hidden weight of every node, O(nodes · pruned runs). `pruned` is parallel to the runs of the side. A run hides a path
 * that it does not draw up to min(ceil(w) - 1, gap(a)), a the nearest drawn ancestor; gap(a) is the self value that a
 * drawing gives to a: its total less its drawn children.
 */
export function hiddenOf(tree: UnionTree, side: SideValues, pruned: readonly (Pruned | null)[]): Hidden {
  let hidden: Float64Array | null = null;
  for (const [r, run] of side.runs.entries()) {
    const drawing = pruned[r] ?? null;
    if (drawing === null) continue;
    hidden ??= new Float64Array(tree.length);
    const total = side.runs.length === 1 ? side.total : totalsOf(tree.parent, run);
    const most = largestHidden(drawing.weight);
    const gap = new Float64Array(tree.length);
    gap[0] = run[0]!;
    for (let node = 1; node < tree.length; node++) {
      if (total[node]! > 0) gap[node] = run[node]!;
      else {
        gap[node] = gap[tree.parent[node]!]!;
        hidden[node] = hidden[node]! + Math.max(0, Math.min(most, gap[node]!));
      }
    }
  }
  return hidden;
}

/** Total of a path: exact when drawn in every run, else up to what the runs may hide. */
export function pathTotal(side: SideValues, hidden: Hidden, node: number): Interval {
  const drawn = side.total[node]!;
  return { lo: drawn, hi: drawn + (hidden?.[node] ?? 0) };
}

/** Self of a path: a drawn frame's gap may be its own or of hidden frames below; a gap under 1 hides none. */
export function pathSelf(side: SideValues, pruned: readonly (Pruned | null)[], hidden: Hidden, node: number): Interval {
  const hi = side.self[node]! + (hidden?.[node] ?? 0);
  let lo = 0;
  for (const [r, run] of side.runs.entries()) {
    const gap = run[node]!;
    if (pruned[r] == null || gap < 1) lo += gap;
  }
  return { lo, hi };
}

/**
 * Inclusive value of a function at the places where either side draws it: the sum over its outermost nodes. The lower
 * bound is rigorous. The upper one is not, as places that neither side draws could hide more (the rigorous one is about
 * 100 %, DIFF-SPEC 7): `placesToHide` says how many it would take.
 */
export function functionTotals(
  tree: UnionTree,
  side: SideValues,
  hidden: Hidden,
): { lo: Float64Array; hi: Float64Array } {
  const lo = inclusiveSums(tree, side.total);
  if (hidden === null) return { lo, hi: lo };
  const extra = inclusiveSums(tree, hidden);
  return { lo, hi: lo.map((drawn, f) => Math.max(drawn, Math.min(side.sum, drawn + extra[f]!))) };
}

/** Separate places needed to hide `share` (0.01: one point) of a total below a drawing limit; null when nothing can hide. */
export function placesToHide(total: number, weight: number, share = 0.01): number | null {
  const most = largestHidden(weight);
  return most === 0 ? null : Math.ceil((share * total) / most);
}

/** An interval of counts as one of shares. */
export function asShares({ lo, hi }: Interval, total: number): Interval {
  return { lo: lo / total, hi: hi / total };
}

/** [lo_h - hi_b, hi_h - lo_b]. */
export function deltaInterval(base: Interval, head: Interval): Interval {
  return { lo: head.lo - base.hi, hi: head.hi - base.lo };
}

/** A delta is proven when its interval excludes 0, or when both values are exact. */
export function isProven(base: Interval, head: Interval): boolean {
  const exact = base.lo === base.hi && head.lo === head.hi;
  const { lo, hi } = deltaInterval(base, head);
  return exact || lo > 0 || hi < 0;
}
