import { functionTotals, hiddenOf, pathSelf } from '../diff/intervals.ts';
import type { Pruned } from '../model/profile.ts';
import type { UnionTree } from '../tree/union.ts';
import type { GateInput } from './input.ts';

/**
 * Bounds of the shares of a side that holds a drawing; null for other sides (DIFF-SPEC 7). `pruned` is parallel to the
 * runs of the side.
 */
export function shareBounds(
  tree: UnionTree,
  s: 0 | 1,
  pruned: readonly (Pruned | null)[],
  end: 'lo' | 'hi',
): GateInput['baseUpper'] {
  const side = tree.sides[s];
  const hidden = side === undefined ? null : hiddenOf(tree, side, pruned);
  if (side === undefined || hidden === null) return null;
  const self = new Float64Array(tree.functions.length);
  for (let node = 1; node < tree.length; node++) {
    const f = tree.func[node]!;
    self[f] = self[f]! + pathSelf(side, pruned, hidden, node)[end];
  }
  const share = (value: number) => Math.min(1, value / side.sum);
  return { inclusive: functionTotals(tree, side, hidden)[end].map(share), self: self.map(share) };
}
