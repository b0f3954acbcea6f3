import type { ProfileBuilder } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { totalsOf } from '../model/totals.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { gathered } from './gather.ts';
import { preorderOf } from './preorder.ts';
import { outermostOf, summed } from './union.ts';
import type { SideValues, UnionTree } from './union.ts';

/** Gives each function of `tree` its own number as a frame of `builder`, which must be new. */
export function takeFunctions(builder: ProfileBuilder, tree: UnionTree): void {
  for (const name of tree.functions.names) builder.frame(name);
}

/**
 * Another tree over the functions of `tree`: its nodes were grown in `builder`, and the value that a node of `tree` has in
 * `columns[side][run]` goes to the node `image` of the builder; -1 leaves it out.
 */
export function regrownTree(
  tree: UnionTree,
  builder: ProfileBuilder,
  image: Int32Array,
  columns: readonly (readonly Float64Array[])[],
): Result<UnionTree, Fault> {
  const source = { fileName: null, format: 'union', generator: null, sha256: null };
  const finished = builder.finish({ valueTypes: [], source });
  if (!finished.ok) return err(finished.error);
  const { nodes } = finished.value;
  const { order, rank, parent, end, depth } = preorderOf(nodes.parent, nodes.frame, tree.functions.names);
  const func = gathered(nodes.frame, order);
  const places = image.map((node) => (node === -1 ? -1 : rank[node]!));
  return ok(reshapedTree(tree, { parent, end, depth, func }, places, columns));
}

/** The same, with the nodes in preorder already; `image` gives places in it. */
export function reshapedTree(
  tree: UnionTree,
  shape: Pick<UnionTree, 'parent' | 'end' | 'depth' | 'func'>,
  image: Int32Array,
  columns: readonly (readonly Float64Array[])[],
): UnionTree {
  const { functions } = tree;
  const { func, parent, end } = shape;
  const sides = columns.map((runs, side): SideValues => {
    const moved = runs.map((run) => movedColumn(run, image, func.length));
    const self = moved.length === 1 ? moved[0]! : summed(moved, func.length);
    const total = totalsOf(parent, self);
    const sum = total[0]!;
    // All of the side may have moved; its exact sum is then known beyond 2^53 too.
    const before = tree.sides[side];
    return { self, total, runs: moved, sum, exactSum: before?.sum === sum ? before.exactSum : sum };
  });
  return { length: func.length, ...shape, outermost: outermostOf(func, end, functions.length), functions, sides };
}

function movedColumn(run: Float64Array, image: Int32Array, length: number): Float64Array {
  const column = new Float64Array(length);
  for (let node = 0; node < run.length; node++) {
    const to = image[node]!;
    if (to === -1 || run[node] === 0) continue;
    column[to] = column[to]! + run[node]!;
  }
  return column;
}
