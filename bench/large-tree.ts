import { compareTrees } from '../core/diff/compare.ts';
import { ProfileBuilder } from '../core/model/builder.ts';
import type { FrameIndex, NodeIndex, Profile } from '../core/model/profile.ts';
import { ROOT } from '../core/model/profile.ts';
import { unionTree } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';

export const LARGE_TREE_NODES = 1_000_000;

export function compareLargeTree(tree: UnionTree): void {
  const side = { samples: 10_000_000, tau: 0.1, pruned: [null] };
  compareTrees(tree, { base: side, head: side, level: 'assumed' });
}

/** Call trees of a server: 3,000 functions, stacks up to 60 deep, a tenth of the head's samples moved to one region. */
export function largeTree(): UnionTree {
  const made = unionTree([1, 2].map((seed) => [{ profile: largeProfile(seed), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function largeProfile(side: number): Profile {
  const builder = new ProfileBuilder(1);
  const frames = Array.from({ length: 3000 }, (_, f) => builder.frame(`function_${f}`));
  const nodes: { node: NodeIndex; depth: number; hot: boolean }[] = [{ node: ROOT, depth: 0, hot: false }];
  // Both sides grow the same tree: the generator does not depend on the side, the counts do.
  let state = 12345;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  while (nodes.length < LARGE_TREE_NODES) {
    const { node, depth, hot } = nodes[next(nodes.length)]!;
    if (depth >= 60) continue;
    const func = next(frames.length);
    const child = builder.child(node, frames[func] as FrameIndex);
    const isHot = hot || func === 7;
    const count = 1 + next(20);
    builder.addSelf(child, isHot && side === 2 ? 3 * count : count);
    nodes.push({ node: child, depth: depth + 1, hot: isHot });
  }
  const finished = builder.finish({
    valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
    source: { fileName: null, format: 'bench', generator: null, sha256: null },
  });
  if (!finished.ok) throw new Error(finished.error.code);
  return finished.value;
}
