import { fault } from '../core/model/problem.ts';
import { Refusal } from './http/problem.ts';

/** A file of metrics, and the position of the run that it belongs to. */
export interface FoundMetrics<File> {
  readonly file: File;
  readonly run: number;
}

interface Named {
  readonly fileName: string | null;
}

/** Profiles and metrics of one list of files: metrics belong to the profile before them, or to the first one. */
export function sorted<File extends Named>(files: readonly File[], areMetrics: readonly boolean[]) {
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
