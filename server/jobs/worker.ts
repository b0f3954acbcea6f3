import { readFile as readBytes } from 'node:fs/promises';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { decodeComparison, encodeComparison } from '../../core/wire/comparison.ts';
import {
  DEFAULT_READ_LIMITS,
  compareRuns,
  kindOfFile,
  readFile,
  readMetrics,
  previewRules,
  readRules,
} from '../../pipeline/index.ts';
import type { ReadResult, RuleChoice, RulesPreview } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import { comparisonToFolded } from '../../render/folded.ts';
import { comparisonJsonChunks, inspectionJson } from '../../render/json.ts';
import { comparisonToSvg } from '../../render/svg.ts';
import type { Comparison } from '../../core/diff/comparison.ts';
import type { ReportFormat } from '../contract.ts';
import { withMetrics } from '../../core/metrics/attach.ts';
import type {
  CompareDone,
  CompareTask,
  PreviewTask,
  InputFile,
  JobFault,
  ReadFacts,
  ReadMetrics,
  ReportTask,
  RunFile,
  Staged,
} from '../ports.ts';
import { stageTo } from '../store/staging.ts';
import { sidesOf } from './runs.ts';
import type { Sides } from './runs.ts';

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

export async function compare(task: CompareTask): Promise<Result<CompareDone, JobFault>> {
  const files = [...task.base, ...task.head];
  const read = await readRuns(task);
  if (!read.ok) return read;
  const { runs, base, head } = read.value;
  const choice = ruleChoice(task, task.rulesText, task.without);
  if (!choice.ok) return err({ fault: choice.error, input: null });
  const compared = await compareRuns(base, head, { ...choice.value, valueType: task.valueType });
  if (!compared.ok) return err({ fault: compared.error, input: null });
  const result = await stageTo(task.output, [encodeComparison(compared.value)]);
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

function ruleChoice(
  { level }: Pick<CompareTask, 'level'>,
  text: string | null,
  without: readonly string[],
): Result<RuleChoice, Fault> {
  if (text === null || text.trim() === '') return ok({ level, without });
  const rules = readRules(text);
  return rules.ok ? ok({ level, without, userRules: rules.value }) : rules;
}

async function readRuns(
  task: Pick<CompareTask, 'base' | 'head' | 'maxInflatedBytes'>,
): Promise<Result<Sides & { readonly runs: readonly ReadResult[] }, JobFault>> {
  const runs: ReadResult[] = [];
  for (const [input, file] of [...task.base, ...task.head].entries()) {
    const one = await readInput(file, task.maxInflatedBytes);
    if (!one.ok) return err({ fault: one.error, input });
    runs.push(withRunMetrics(one.value, file));
  }
  const sides = sidesOf(runs.slice(0, task.base.length), runs.slice(task.base.length));
  return sides.ok ? ok({ runs, ...sides.value }) : sides;
}

/** The profiles of a file with the metrics of their run. */
function withRunMetrics(read: ReadResult, { metrics: attached }: RunFile): ReadResult {
  const profiles = read.file.profiles.map((parsed) => ({
    ...parsed,
    profile: attached.reduce(withMetrics, parsed.profile),
  }));
  return { ...read, file: { profiles } };
}

export async function report({ path, format, output }: ReportTask): Promise<Result<Staged, JobFault>> {
  const decoded = decodeComparison(await readBytes(path));
  if (!decoded.ok) return err({ fault: decoded.error, input: null });
  return ok(await stageTo(output, encoded(REPORTS[format](decoded.value))));
}

const REPORTS: Readonly<Record<ReportFormat, (comparison: Comparison) => Iterable<string>>> = {
  json: (comparison) => comparisonJsonChunks(comparison, { nodes: false }),
  svg: (comparison) => comparisonToSvg(comparison),
  folded: (comparison) => comparisonToFolded(comparison).chunks,
};

function readInput({ path, fileName }: InputFile, maxBytes: number): Promise<Result<ReadResult, Fault>> {
  return readFile(fileChunks(path), { fileName, limits: { ...DEFAULT_READ_LIMITS, maxBytes } });
}

function factsOf(read: ReadResult, fileName: string | null): ReadFacts {
  const { profiles } = read.file;
  return { format: read.format, facts: JSON.stringify(inspectionJson({ ...read, fileName, profiles })) };
}

function* encoded(chunks: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const chunk of chunks) yield encoder.encode(chunk);
}
