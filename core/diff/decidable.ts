import { asShares, isProven, pathTotal } from './intervals.ts';
import type { Hidden } from './intervals.ts';
import { BASE, HEAD, subtreeSums } from '../tree/union.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';

/**
 * The tree as both sides can be compared where drawings left narrow frames out: a path that a drawing may hide, and whose
 * delta is therefore undecided (DIFF-SPEC 7), counts as self of the frame above it on both sides, as the drawing has it.
 * So a frame that one side draws and the other hides is never named as an explanation. The nodes stay the same. O(nodes).
 */
export function decidableTree(tree: UnionTree, baseHidden: Hidden, headHidden: Hidden): UnionTree {
  if (baseHidden === null && headHidden === null) return tree;
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  if (!(base.sum > 0 && head.sum > 0)) return tree;
  const isUndecided = Uint8Array.from({ length: tree.length }, (_, node) => {
    const B = asShares(pathTotal(base, baseHidden, node), base.sum);
    const H = asShares(pathTotal(head, headHidden, node), head.sum);
    return isProven(B, H) ? 0 : 1;
  });
  return { ...tree, sides: tree.sides.map((side) => foldedSide(tree, side, isUndecided)) };
}

/** Moves the values of marked nodes to their parents: from the end, so that whole undecided subtrees arrive. */
function foldedSide(tree: UnionTree, side: SideValues, isMarked: Uint8Array): SideValues {
  const fold = (column: Float64Array): Float64Array => {
    const folded = Float64Array.from(column);
    for (let node = tree.length - 1; node > 0; node--) {
      if (isMarked[node] === 0) continue;
      const up = tree.parent[node]!;
      folded[up] = folded[up]! + folded[node]!;
      folded[node] = 0;
    }
    return folded;
  };
  const runs = side.runs.map(fold);
  const self = runs.length === 1 ? runs[0]! : fold(side.self);
  return { ...side, runs, self, total: subtreeSums(self, tree.end) };
}
