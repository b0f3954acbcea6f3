import { readFile } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { timedInProcess, timedProcess } from '../measure.ts';
import { peerFigure } from '../peers.ts';
import type { Row } from '../row.ts';

/** Whole process against inferno on one thread: start, read, hash, parse, check, say what it is. */
const whole: Row = {
  id: 'P4',
  work: 'perf script of 200 MB to a profile, whole process',
  async run({ cli, machine, path }) {
    const file = path('perf200.txt');
    const timing = await timedProcess(3, [process.execPath, cli, 'inspect', file]);
    const peer = await peerFigure(
      { program: 'inferno-collapse-perf', args: ['-n', '1', file], recordedSeconds: 1.11 },
      machine,
    );
    return [{ what: 'cold', ...timing, peer, goalSeconds: 0.5 * peer.seconds }];
  },
};

/** In a process that has read before, against inferno with two threads. */
const warm: Row = {
  id: 'P5',
  work: 'perf script of 20 MB to a profile',
  async run({ machine, path }) {
    const file = path('perf20.txt');
    const timing = await timedInProcess(9, async () => {
      const read = await readFile(fileChunks(file), { fileName: 'perf20.txt' });
      if (!read.ok) throw new Error(read.error.code);
    });
    const peer = await peerFigure(
      { program: 'inferno-collapse-perf', args: ['-n', '2', file], recordedSeconds: 0.1 },
      machine,
    );
    return [{ what: 'warm', ...timing, peer, goalSeconds: 0.7 * peer.seconds }];
  },
};

export const perfScriptRows: readonly Row[] = [warm, whole];
