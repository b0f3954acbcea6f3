/** Two sides of files to a comparison, in the browser: read, attach metrics, compare; or what other rules would change. */
import type { Comparison, NormalizationLevel } from '../../core/diff/comparison.ts';
import { withMetrics } from '../../core/metrics/attach.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { compareWith } from '../../pipeline/compare.ts';
import { readInputWith } from '../../pipeline/read.ts';
import type { ReadResult } from '../../pipeline/read.ts';
import { previewRules } from '../../pipeline/preview.ts';
import type { RulesPreview } from '../../pipeline/preview.ts';
import { normalizerOf, userRulesOf } from '../../pipeline/rules.ts';
import type { RuleChoice } from '../../pipeline/rules.ts';
import { sidesOf } from '../../pipeline/sides-of-files.ts';
import { countableOf } from '../model/countable.ts';
import type { Countable } from '../model/countable.ts';
import { browserHost } from './browser-host.ts';

export interface LocalInputs {
  readonly base: readonly File[];
  readonly head: readonly File[];
  readonly level: NormalizationLevel;
  /** Built-in rule packs to leave out. */
  readonly without: readonly string[];
  /** The counts to compare; null: the default of the first file. */
  readonly valueType: string | null;
  /** The recording to take of files that hold several; null: the first. */
  readonly recording: string | null;
  /** Leaves out of every file what the coarsest drawing among them leaves out. */
  readonly sameWidth: boolean;
  /** Text of own rules, which run after the built-in ones; empty: none. */
  readonly rules: string;
}

/** A fault, and the file that it is about; null when it is about all of them. */
export interface FileFault {
  readonly fault: Fault;
  readonly file: string | null;
}

/** What is being done: the file that is read, or null when they are compared. */
export type OnStep = (file: string | null) => void;

export async function compareFiles(inputs: LocalInputs, onStep: OnStep): Promise<Result<Comparison, FileFault>> {
  const choice = await choiceOf(inputs);
  const normalizer = choice.ok ? normalizerOf(choice.value) : choice;
  if (!normalizer.ok) return err({ fault: normalizer.error, file: null });
  const paired = await pairedSides(inputs, onStep);
  if (!paired.ok) return paired;
  const compared = compareWith(normalizer.value, paired.value.base, paired.value.head, {
    valueType: inputs.valueType,
    sameWidth: inputs.sameWidth,
  });
  return compared.ok ? compared : err({ fault: compared.error, file: null });
}

/** What these rules would change in the comparison of the same files. */
export async function previewFiles(
  inputs: LocalInputs,
  tried: Pick<LocalInputs, 'rules' | 'without'>,
): Promise<Result<RulesPreview, FileFault>> {
  const [now, then] = [await choiceOf(inputs), await choiceOf({ ...inputs, ...tried })];
  if (!now.ok) return err({ fault: now.error, file: null });
  if (!then.ok) return err({ fault: then.error, file: null });
  const paired = await pairedSides(inputs, () => undefined);
  if (!paired.ok) return paired;
  const preview = previewRules(paired.value.base, paired.value.head, now.value, then.value, inputs.valueType);
  return preview.ok ? preview : err({ fault: preview.error, file: null });
}

/** What the first file of good could be compared by. */
export async function countableFiles({
  base,
  recording,
  sameWidth,
}: LocalInputs): Promise<Result<Countable, FileFault>> {
  const runs = await runsOf(base, () => undefined);
  if (!runs.ok) return runs;
  const profiles = runs.value[0]?.file.profiles ?? [];
  return ok(
    countableOf(
      profiles.map(({ name, side, profile }) => ({ name, side, valueTypes: profile.valueTypes })),
      recording,
      sameWidth,
    ),
  );
}

async function choiceOf({ level, without, rules }: LocalInputs): Promise<Result<RuleChoice, Fault>> {
  if (rules.trim() === '') return ok({ level, without });
  const hasher = browserHost.hasher();
  hasher.update(new TextEncoder().encode(rules));
  const userRules = userRulesOf(rules, await hasher.hex());
  return userRules.ok ? ok({ level, without, userRules: userRules.value }) : userRules;
}

async function pairedSides({ base, head, recording }: LocalInputs, onStep: OnStep) {
  const sides: ReadResult[][] = [];
  for (const files of [base, head]) {
    const runs = await runsOf(files, onStep);
    if (!runs.ok) return runs;
    sides.push(runs.value);
  }
  const [baseRuns = [], headRuns = []] = sides;
  onStep(null);
  const paired = sidesOf(baseRuns, headRuns, recording);
  if (paired.ok) return paired;
  const { fault, input } = paired.error;
  const read = input === null ? undefined : [...baseRuns, ...headRuns][input];
  return err({ fault, file: read?.file.profiles[0]?.profile.source.fileName ?? null });
}

/** The runs of one side; metrics among the files belong to the profile before them, or to the first one. */
async function runsOf(files: readonly File[], onStep: OnStep): Promise<Result<ReadResult[], FileFault>> {
  const runs: ReadResult[] = [];
  const waiting: Parameters<typeof withMetrics>[1][] = [];
  for (const file of files) {
    onStep(file.name);
    const input = await readInputWith(browserHost, chunksOf(file), { fileName: file.name });
    if (!input.ok) return err({ fault: input.error, file: file.name });
    if (input.value.kind === 'metrics') {
      const { metrics } = input.value.read;
      const last = runs.pop();
      if (last === undefined) waiting.push(metrics);
      else runs.push(attached(last, metrics));
    } else runs.push(waiting.splice(0).reduce(attached, input.value.read));
  }
  const [first] = files;
  if (runs.length > 0 || first === undefined) return ok(runs);
  return err({ fault: fault('metrics-without-profile', { facts: { file: first.name } }), file: first.name });
}

function attached(read: ReadResult, metrics: Parameters<typeof withMetrics>[1]): ReadResult {
  const profiles = read.file.profiles.map((parsed) => ({ ...parsed, profile: withMetrics(parsed.profile, metrics) }));
  return { ...read, file: { profiles } };
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
