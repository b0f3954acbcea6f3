import { withMetrics } from '../../core/metrics/attach.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { DEFAULT_READ_LIMITS, readFile, readRules } from '../../pipeline/index.ts';
import type { ReadResult, RuleChoice } from '../../pipeline/index.ts';
import { fileChunks } from '../../pipeline/node-chunks.ts';
import type { CompareTask, InputFile, JobFault, RunFile } from '../ports.ts';
import { sidesOf } from '../../pipeline/sides-of-files.ts';
import type { Sides } from '../../pipeline/sides-of-files.ts';

const NO_LABELS: ReadonlyMap<string, string> = new Map();

/** The rules of a task, compiled. */
export function ruleChoice(
  { level }: Pick<CompareTask, 'level'>,
  text: string | null,
  without: readonly string[],
): Result<RuleChoice, Fault> {
  if (text === null || text.trim() === '') return ok({ level, without });
  const rules = readRules(text);
  return rules.ok ? ok({ level, without, userRules: rules.value }) : rules;
}

/** Reads the files of both sides, with the metrics of their runs. */
export async function readRuns(
  task: Pick<CompareTask, 'base' | 'head' | 'recording' | 'maxInflatedBytes'>,
  onRead: (done: number) => void = () => undefined,
): Promise<Result<Sides & { readonly runs: readonly ReadResult[] }, JobFault>> {
  const runs: ReadResult[] = [];
  for (const [input, file] of [...task.base, ...task.head].entries()) {
    onRead(input);
    const one = await readInput(file, task.maxInflatedBytes);
    if (!one.ok) return err({ fault: one.error, input });
    runs.push(withWhatIsKept(one.value, file));
  }
  const sides = sidesOf(runs.slice(0, task.base.length), runs.slice(task.base.length), task.recording);
  return sides.ok ? ok({ runs, ...sides.value }) : sides;
}

/** The profiles of a file with the metrics of their run, and the labels it was uploaded with. */
function withWhatIsKept(read: ReadResult, { metrics: attached, labels = NO_LABELS }: RunFile): ReadResult {
  const profiles = read.file.profiles.map((parsed) => {
    const profile = attached.reduce(withMetrics, parsed.profile);
    return { ...parsed, profile: { ...profile, labels: new Map([...profile.labels, ...labels]) } };
  });
  return { ...read, file: { profiles } };
}

export function readInput({ path, fileName }: InputFile, maxBytes: number): Promise<Result<ReadResult, Fault>> {
  return readFile(fileChunks(path), { fileName, limits: { ...DEFAULT_READ_LIMITS, maxBytes } });
}
