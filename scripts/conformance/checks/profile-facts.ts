import { totalOf } from '../../../core/model/totals.ts';
import { entriesOf, expectedOf, isValue, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { columnsOf, mainColumn, mainProfile } from '../product.ts';
import type { Accepted, Column, Reading } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { signedSums } from '../tree.ts';
import { checkReversed, checkStackList, checkStacks } from './stacks.ts';
import { checkMentions } from './words.ts';

interface Context {
  readonly reading: Accepted;
  readonly column: Column;
  readonly facts: Json;
  readonly tolerance: number;
}

type FactCheck = (record: Recorder, value: unknown, context: Context) => void;

/** Keys of `expected.json` that state something about one file. Each is one check function. */
const CHECKS: Readonly<Record<string, FactCheck>> = {
  total: (record, value, { column, tolerance }) => {
    const actual = totalOf(column.profile, column.valueType);
    record.that(
      'total',
      isValue(actual, expectedOf(value, 'total'), tolerance),
      () => `expected ${String(value)}, got ${actual}`,
    );
  },
  unit: (record, value, { column }) => {
    const actual = column.profile.valueTypes[column.valueType]?.unit ?? '';
    const expected = textOf(value, 'unit');
    record.that('unit', actual.toLowerCase() === expected.toLowerCase(), () => `expected ${expected}, got ${actual}`);
  },
  event: (record, value, { column }) => {
    const names = [...column.names, column.profile.event];
    record.that(
      'event',
      names.includes(textOf(value, 'event')),
      () => `expected ${String(value)}, got ${shown(names)}`,
    );
  },
  sample_records: (record, value, { column }) => {
    const actual = column.profile.valueTypes[column.valueType]?.sampling?.records ?? null;
    record.that('sample_records', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  stacks: (record, _, { facts, column, tolerance }) => checkStacks(record, facts, column, tolerance),
  stack_list: (record, _, { facts, column, tolerance }) => checkStackList(record, facts, column, tolerance),
  reversed: (record, value, { column, tolerance }) => checkReversed(record, value, column, tolerance),
  events: (record, value, context) => checkColumns(record, 'events', value, context),
  sample_types: (record, value, context) => checkColumns(record, 'sample_types', value, context),
  profiles: checkProfiles,
  default_event: checkDefault,
  default_sample_type: checkDefault,
  sum_of_positive: (record, value, { column, tolerance }) => {
    const { positive } = signedSums(column);
    record.that('sum_of_positive', isValue(positive, expectedOf(value, 'sum'), tolerance), () => `got ${positive}`);
  },
  sum_of_negative: (record, value, { column, tolerance }) => {
    const { negative } = signedSums(column);
    record.that('sum_of_negative', isValue(negative, expectedOf(value, 'sum'), tolerance), () => `got ${negative}`);
  },
  must_never_be_total: (record, value, { reading }) => {
    const totals = columnsOf(reading).map(({ profile, valueType }) => Number(totalOf(profile, valueType)));
    const wrong = listOf(value, 'must_never_be_total').filter((total) => totals.includes(Number(total)));
    record.that('must_never_be_total', wrong.length === 0, () => `totals ${shown(totals)} hold ${shown(wrong)}`);
  },
  frames_must_not_contain: (record, value, { reading }) => {
    for (const text of textsOf(value, 'frames_must_not_contain')) {
      const names = reading.profiles.flatMap(({ profile }) => profile.strings.filter((name) => name.includes(text)));
      record.that(`frames_must_not_contain[${text}]`, names.length === 0, () => `in ${shown(names)}`);
    }
  },
  drawing_limit: (record, value, { column }) => {
    const limit = column.profile.pruned?.weight ?? null;
    const facts = objectOf(value, 'drawing_limit');
    const max = facts['max'] === undefined ? Infinity : Number(facts['max']);
    const min = facts['min'] === undefined ? 0 : Number(facts['min']);
    const holds = limit !== null && limit <= max && limit >= min;
    record.that('drawing_limit', holds, () => `expected ${min} to ${max}, got ${String(limit)}`);
  },
  warnings: (record, value, { reading }) =>
    checkMentions(record, 'warnings', objectOf(value, 'warnings')['must_mention'], reading.said),
  metadata: (record, value, { reading }) => {
    // There is no field of its own for each of these: that it is known shows in what is said about the file.
    for (const [name, expected] of entriesOf(value, 'metadata')) {
      record.that(
        `metadata.${name}`,
        reading.said.includes(String(expected)),
        () => `no ${String(expected)} in: ${reading.said}`,
      );
    }
  },
  // Reading has no way to open files or sockets (check-boundaries); what is left to see is that it was refused.
  no_file_or_network_access: () => undefined,
};

/** Keys that belong to a check above or say why a fact holds. */
const READ_ELSEWHERE = new Set(
  [
    'tolerance may_be_absent compare error must_mention limits sample_record_note schema kind',
    'inputs per_file reason choice note notes why',
  ].flatMap((words) => words.split(' ')),
);

/** Keys that stand beside the facts of the only file of a case and are about the case. */
export const CASE_KEYS = new Set(
  [
    'diff diffs default_mode must_state_mode output_must_not_contain outputs labels same',
    'same_optional different unchanged names idempotent with_language request aborted',
    'after_each gate_file gates median change_percent_of_base_total deterministic',
  ].flatMap((words) => words.split(' ')),
);

/** Every fact of one file, whatever the format. */
export function checkProfileFacts(record: Recorder, facts: Json, reading: Reading): void {
  if (facts['error'] === true) {
    record.that('error', !reading.ok, () => 'it was read without an error');
    const said = reading.ok ? '' : reading.said;
    if (facts['must_mention'] !== undefined) checkMentions(record, 'must_mention', facts['must_mention'], said);
    return;
  }
  if (!reading.ok) {
    record.fail('accepted', `refused as ${reading.code}: ${reading.said}`);
    return;
  }
  checkColumn(record, facts, reading, mainColumn(reading));
}

function checkColumn(record: Recorder, facts: Json, reading: Accepted, column: Column): void {
  const tolerance = Number(facts['tolerance'] ?? 0);
  const context = { reading, column, facts, tolerance };
  const stacksApart = facts['stacks'] === undefined && (facts['one_of_stacks'] ?? facts['one_of_paths']) !== undefined;
  if (stacksApart) checkStacks(record, facts, column, tolerance);
  for (const [name, value] of Object.entries(facts)) {
    if (READ_ELSEWHERE.has(name) || CASE_KEYS.has(name) || name.startsWith('one_of_')) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check === undefined) record.notYet(name, 'no check is written for this fact');
    else check(record, value, context);
  }
}

/** `events`, `sample_types`: the same facts for each column of values, found by its name. */
function checkColumns(record: Recorder, key: string, value: unknown, { reading, facts }: Context): void {
  const columns = columnsOf(reading);
  for (const [name, inner] of entriesOf(value, key)) {
    const column = columns.find(({ names }) => names.includes(name));
    const within = record.within(`${key}[${name}]`);
    if (column === undefined) within.fail('present', `there are only ${shown(columns.map(({ names }) => names))}`);
    else checkColumn(within, inherited(facts, objectOf(inner, name)), reading, column);
  }
}

/** Several recordings or graphs of one file, by name or in order. */
function checkProfiles(record: Recorder, value: unknown, { reading, facts }: Context): void {
  const wanted: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((inner: unknown, index) => [String(index), inner] as const)
    : entriesOf(value, 'profiles');
  for (const [name, inner] of wanted) {
    const found = Array.isArray(value)
      ? reading.profiles[Number(name)]
      : reading.profiles.find((one) => one.name === name);
    const within = record.within(`profiles[${name}]`);
    if (found === undefined) {
      within.fail('present', `there are only ${shown(reading.profiles.map((one) => one.name))}`);
      continue;
    }
    const { profile } = found;
    const column = { profile, valueType: profile.defaultValueType, names: found.name === null ? [] : [found.name] };
    checkColumn(within, inherited(facts, objectOf(inner, name)), { ...reading, profiles: [found] }, column);
  }
}

/** What holds for the whole file holds for its parts. */
function inherited(outer: Json, inner: Json): Json {
  const shared = ['tolerance', 'compare'].filter((key) => outer[key] !== undefined).map((key) => [key, outer[key]]);
  return { ...Object.fromEntries(shared), ...inner };
}

function checkDefault(record: Recorder, value: unknown, { reading }: Context): void {
  const { names } = mainColumn(reading);
  const all = [...names, mainProfile(reading).event];
  record.that(
    'default',
    all.includes(textOf(value, 'the default')),
    () => `expected ${String(value)}, got ${shown(all)}`,
  );
}
