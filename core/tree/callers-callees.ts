import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { ROOT } from '../model/profile.ts';
import type { FrameIndex, NodeIndex } from '../model/profile.ts';
import { ok } from '../result.ts';
import type { Result } from '../result.ts';
import { regrownTree, takeFunctions } from './regrow.ts';
import { totalsOf } from '../model/totals.ts';
import type { UnionTree } from './union.ts';

/** Both trees have f as the only child of the root, with I(f) as its total on every side (DIFF-SPEC 4). */
export interface CallersAndCallees {
  /** f, then who called it, outwards. */
  readonly callers: UnionTree;
  /** f, then what it called, over all its places together. */
  readonly callees: UnionTree;
}

/** Splits each stack that contains `func` at its outermost occurrence. O(nodes below + depth of its places). */
export function callersAndCallees(
  tree: UnionTree,
  func: number,
  limits?: BuildLimits,
): Result<CallersAndCallees, Fault> {
  const places: number[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (tree.func[node] === func && tree.outermost[node] === 1) places.push(node);
  }
  const callers = callersOf(tree, places, limits);
  if (!callers.ok) return callers;
  const callees = calleesOf(tree, places, limits);
  return callees.ok ? ok({ callers: callers.value, callees: callees.value }) : callees;
}

function callersOf(tree: UnionTree, places: readonly number[], limits?: BuildLimits): Result<UnionTree, Fault> {
  const builder = new ProfileBuilder(0, limits);
  takeFunctions(builder, tree);
  const image = new Int32Array(tree.length).fill(-1);
  for (const place of places) {
    if (builder.overflow !== null) break;
    let at: NodeIndex = ROOT;
    for (let up = place; up !== 0; up = tree.parent[up]!) at = builder.child(at, tree.func[up] as FrameIndex);
    image[place] = at;
  }
  const totals = tree.sides.map(({ runs, total }) =>
    runs.length === 1 ? [total] : runs.map((run) => totalsOf(tree.parent, run)),
  );
  return regrownTree(tree, builder, image, totals);
}

function calleesOf(tree: UnionTree, places: readonly number[], limits?: BuildLimits): Result<UnionTree, Fault> {
  const builder = new ProfileBuilder(0, limits);
  takeFunctions(builder, tree);
  const image = new Int32Array(tree.length).fill(-1);
  for (const place of places) {
    image[place] = builder.child(ROOT, tree.func[place] as FrameIndex);
    for (let node = place + 1; node < tree.end[place]!; node++) {
      image[node] = builder.child(image[tree.parent[node]!] as NodeIndex, tree.func[node] as FrameIndex);
    }
  }
  return regrownTree(
    tree,
    builder,
    image,
    tree.sides.map(({ runs }) => runs),
  );
}
