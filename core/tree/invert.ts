import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { ROOT } from '../model/profile.ts';
import type { FrameIndex, NodeIndex } from '../model/profile.ts';
import type { Result } from '../result.ts';
import { regrownTree, takeFunctions } from './regrow.ts';
import type { UnionTree } from './union.ts';

/**
 * The same stacks, leaf first: the children of the root are the functions that ran, below them who called them. Its size
 * is at most the sum of the depths of all stacks; past the limits of the builder it is a fault.
 */
export function invertedTree(tree: UnionTree, limits?: BuildLimits): Result<UnionTree, Fault> {
  const builder = new ProfileBuilder(0, limits);
  takeFunctions(builder, tree);
  const image = new Int32Array(tree.length).fill(-1);
  image[0] = ROOT;
  for (let node = 1; node < tree.length && builder.overflow === null; node++) {
    if (!tree.sides.some(({ runs }) => runs.some((run) => run[node] !== 0))) continue;
    let at: NodeIndex = ROOT;
    for (let up = node; up !== 0; up = tree.parent[up]!) at = builder.child(at, tree.func[up] as FrameIndex);
    image[node] = at;
  }
  return regrownTree(
    tree,
    builder,
    image,
    tree.sides.map(({ runs }) => runs),
  );
}
