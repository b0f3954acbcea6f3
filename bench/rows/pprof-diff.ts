import { overlayRuns, readFile } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { gzip } from '../../pipeline/node-host.ts';
import { comparisonToPprof } from '../../render/pprof.ts';
import type { Profile } from '../../core/model/profile.ts';
import { timedInProcess, timedProcess } from '../measure.ts';
import { peerFigure } from '../peers.ts';
import type { Row } from '../row.ts';

/** Two pprof files to their difference as pprof, the way `firebreak diff -o out.pb.gz` takes: names normalized. */
export const pprofDiffRow: Row = {
  id: 'P6',
  work: 'difference of two pprof files of 1.5 MB',
  async run({ cli, machine, path }) {
    const [base, head] = [path('M.base.pb'), path('M.head.pb')];
    const cold = await timedProcess(3, [process.execPath, cli, 'diff', '-q', base, head, '-o', path('out.pb.gz')]);
    const readWarm = await timedInProcess(5, () => Promise.all([profileOf(base), profileOf(head)]));
    const warm = await timedInProcess(5, async () => {
      const laid = await overlayRuns([await profileOf(base)], [await profileOf(head)]);
      if (!laid.ok) throw new Error(laid.error.code);
      comparisonToPprof(laid.value, gzip);
    });
    const args = ['-proto', '-output=/dev/null', `-diff_base=${base}`, head];
    const peer = await peerFigure({ program: 'pprof', args, recordedSeconds: 0.7 }, machine);
    return [
      { what: 'cold, whole process', ...cold, peer, goalSeconds: 0.5 * peer.seconds },
      { what: 'warm', ...warm, peer, goalSeconds: 0.2 * peer.seconds },
      { what: 'warm, reading alone', ...readWarm, peer: null, goalSeconds: null },
    ];
  },
};

async function profileOf(file: string): Promise<Profile> {
  const read = await readFile(fileChunks(file), { fileName: null });
  if (!read.ok) throw new Error(read.error.code);
  const [first] = read.value.file.profiles;
  if (first === undefined) throw new Error('no profile');
  return first.profile;
}
