import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { ROOT } from '../model/profile.ts';
import type { FrameIndex, NodeIndex } from '../model/profile.ts';
import type { Result } from '../result.ts';
import type { Recursion } from './collapse-recursion.ts';
import { regrownTree, takeFunctions } from './regrow.ts';
import type { UnionTree } from './union.ts';

/** What a view of a tree shows of it. Masks are by function, 1 where it is meant; null stands for no such wish. */
export interface Narrowing {
  /** Only stacks that contain one of these functions. */
  readonly only: Uint8Array | null;
  /** No stacks that contain one of these. */
  readonly without: Uint8Array | null;
  /** These frames go away; what they ran themselves counts for their callers. */
  readonly hidden: Uint8Array | null;
  readonly recursion: Recursion | null;
  /** Function that stands in the place of each function: two names for one thing are one frame. Null: each for itself. */
  readonly alias: Int32Array | null;
}

/**
 * The stacks of `tree` as a view wants them, in this order: stacks are chosen, names joined, frames hidden, recursion
 * folded. For display: no number of a comparison depends on it. O(nodes).
 */
export function narrowedTree(tree: UnionTree, wish: Narrowing, limits?: BuildLimits): Result<UnionTree, Fault> {
  const builder = new ProfileBuilder(0, limits);
  takeFunctions(builder, tree);
  const { only, without, hidden, recursion, alias } = wish;
  // Where each node's frame goes, and, with -1 in `image`, whether its own value stays.
  const place = new Int32Array(tree.length);
  const image = new Int32Array(tree.length).fill(-1);
  const inOnly = new Uint8Array(tree.length);
  const isOut = new Uint8Array(tree.length);
  // Function of each node of the builder: direct recursion is seen on the new paths, not on the old ones.
  const grownFunc: number[] = [-1];
  // End of the outermost shown subtree of each function: a node before it has the function on its path.
  const openUntil = new Int32Array(tree.functions.length);
  place[0] = ROOT;
  inOnly[0] = only === null ? 1 : 0;
  image[0] = only === null ? ROOT : -1;
  const wanted = only === null ? null : rangesWith(tree, only);
  for (let node = 1; node < tree.length && builder.overflow === null; node++) {
    const up = tree.parent[node]!;
    const original = tree.func[node]!;
    inOnly[node] = inOnly[up] === 1 || only?.[original] === 1 ? 1 : 0;
    isOut[node] = isOut[up] === 1 || without?.[original] === 1 ? 1 : 0;
    if (isOut[node] === 1) continue;
    // Nothing wanted on the path nor below: the frame would be empty.
    if (inOnly[node] === 0 && wanted?.[node] !== 1) continue;
    const func = alias === null ? original : alias[original]!;
    const under = place[up]!;
    const isAgain =
      recursion === 'mutual' ? node < openUntil[func]! : recursion === 'direct' && grownFunc[under] === func;
    if (hidden?.[original] === 1 || isAgain) {
      place[node] = under;
    } else {
      const at = builder.child(under as NodeIndex, func as FrameIndex);
      if (at === grownFunc.length) grownFunc.push(func);
      if (node >= openUntil[func]!) openUntil[func] = tree.end[node]!;
      place[node] = at;
    }
    if (inOnly[node] === 1) image[node] = place[node]!;
  }
  return regrownTree(
    tree,
    builder,
    image,
    tree.sides.map(({ runs }) => runs),
  );
}

/** 1 for nodes with a chosen function in their subtree. */
function rangesWith(tree: UnionTree, chosen: Uint8Array): Uint8Array {
  const has = new Uint8Array(tree.length);
  for (let node = tree.length - 1; node > 0; node--) {
    if (chosen[tree.func[node]!] === 1) has[node] = 1;
    if (has[node] === 1) has[tree.parent[node]!] = 1;
  }
  return has;
}
