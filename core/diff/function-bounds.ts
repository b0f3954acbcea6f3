import type { Comparison } from './comparison.ts';
import { asShares, functionTotals, hiddenOf } from './intervals.ts';
import type { ShareBounds } from './intervals.ts';
import { BASE, HEAD } from '../tree/union.ts';

/**
 * Bounds of the inclusive share of each function where a side was read from a drawing (DIFF-SPEC 7): the lower one is
 * rigorous, the upper one holds for the places where either side draws the function. Null when both sides show all.
 */
export function functionBounds({ tree, base, head }: Comparison): ((func: number) => ShareBounds) | null {
  const [from, to] = [tree.sides[BASE], tree.sides[HEAD]];
  if (from === undefined || to === undefined || !(from.sum > 0 && to.sum > 0)) return null;
  if (base.pruned === null && head.pruned === null) return null;
  const totals = [
    functionTotals(
      tree,
      from,
      hiddenOf(
        tree,
        from,
        base.runs.map(({ pruned }) => pruned),
      ),
    ),
    functionTotals(
      tree,
      to,
      hiddenOf(
        tree,
        to,
        head.runs.map(({ pruned }) => pruned),
      ),
    ),
  ] as const;
  const at = (side: 0 | 1, func: number, sum: number) =>
    asShares({ lo: totals[side].lo[func]!, hi: totals[side].hi[func]! }, sum);
  return (func) => ({ base: at(BASE, func, from.sum), head: at(HEAD, func, to.sum) });
}
