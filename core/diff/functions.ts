import type { UnionTree } from '../tree/union.ts';

/** Counts of each function on one side, parallel to `tree.functions`. */
export interface FunctionValues {
  /** S(f): stacks that end in f. */
  readonly self: Float64Array;
  /** I(f): stacks that contain f, each once however often f recurs in it. */
  readonly total: Float64Array;
}

/** Self and inclusive counts of the functions from any columns over the nodes of `tree` (DIFF-SPEC 1). O(nodes). */
export function functionSums(tree: UnionTree, self: Float64Array, total: Float64Array): FunctionValues {
  const { length, func, functions } = tree;
  const own = new Float64Array(functions.length);
  for (let node = 1; node < length; node++) {
    const value = self[node]!;
    if (value !== 0) own[func[node]!] = own[func[node]!]! + value;
  }
  return { self: own, total: inclusiveSums(tree, total) };
}

/** I(f) alone, from a column of totals. O(nodes). */
export function inclusiveSums({ length, func, outermost, functions }: UnionTree, total: Float64Array): Float64Array {
  const inclusive = new Float64Array(functions.length);
  for (let node = 1; node < length; node++) {
    const value = total[node]!;
    if (value !== 0 && outermost[node] === 1) inclusive[func[node]!] = inclusive[func[node]!]! + value;
  }
  return inclusive;
}

/** Self and inclusive counts of the functions of every side, in the order of `tree.sides`. */
export function functionValues(tree: UnionTree): readonly FunctionValues[] {
  return tree.sides.map(({ self, total }) => functionSums(tree, self, total));
}
