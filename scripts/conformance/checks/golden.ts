import { stackCountOf, totalOf } from '../../../core/model/totals.ts';
import { BASE, HEAD, unionTree } from '../../../core/tree/union.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { importersOf } from '../formats.ts';
import { listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import type { Entry } from '../manifest.ts';
import { hasImporter, mainProfile, sideProfile } from '../product.ts';
import type { Reading } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { selfByName, UnionPaths } from '../tree.ts';
import { checkRecording } from './jfr.ts';
import { NO_COMMENTS, asRead, commentsIn } from './folded-rule.ts';
import type { Comments } from './folded-rule.ts';
import { isSum } from './manifest-facts.ts';
import { withFullNames } from './own-titles.ts';
import { COUNT_LINES, sumsOfCollapser } from './tool-habits.ts';
import { asDifffoldedSees, asToolSees, changesLeaves, isNegated } from './tool-options.ts';

/**
 * `expected_result_of`: what a tool made of other files of the corpus. Only results without options are compared, and only
 * where both ends can be read: the two inputs of a folded difference stack by stack, everything else by total and number
 * of stacks (tools tidy names in their own ways).
 */
export async function checkGolden(record: Recorder, entry: Entry, reading: Reading): Promise<void> {
  const value = entry.json['expected_result_of'];
  if (value === undefined || !reading.ok) return;
  for (const one of Array.isArray(value) ? value : [value]) {
    const result = objectOf(one, 'expected_result_of');
    const options = result['options'] === undefined ? [] : listOf(result['options'], 'options');
    const hasFlags = typeof result['tool'] === 'string' && result['tool'].includes(' -');
    const inputs =
      result['inputs'] === undefined ? [textOf(result['input'], 'input')] : textsOf(result['inputs'], 'inputs');
    if (await compareColumn(record, entry, reading, options, inputs)) continue;
    if (options.length > 0 || hasFlags || !inputs.every((file) => isReadable(entry, file))) continue;
    const [first, second] = inputs;
    if (second !== undefined) await compareSides(record, entry, reading, first ?? '', second);
    else if (first !== undefined && entry.formatOf(first) !== entry.format)
      await compareSums(record, entry, reading, first);
  }
}

/** Columns by the option that chooses them. */
const CHOSEN: ReadonlyMap<string, string> = new Map([
  ['source = Source::Ticks', 'ticks'],
  ['source = Source::Bytes', 'allocated'],
]);

/** A result that was made of a chosen column of values is compared with that column. False when none was chosen. */
async function compareColumn(
  record: Recorder,
  entry: Entry,
  reading: Reading,
  options: readonly unknown[],
  [file]: readonly string[],
): Promise<boolean> {
  const column = CHOSEN.get(String(options[0]));
  if (column === undefined || file === undefined || !reading.ok || !isReadable(entry, file)) return false;
  const input = await entry.readOther(file);
  if (!input.ok) return false;
  const [mine, theirs] = [mainProfile(reading), mainProfile(input)];
  const at = theirs.valueTypes.findIndex(({ name }) => name === column);
  record.that(
    `result of ${file}, ${column}`,
    totalOf(mine) === totalOf(theirs, at) && stackCountOf(mine) === stackCountOf(theirs, at),
    () =>
      `${totalOf(mine)} in ${stackCountOf(mine)} stacks, input ${totalOf(theirs, at)} in ${stackCountOf(theirs, at)}`,
  );
  return true;
}

function isReadable(entry: Entry, file: string): boolean {
  const format = entry.formatOf(file);
  return format !== null && hasImporter(importersOf(format));
}

async function compareSides(
  record: Recorder,
  entry: Entry,
  reading: Reading,
  before: string,
  after: string,
): Promise<void> {
  if (!reading.ok || entry.format !== 'folded-diff') return;
  for (const [side, file] of [['base', before] as const, ['head', after] as const]) {
    const input = await entry.readOther(file);
    const mine = sideProfile(reading, side);
    const name = `result of ${file}`;
    if (!input.ok || mine === null) record.fail(name, input.ok ? `no side ${side}` : input.said);
    else {
      // Only the ones of inferno's tests have two inputs; its tool changes them as its drawings do.
      const different = differences(asDifffoldedSees(entry.json, mainProfile(input)), mine);
      record.that(name, different.length === 0, () => shown(different));
    }
  }
}

async function compareSums(record: Recorder, entry: Entry, reading: Reading, file: string): Promise<void> {
  const input = await entry.readOther(file);
  const name = `result of ${file}`;
  if (!input.ok || !reading.ok) {
    record.fail(name, input.ok ? 'refused' : input.said);
    return;
  }
  if (entry.formatOf(file) === 'jfr') {
    checkRecording(record, name, reading, input);
    return;
  }
  const [mine, theirs] = [mainProfile(reading), mainProfile(input)];
  const format = entry.formatOf(file) ?? '';
  if (COUNT_LINES.has(format)) return;
  // A report with ticks is folded by its percentages unless told otherwise; those are not kept beside exact values.
  if (format === 'ghc-prof' && theirs.valueTypes[0]?.unit !== 'percent') return;
  const expected = sumsOfCollapser(format, theirs) ?? { total: totalOf(theirs), stacks: stackCountOf(theirs) };
  record.that(
    name,
    totalOf(mine) === expected.total && stackCountOf(mine) === expected.stacks,
    () => `${totalOf(mine)} in ${stackCountOf(mine)} stacks, input ${expected.total} in ${expected.stacks}`,
  );
}

/** Paths with different self values, at most a few. */
function differences(a: Profile, b: Profile): readonly (readonly [string, number, number])[] {
  const run = (profile: Profile) => [{ profile, valueType: profile.defaultValueType }];
  const union = unionTree([run(a), run(b)]);
  if (!union.ok) return [[union.error.code, 0, 0]];
  const [base, head] = [union.value.sides[BASE]!.self, union.value.sides[HEAD]!.self];
  const paths = new UnionPaths(union.value);
  const nodes = [...base.keys()].filter((node) => base[node] !== head[node]);
  return nodes.slice(0, 5).map((node) => [paths.pathOf(node), base[node] ?? 0, head[node] ?? 0] as const);
}

/** `truth`: what the file that a drawing was made from really holds. A drawing may have left narrow frames out. */
export async function checkTruth(record: Recorder, entry: Entry, reading: Reading): Promise<void> {
  if (entry.json['truth'] === undefined || !reading.ok) return;
  const truth = objectOf(entry.json['truth'], 'truth');
  const within = record.within('truth');
  if (truth['total_before'] !== undefined) {
    checkSides(within, entry, truth, reading);
    return;
  }
  const file = truth['input'];
  const isKnown = typeof file === 'string' && isReadable(entry, file);
  const input = isKnown ? await entry.readOther(file) : null;
  if (input !== null && !input.ok) record.fail('tree', `the input was refused: ${input.said}`);
  const comments = isKnown && entry.formatOf(file) === 'folded' ? commentsIn(entry.pathOf(file)) : NO_COMMENTS;
  const drawn = mainProfile(reading);
  if (input === null || !input.ok) {
    checkTotal(within, Number(truth['total']), totalOf(drawn));
    return;
  }
  const whole = mainProfile(input);
  const isReversed = truth['reversed'] === true;
  const made = asToolSees(entry.json, isReversed, whole);
  // With fractions the sum of the facts depends on the order; the tree below compares frame by frame.
  const isInput = isSum(Number(totalOf(whole)) + comments.total, truth['total']);
  within.that('total of the input', isInput, () => `expected ${String(truth['total'])}, got ${totalOf(whole)}`);
  checkTotal(within, Number(totalOf(made ?? whole)), totalOf(drawn));
  const named = Number(entry.expect['unparsed_titles'] ?? 0) > 0 ? withFullNames(drawn, whole, entry.path) : drawn;
  checkTree(within, made ?? whole, named);
  // Leaves of a drawing that was turned round or cut are others than those of the facts; the tree was compared.
  if (drawn.pruned === null && !changesLeaves(entry.json, isReversed)) checkLeaves(within, truth, named, comments);
}

/** Drawings print whole numbers. */
function checkTotal(record: Recorder, expected: number, total: number | bigint): void {
  const holds = Number(total) === Math.round(expected) || isSum(total, expected);
  record.that('total', holds, () => `expected ${expected}, got ${total}`);
}

function checkSides(record: Recorder, entry: Entry, truth: Json, reading: Reading): void {
  for (const [side, total] of [['base', truth['total_before']] as const, ['head', truth['total_after']] as const]) {
    const profile = reading.ok ? sideProfile(reading, side) : null;
    const shows = profile === null ? null : totalOf(profile);
    // Turned signs lie on the other side of head, which has the widths.
    const turned = side === 'base' && isNegated(entry.json);
    const actual = turned && shows !== null ? 2 * Number(truth['total_after']) - Number(shows) : shows;
    // Frames of base that head does not have are not drawn, and so not in the total of base; that must be said.
    const isPart = side === 'base' && actual !== null && Number(actual) < Number(total) && reading.said !== '';
    record.that(
      `total of ${side}`,
      actual !== null && (isSum(actual, total) || isPart),
      () => `expected ${String(total)}, got ${String(actual)}`,
    );
  }
}

/** Every drawn frame has the inclusive value of the input, and what is not drawn is narrower than the drawing limit. */
function checkTree(record: Recorder, input: Profile, drawing: Profile): void {
  const [drawn, whole] = [withoutMarks(drawing), withoutMarks(input)];
  const run = (profile: Profile) => [{ profile, valueType: profile.defaultValueType }];
  const union = unionTree([run(whole), run(drawn)]);
  if (!union.ok) {
    record.fail('tree', union.error.code);
    return;
  }
  const limit = drawn.pruned?.weight ?? 0;
  const [inputTotal, drawnTotal] = [union.value.sides[BASE]!.total, union.value.sides[HEAD]!.total];
  const wrong: number[] = [];
  for (let node = 0; node < union.value.length; node++) {
    const [is, shows] = [inputTotal[node] ?? 0, drawnTotal[node] ?? 0];
    const isRight =
      shows === 0 ? is <= limit : Math.abs(Math.round(is) - shows) <= 1e-6 * is + (Number.isInteger(is) ? 0 : 1);
    if (!isRight) wrong.push(node);
  }
  const paths = new UnionPaths(union.value);
  const facts = (node: number) => [paths.pathOf(node), inputTotal[node] ?? 0, drawnTotal[node] ?? 0];
  record.that(
    'tree',
    wrong.length === 0,
    () => `${wrong.length} frames differ [path, input, drawn]: ${shown(wrong.slice(0, 3).map(facts))}`,
  );
}

function withoutMarks(profile: Profile): Profile {
  return { ...profile, strings: profile.strings.map(asDrawn) };
}

/**
 * Names as flamegraph.pl prints them: without the marks `_[k]`, `_[j]`, `_[i]`, `_[w]` of a collapser, and in versions up
 * to 2016 with round brackets in place of angle brackets.
 */
function asDrawn(name: string): string {
  return name
    .replace(/_\[[kwij]\]$/, '')
    .replaceAll('<', '(')
    .replaceAll('>', ')');
}

function checkLeaves(record: Recorder, truth: Json, drawn: Profile, comments: Comments): void {
  if (truth['top_self'] === undefined) return;
  const sums = new Map<string, number>(comments.counted);
  for (const [name, self] of selfByName({ profile: drawn, valueType: drawn.defaultValueType, names: [] })) {
    const bare = asDrawn(name);
    sums.set(bare, (sums.get(bare) ?? 0) + self);
  }
  for (const pair of listOf(truth['top_self'], 'top_self')) {
    const [name, self] = listOf(pair, 'top_self');
    const actual = sums.get(asDrawn(asRead(textOf(name, 'a frame')))) ?? 0;
    const holds = isSum(actual, self) || (!Number.isInteger(self) && Math.abs(actual - Number(self)) <= 1);
    record.that(`top_self[${String(name)}]`, holds, () => `expected ${String(self)}, got ${actual}`);
  }
}
