import { readFile } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { timedProcess } from '../measure.ts';
import type { Row } from '../row.ts';

const BASE_MEGABYTES = 60;
const BYTES_A_NODE = 60;

/** Most memory of a whole process that reads a file: it follows the tree, never the size of the text. */
export const memoryRow: Row = {
  id: 'P9',
  work: 'memory of a process that reads one file',
  async run({ cli, path }) {
    const measured = [];
    for (const name of ['perf20.txt', 'perf200.txt', 'M.base.folded', 'L.base.folded']) {
      const file = path(name);
      const timing = await timedProcess(1, [process.execPath, cli, 'inspect', file]);
      const read = await readFile(fileChunks(file), { fileName: null });
      const nodes = read.ok ? (read.value.file.profiles[0]?.profile.nodes.length ?? 0) : 0;
      measured.push({
        what: `${name}, ${nodes.toLocaleString('en')} nodes`,
        ...timing,
        peer: null,
        goalSeconds: null,
        goalMegabytes: BASE_MEGABYTES + (BYTES_A_NODE * nodes) / 1e6,
      });
    }
    return measured;
  },
};
