/** Runs case folders: each an `expected.json` with its input files. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkDiff, diffsOf } from './checks/diff.ts';
import { checkFormat } from './checks/format.ts';
import { checkGateMedians } from './checks/gate.ts';
import { checkGates } from './checks/gate-verdicts.ts';
import { checkLimits, measured } from './checks/limits.ts';
import type { Measured } from './checks/limits.ts';
import { checkNames } from './checks/normalise.ts';
import { checkOutputs } from './checks/render.ts';
import { checkTexts } from './checks/texts.ts';
import { checkUploads } from './checks/upload.ts';
import { CASE_KEYS, checkProfileFacts } from './checks/profile-facts.ts';
import { listOf, objectOf, readJson, textOf } from './json.ts';
import type { Json } from './json.ts';
import { isNoProfile } from './formats.ts';
import { readPath } from './product.ts';
import type { Reading } from './product.ts';
import { Recorder, guarded } from './record.ts';
import type { Subject } from './record.ts';

export function isCaseFolder(folder: string): boolean {
  return existsSync(join(folder, 'expected.json'));
}

export function caseFoldersIn(folder: string): readonly string[] {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inner
    .map(({ name }) => join(folder, name))
    .filter(isCaseFolder)
    .sort();
}

/** `label` stands before the name of the case in reports and in the list of known gaps: `cases/08-folded-numbers`. */
export async function runCase(folder: string, label: string): Promise<readonly Subject[]> {
  const name = `${label}/${basename(folder)}`;
  const expected = objectOf(readJson(join(folder, 'expected.json')), 'expected.json');
  const inputs = inputsOf(expected);
  const subjects: Subject[] = [];
  const read: ReadInputs = { readings: new Map(), waiting: new Set() };
  for (const { file, format } of inputs) {
    const record = new Recorder();
    const facts = factsOf(expected, file, inputs.length === 1);
    await guarded(record, () => checkFile(record, { folder, file, format, facts }, read));
    subjects.push({ file: `${name}/${file}`, format, checks: record.checks });
  }
  const record = new Recorder();
  const only = inputs.length === 1 ? inputs[0]?.file : undefined;
  await guarded(record, () => checkWhole(record, expected, folder, only, read));
  const kind = typeof expected['kind'] === 'string' ? expected['kind'] : 'case';
  return [...subjects, { file: name, format: kind, checks: record.checks }].filter(({ checks }) => checks.length > 0);
}

interface ReadInputs {
  readonly readings: Map<string, Reading>;
  /** Files whose format has no importer yet. */
  readonly waiting: Set<string>;
}

interface FileFacts extends Input {
  readonly folder: string;
  readonly facts: Json;
}

async function checkFile(
  record: Recorder,
  { folder, file, format, facts }: FileFacts,
  { readings, waiting }: ReadInputs,
): Promise<void> {
  const read = await measured(() => readPath(join(folder, file)));
  readings.set(file, read.value);
  if (checkFormat(record, format, read.value) === 'done') {
    if (!isNoProfile(format)) waiting.add(file);
    return;
  }
  // An input without facts of its own is there for a diff, which may be one that has to be refused.
  if (hasFacts(facts)) checkInput(record, facts, read);
}

/** What a case states beside the facts of its files. */
async function checkWhole(
  record: Recorder,
  expected: Json,
  folder: string,
  only: string | undefined,
  { readings, waiting }: ReadInputs,
): Promise<void> {
  for (const [key, diff] of diffsOf(expected)) {
    const files = diff['from_one_file'] === true ? [only] : [diff['base'], diff['head']];
    if (files.some((file) => typeof file === 'string' && waiting.has(file)))
      record.notYet(key, 'waits for an importer');
    else await checkDiff(record.within(key), diff, expected, { folder, readings, onlyFile: only });
  }
  checkNames(record, expected);
  await checkGateMedians(record, expected, folder);
  await checkGates(record, expected, folder);
  await checkTexts(record, expected, folder);
  await checkOutputs(record, expected, only === undefined ? undefined : join(folder, only));
  if (expected['request'] !== undefined) await checkUploads(record, expected, folder);
  for (const key of unknownKeys(expected, only !== undefined)) record.notYet(key, 'no check is written for this fact');
}

function checkInput(record: Recorder, facts: Json, read: Measured<Reading>): void {
  checkProfileFacts(record, facts, read.value);
  if (facts['limits'] !== undefined) checkLimits(record, facts['limits'], read);
}

interface Input {
  readonly file: string;
  readonly format: string;
}

function inputsOf(expected: Json): readonly Input[] {
  return listOf(expected['inputs'] ?? [], 'inputs').map((entry) => {
    const input = objectOf(entry, 'an input');
    return { file: textOf(input['file'], 'file'), format: textOf(input['format'] ?? 'unknown', 'format') };
  });
}

/** Facts of one file: its own, and those of the whole case that hold for each file of it. */
function factsOf(expected: Json, file: string, isOnly: boolean): Json {
  const own = objectOf(objectOf(expected['per_file'] ?? {}, 'per_file')[file] ?? {}, file);
  if (isOnly) return { ...expected, ...own };
  return {
    ...Object.fromEntries(SHARED.filter((key) => expected[key] !== undefined).map((key) => [key, expected[key]])),
    ...own,
  };
}

const SHARED = ['tolerance', 'compare', 'limits', 'must_never_be_total', 'frames_must_not_contain'];

function hasFacts(facts: Json): boolean {
  return Object.keys(facts).some((key) => !SHARED.includes(key));
}

const KNOWN = new Set(
  [
    'schema kind inputs per_file reason choice note why tolerance compare must_never_be_total',
    'frames_must_not_contain limits',
  ].flatMap((words) => words.split(' ')),
);

/** With one input every key is a fact of it and is accounted for there. */
function unknownKeys(expected: Json, isOnly: boolean): readonly string[] {
  return isOnly ? [] : Object.keys(expected).filter((key) => !KNOWN.has(key) && !CASE_KEYS.has(key));
}
