import { readFile } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { flamegraphSvg } from '../flamegraph-svg.ts';
import { timedInProcess } from '../measure.ts';
import type { Row } from '../row.ts';

const FRAMES = 21_000;
const GOAL_MEGABYTES_A_SECOND = 50;

/** A drawing back to a profile, in a process that has read before. No peer does it. */
export const svgReadRow: Row = {
  id: 'P7',
  work: 'flamegraph.pl drawing read back',
  async run({ machine, path }) {
    const source = await readFile(fileChunks(path('M.base.folded')), { fileName: null });
    const profile = source.ok ? source.value.file.profiles[0]?.profile : undefined;
    if (profile === undefined) throw new Error('no profile to draw');
    const bytes = new TextEncoder().encode(flamegraphSvg(profile, FRAMES));
    const timing = await timedInProcess(9, async () => {
      const read = await readFile([bytes], { fileName: 'flamegraph.svg' });
      if (!read.ok) throw new Error(read.error.code);
    });
    const megabytes = bytes.length / 1e6;
    const what = `${megabytes.toFixed(1)} MB, ${(megabytes / timing.seconds).toFixed(0)} MB/s warm`;
    return [{ what, ...timing, peer: null, goalSeconds: (megabytes / GOAL_MEGABYTES_A_SECOND) * machine }];
  },
};
