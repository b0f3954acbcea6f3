import { createReadStream } from 'node:fs';
import { compareTrees } from '../../core/diff/compare.ts';
import { ProfileBuilder } from '../../core/model/builder.ts';
import type { FrameIndex, NodeIndex, Profile } from '../../core/model/profile.ts';
import { ROOT } from '../../core/model/profile.ts';
import { unionTree } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import { compareRuns, readFile } from '../../pipeline/index.ts';
import { timedInProcess } from '../measure.ts';
import type { Row } from '../row.ts';

/** Reading included on both sides of the ratio: normalization, evidence and explanations may cost as much again. */
export const fullComparisonRow: Row = {
  id: 'P8',
  work: 'two folded files of 20 MB compared, warm',
  async run({ path }) {
    const read = async () => [await profileOf(path('M.base.folded')), await profileOf(path('M.head.folded'))] as const;
    const bare = await timedInProcess(3, async () => {
      const [base, head] = await read();
      return unionTree([base, head].map((profile) => [{ profile, valueType: profile.defaultValueType }]));
    });
    const full = await timedInProcess(3, async () => {
      const [base, head] = await read();
      return compareRuns([base], [head]);
    });
    return [
      { what: 'read and laid over each other', ...bare, peer: null, goalSeconds: null },
      { what: 'read, normalized, tested, explained', ...full, peer: null, goalSeconds: 2 * bare.seconds },
    ];
  },
};

const NODES = 1_000_000;

/** Evidence and explanations of a tree that is already made; one core, memory of the whole process. */
export const millionNodesRow: Row = {
  id: 'P12',
  work: `a tree of ${NODES.toLocaleString('en')} positions compared and explained`,
  async run() {
    const tree = largeTree();
    const side = { samples: 10_000_000, tau: 0.1, pruned: [null] };
    const timing = await timedInProcess(3, () => compareTrees(tree, { base: side, head: side, level: 'assumed' }));
    const peakMegabytes = process.resourceUsage().maxRSS / 1024;
    const measured = { what: 'warm', ...timing, peakMegabytes, peer: null };
    return [
      { ...measured, goalSeconds: 3 },
      { ...measured, what: 'memory', goalSeconds: null, goalMegabytes: 600 },
    ];
  },
};

async function profileOf(path: string): Promise<Profile> {
  const read = await readFile(createReadStream(path, { highWaterMark: 1 << 18 }), { fileName: path });
  const profile = read.ok ? read.value.file.profiles[0]?.profile : undefined;
  if (profile === undefined) throw new Error(`${path} could not be read`);
  return profile;
}

/** Call trees of a server: 3,000 functions, stacks up to 60 deep, a tenth of the head's samples moved to one region. */
function largeTree(): UnionTree {
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
  while (nodes.length < NODES) {
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
