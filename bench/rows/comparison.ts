import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../core/model/profile.ts';
import { unionTree } from '../../core/tree/union.ts';
import { compareRuns, readFile } from '../../pipeline/index.ts';
import { LARGE_TREE_NODES, compareLargeTree, largeTree } from '../large-tree.ts';
import { timedInProcess, timedProcess } from '../measure.ts';
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

/** Evidence and explanations of a tree that is already made, on one core; memory of a process that does this alone. */
export const millionNodesRow: Row = {
  id: 'P12',
  work: `a tree of ${LARGE_TREE_NODES.toLocaleString('en')} positions compared and explained`,
  async run() {
    const tree = largeTree();
    const timing = await timedInProcess(3, () => compareLargeTree(tree));
    // Of its own: what the rows before this one needed counts for the peak of this process.
    const alone = fileURLToPath(new URL('../compare-large-tree.ts', import.meta.url));
    const { peakMegabytes } = await timedProcess(1, [process.execPath, ...process.execArgv, alone]);
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
