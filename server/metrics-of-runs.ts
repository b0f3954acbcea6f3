import { fault } from '../core/model/problem.ts';
import { Refusal } from './http/problem.ts';
import type { AttachedMetrics, InputFile, Ports } from './ports.ts';

/** A file of metrics, and the position of the run that it belongs to. */
export interface FoundMetrics<File> {
  readonly file: File;
  readonly run: number;
}

interface Named {
  readonly fileName: string | null;
}

/** Profiles and metrics of one list of files: a worker looks at each. */
export async function sortedFiles<File extends InputFile>({ workers }: Pick<Ports, 'workers'>, files: readonly File[]) {
  const kinds = await workers.areMetrics(files.map(({ path, fileName }) => ({ path, fileName })));
  if (!kinds.ok) throw new Refusal(kinds.error.fault);
  return sorted(files, kinds.value);
}

/** Reads files of metrics; by position of the run that they belong to. */
export async function metricsIn(
  { workers, limits }: Pick<Ports, 'workers' | 'limits'>,
  files: readonly FoundMetrics<InputFile & { readonly hash: string }>[],
): Promise<ReadonlyMap<number, readonly AttachedMetrics[]>> {
  const attached = new Map<number, readonly AttachedMetrics[]>();
  for (const { file, run } of files) {
    const { path, fileName, hash: sha256 } = file;
    const read = await workers.metrics({ path, fileName, maxInflatedBytes: limits.maxInflatedBytes });
    if (!read.ok) throw new Refusal(read.error.fault, fileName);
    attached.set(run, [...(attached.get(run) ?? []), { fileName, sha256, ...read.value }]);
  }
  return attached;
}

/** Each file once, in the order in which they came. */
export function united(
  known: readonly AttachedMetrics[],
  added: readonly AttachedMetrics[],
): readonly AttachedMetrics[] {
  const byHash = new Map(known.map((file) => [file.sha256, file]));
  for (const file of added) if (!byHash.has(file.sha256)) byHash.set(file.sha256, file);
  return [...byHash.values()];
}

/** Metrics belong to the profile before them, or to the first one. */
function sorted<File extends Named>(files: readonly File[], areMetrics: readonly boolean[]) {
  const runs: File[] = [];
  const found: FoundMetrics<File>[] = [];
  for (const [i, file] of files.entries()) {
    if (areMetrics[i] === true) found.push({ file, run: Math.max(0, runs.length - 1) });
    else runs.push(file);
  }
  const [first] = found;
  if (runs.length === 0 && first !== undefined) {
    const { fileName } = first.file;
    throw new Refusal(fault('metrics-without-profile', { facts: { file: fileName ?? 'the file' } }), fileName);
  }
  return { runs, found };
}

/** Metrics that were given apart from the profiles: all of the only one, or one to each. */
export function ofRuns<File>(files: readonly File[], runs: number): readonly FoundMetrics<File>[] {
  if (files.length > 0 && runs !== 1 && files.length !== runs) {
    throw new Refusal(fault('metrics-ambiguous', { facts: { files: files.length, profiles: runs } }));
  }
  return files.map((file, i) => ({ file, run: runs === 1 ? 0 : i }));
}
