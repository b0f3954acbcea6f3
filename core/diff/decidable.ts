import { explain, scan } from './explain.ts';
import type { Scan, ScanRules } from './explain.ts';
import { asShares, isProven, pathTotal } from './intervals.ts';
import type { Hidden } from './intervals.ts';
import { totalsOf } from '../model/totals.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';

/**
 * Explains the change where drawings left narrow frames out. What was dilution in a file that shows all can push frames
 * under the limit of a drawing: a first scan finds the dilution by the strongest region, a second one runs on what is
 * decided with and without it. Without drawings it is one scan.
 */
export function explainDecided(tree: UnionTree, baseHidden: Hidden, headHidden: Hidden, rules: ScanRules): Scan {
  if (baseHidden === null && headHidden === null) return scan(tree, rules);
  const { base, head, level, neutral = false } = rules;
  const [strongest] = explain(decidableTree(tree, baseHidden, headHidden, 1), { base, head, level, neutral });
  const dilution = strongest?.label === 'confirmed' ? strongest.complement : 1;
  return scan(decidableTree(tree, baseHidden, headHidden, dilution), rules);
}

/**
 * The tree as both sides can be compared: a path that a drawing may hide, and whose delta is therefore undecided
 * (DIFF-SPEC 7), counts as self of the frame above it on both sides, as the drawing has it. So a frame that one side draws
 * and the other hides is never named as an explanation. The nodes stay the same. O(nodes).
 */
function decidableTree(tree: UnionTree, baseHidden: Hidden, headHidden: Hidden, dilution: number): UnionTree {
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  if (!(base.sum > 0 && head.sum > 0)) return tree;
  const isUndecided = new Uint8Array(tree.length);
  for (let node = 0; node < tree.length; node++) {
    const B = asShares(pathTotal(base, baseHidden, node), base.sum);
    const H = asShares(pathTotal(head, headHidden, node), head.sum);
    const diluted = { lo: B.lo * dilution, hi: B.hi * dilution };
    isUndecided[node] = isProven(B, H) && isProven(diluted, H) ? 0 : 1;
  }
  return { ...tree, sides: tree.sides.map((side) => foldedSide(tree, side, isUndecided)) };
}

/** Moves the values of marked nodes to their parents: from the end, so that whole undecided subtrees arrive. */
function foldedSide(tree: UnionTree, side: SideValues, isMarked: Uint8Array): SideValues {
  const fold = (column: Float64Array): Float64Array => {
    const folded = column.slice();
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
  return { ...side, runs, self, total: totalsOf(tree.parent, self) };
}
