import { readFile as readBytes } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { encodeWithPicture } from '../../core/wire/picture.ts';
import { DEFAULT_READ_LIMITS, compareRuns, kindOfFile, previewRules, readMetrics } from '../../pipeline/index.ts';
import type { ReadResult, RulesPreview } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { inspectionJson } from '../../render/json.ts';
import type {
  CompareDone,
  CompareTask,
  PreviewTask,
  InputFile,
  JobFault,
  ReadFacts,
  ReadMetrics,
  ReportTask,
  Staged,
} from '../ports.ts';
import { stageTo } from '../store/staging.ts';
import type { Progress } from '../work/ports.ts';
import { readInput, readRuns, ruleChoice } from './inputs.ts';
import { reportBytes } from './reports.ts';
import { stepBack } from './priority.ts';

export { exportProfile } from './exports.ts';
export { judge, trend } from './judge.ts';
export { ticketFile, ticketReport } from '../tickets/work.ts';

stepBack();

/**
 * What runs in worker threads, one exported function a task. Faults are returned, since an error that crosses the
 * thread boundary loses its fields. Results are written to files that the caller reserved, so nothing large is copied.
 */

export async function inspect(task: InputFile & { maxInflatedBytes: number }): Promise<Result<ReadFacts, JobFault>> {
  const read = await readInput(task, task.maxInflatedBytes);
  return read.ok ? ok(factsOf(read.value, task.fileName)) : err({ fault: read.error, input: 0 });
}

export async function areMetrics(files: readonly InputFile[]): Promise<Result<readonly boolean[], JobFault>> {
  const found: boolean[] = [];
  for (const { path } of files) {
    const kind = await kindOfFile(fileChunks(path));
    found.push(kind.ok && kind.value === 'metrics');
  }
  return ok(found);
}

export async function metrics(task: InputFile & { maxInflatedBytes: number }): Promise<Result<ReadMetrics, JobFault>> {
  const { path, fileName, maxInflatedBytes } = task;
  const limits = { ...DEFAULT_READ_LIMITS, maxBytes: maxInflatedBytes };
  const read = await readMetrics(fileChunks(path), { fileName, limits });
  if (!read.ok) return err({ fault: read.error, input: 0 });
  const { format, metrics: parsed } = read.value;
  return ok({ format, ...parsed });
}

export async function compare(
  task: CompareTask & { readonly progress?: MessagePort },
): Promise<Result<CompareDone, JobFault>> {
  const files = [...task.base, ...task.head];
  const tell = (progress: Progress) => task.progress?.postMessage(progress);
  const read = await readRuns(task, (done) => tell({ stage: 'reading', done, of: files.length }));
  if (!read.ok) return read;
  const { runs, base, head } = read.value;
  const choice = ruleChoice(task, task.rulesText, task.without);
  if (!choice.ok) return err({ fault: choice.error, input: null });
  tell({ stage: 'comparing', done: 0, of: 0 });
  const compared = await compareRuns(base, head, {
    ...choice.value,
    valueType: task.valueType,
    force: task.force,
    sameWidth: task.sameWidth,
  });
  if (!compared.ok) return err({ fault: compared.error, input: null });
  tell({ stage: 'storing', done: 0, of: 0 });
  const result = await stageTo(task.output, encodeWithPicture(compared.value));
  return ok({ inputs: runs.map((file, at) => factsOf(file, files[at]?.fileName ?? null)), result });
}

export async function preview(task: PreviewTask): Promise<Result<RulesPreview, JobFault>> {
  const read = await readRuns(task);
  if (!read.ok) return read;
  const now = ruleChoice(task, task.rulesText, task.without);
  const tried = ruleChoice(task, task.tried, task.triedWithout);
  if (!now.ok) return err({ fault: now.error, input: null });
  if (!tried.ok) return err({ fault: tried.error, input: null });
  const { base, head } = read.value;
  const made = previewRules(base, head, now.value, tried.value, task.valueType);
  return made.ok ? made : err({ fault: made.error, input: null });
}

export async function report({ path, output, ...wish }: ReportTask): Promise<Result<Staged, JobFault>> {
  const decoded = decodeComparison(await readBytes(path));
  if (!decoded.ok) return err({ fault: decoded.error, input: null });
  const bytes = await reportBytes(decoded.value, wish);
  return bytes.ok ? ok(await stageTo(output, bytes.value)) : err({ fault: bytes.error, input: null });
}

function factsOf(read: ReadResult, fileName: string | null): ReadFacts {
  const { profiles } = read.file;
  return { format: read.format, facts: JSON.stringify(inspectionJson({ ...read, fileName, profiles })) };
}
