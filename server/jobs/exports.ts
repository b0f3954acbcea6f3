import type { Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { runOfFile } from '../../pipeline/index.ts';
import { gzip } from '../../pipeline/node-host.ts';
import { profileToFolded } from '../../render/folded.ts';
import { profileToPprof } from '../../render/pprof.ts';
import { profileToSpeedscope } from '../../render/speedscope.ts';
import type { ProfileFormat } from '../contract.ts';
import type { ExportTask, JobFault, Staged } from '../ports.ts';
import { stageTo } from '../store/staging.ts';
import { readInput } from './inputs.ts';

type Chunks = Iterable<string | Uint8Array>;

/** A profile in each form that other tools read; of a file with several recordings the first. */
const WRITERS: Readonly<Record<ProfileFormat, (profile: Profile) => Chunks>> = {
  folded: (profile) => profileToFolded(profile).chunks,
  'pb.gz': (profile) => [profileToPprof(profile, gzip).bytes],
  'speedscope.json': (profile) => profileToSpeedscope(profile).chunks,
};

export async function exportProfile(task: ExportTask): Promise<Result<Staged, JobFault>> {
  const read = await readInput(task, task.maxInflatedBytes);
  if (!read.ok) return err({ fault: read.error, input: 0 });
  const run = runOfFile(read.value.file, task.side === null ? {} : { side: task.side });
  if (!run.ok) return err({ fault: run.error, input: 0 });
  return ok(await stageTo(task.output, encoded(WRITERS[task.format](run.value))));
}

function* encoded(chunks: Chunks): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}
