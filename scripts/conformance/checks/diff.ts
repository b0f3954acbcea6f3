import { join } from 'node:path';
import { totalOf } from '../../../core/model/totals.ts';
import { BASE, HEAD, unionTree } from '../../../core/tree/union.ts';
import type { UnionTree } from '../../../core/tree/union.ts';
import { deltaColour } from '../../../core/colour/colour.ts';
import { entriesOf, expectedOf, isValue, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { command, compared, mainProfile, normalized, sideProfile } from '../product.ts';
import type { Reading } from '../product.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { UnionPaths } from '../tree.ts';
import { checkMentions } from './words.ts';

/** The input files of a case, read. `onlyFile` is set when there is one. */
export interface Inputs {
  readonly folder: string;
  readonly readings: ReadonlyMap<string, Reading>;
  readonly onlyFile: string | undefined;
}

interface Sides {
  readonly base: Profile;
  readonly head: Profile;
}

/** A union tree seen as a `diff` fact sees it: values by path, the base scaled where the mode is normalised. */
interface View {
  readonly tree: UnionTree;
  readonly paths: UnionPaths;
  readonly tolerance: number;
  /** Factor on all base values: 1, or head total over base total in mode `normalised`. */
  readonly scale: number;
}

type DiffCheck = (record: Recorder, value: unknown, view: View) => void;

const CHECKS: Readonly<Record<string, DiffCheck>> = {
  base_total: (record, value, view) => {
    const actual = view.scale === 1 ? view.tree.sides[BASE]!.exactSum : view.tree.sides[BASE]!.sum * view.scale;
    record.that('base_total', isValue(actual, expectedOf(value, 'base_total'), view.tolerance), () => `got ${actual}`);
  },
  head_total: (record, value, { tree, tolerance }) => {
    const actual = tree.sides[HEAD]!.exactSum;
    record.that('head_total', isValue(actual, expectedOf(value, 'head_total'), tolerance), () => `got ${actual}`);
  },
  frames: (record, value, view) => checkPairs(record, 'frames', value, view, 'total'),
  self: (record, value, view) => checkPairs(record, 'self', value, view, 'self'),
  all_zero: (record, value, view) => {
    if (value !== true) return;
    const moved = movedNodes(view, view.tolerance);
    record.that('all_zero', moved.length === 0, () => shown(moved.slice(0, 8)));
  },
  exactly_zero: (record, value, view) => {
    if (value !== true) return;
    const moved = movedNodes(view, 0);
    record.that('exactly_zero', moved.length === 0, () => shown(moved.slice(0, 8)));
  },
  new: (record, value, view) => checkOneSided(record, 'new', textsOf(value, 'new'), view, BASE, HEAD),
  vanished: (record, value, view) => checkOneSided(record, 'vanished', textsOf(value, 'vanished'), view, HEAD, BASE),
  share_delta_percent_points: (record, value, view) => {
    for (const [path, expected] of entriesOf(value, 'share_delta')) {
      const points = pointsAt(view, path);
      record.that(
        `share_delta[${path}]`,
        isValue(points, expectedOf(expected, path), view.tolerance || 1e-9),
        () => `got ${points}`,
      );
    }
  },
  relative_change_percent: (record, value, view) => {
    for (const [path, expected] of entriesOf(value, 'relative_change')) {
      const [base, head] = valuesAt(view, path, 'total');
      const change = base === 0 ? null : ((head - base) / base) * 100;
      const holds =
        change === null || expected === null ? change === expected : isValue(change, expectedOf(expected, path), 1e-9);
      record.that(`relative_change[${path}]`, holds, () => `expected ${String(expected)}, got ${String(change)}`);
    }
  },
  coloured_as_growth: (record, value, view) =>
    checkColours(record, 'coloured_as_growth', value, view, (points) => points > 0),
  coloured_as_shrinkage: (record, value, view) =>
    checkColours(record, 'coloured_as_shrinkage', value, view, (points) => points < 0),
  coloured_as_unchanged: (record, value, view) =>
    checkColours(record, 'coloured_as_unchanged', value, view, (points) => points === 0),
};

/** Keys about how the two sides are chosen, and prose. */
const READ_ELSEWHERE = new Set([
  'base',
  'head',
  'from_one_file',
  'mode',
  'normalise',
  'tolerance',
  'scale',
  'note',
  'error',
  'must_mention',
]);
/** Keys that only the product's own comparison can answer. */
const COMPARED = new Set(['undecidable', 'top_regression', 'top_improvement']);

/** One `diff`: inclusive values of both sides by path, and what follows from them. */
export async function checkDiff(
  record: Recorder,
  facts: Json,
  outer: Json,
  { readings, folder, onlyFile }: Inputs,
): Promise<void> {
  const [base, head] = facts['from_one_file'] === true ? [onlyFile, onlyFile] : [facts['base'], facts['head']];
  const baseReading = readings.get(textOf(base, 'diff.base'));
  const headReading = readings.get(textOf(head, 'diff.head'));
  if (baseReading === undefined || headReading === undefined) {
    record.fail('inputs', `no such input: ${String(base)} or ${String(head)}`);
    return;
  }
  if (facts['error'] === true) {
    await checkRefusal(record, facts, join(folder, String(base)), join(folder, String(head)));
    return;
  }
  const sides = sidesOf(record, facts, baseReading, headReading);
  if (sides === null) return;
  const view = viewOf(record, sides, facts, Number(facts['tolerance'] ?? outer['tolerance'] ?? 0));
  if (view === null) return;
  for (const [name, value] of Object.entries(facts)) {
    if (READ_ELSEWHERE.has(name) || COMPARED.has(name)) continue;
    // What is drawn on one side only is for the comparison to judge when a drawing has left narrow frames out.
    if (facts['undecidable'] !== undefined && (name === 'new' || name === 'vanished')) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check === undefined) record.notYet(name, 'no check is written for this fact');
    else check(record, value, view);
  }
  await checkCompared(record, facts, sides);
}

function sidesOf(record: Recorder, facts: Json, baseReading: Reading, headReading: Reading): Sides | null {
  if (!baseReading.ok || !headReading.ok) {
    const refused = [baseReading, headReading].map((reading) => (reading.ok ? '' : reading.said)).join(' ');
    record.fail('inputs', `refused: ${refused}`);
    return null;
  }
  const fromOne = facts['from_one_file'] === true;
  const base = fromOne ? sideProfile(baseReading, 'base') : mainProfile(baseReading);
  const head = fromOne ? sideProfile(headReading, 'head') : mainProfile(headReading);
  if (base === null || head === null) {
    record.fail('sides', 'the file was not read as a differential one');
    return null;
  }
  if (facts['normalise'] !== true) return { base, head };
  return { base: normalized(base), head: normalized(head) };
}

function viewOf(record: Recorder, { base, head }: Sides, facts: Json, tolerance: number): View | null {
  const run = (profile: Profile) => [{ profile, valueType: profile.defaultValueType }];
  const union = unionTree([run(base), run(head)]);
  if (!union.ok) {
    record.fail('union', union.error.code);
    return null;
  }
  const scaled = facts['mode'] === 'normalised' || facts['mode'] === 'normalized';
  const scale = scaled ? Number(totalOf(head)) / Number(totalOf(base)) : 1;
  return { tree: union.value, paths: new UnionPaths(union.value), tolerance, scale };
}

function valuesAt({ tree, paths, scale }: View, path: string, kind: 'self' | 'total'): readonly [number, number] {
  const node = paths.nodeOf(path);
  const [base, head] = [tree.sides[BASE]![kind], tree.sides[HEAD]![kind]];
  return [(base[node] ?? 0) * scale, head[node] ?? 0];
}

function checkPairs(record: Recorder, name: string, value: unknown, view: View, kind: 'self' | 'total'): void {
  for (const [path, pair] of entriesOf(value, name)) {
    const [base, head] = listOf(pair, path).map((one) => expectedOf(one, path));
    const [actualBase, actualHead] = valuesAt(view, path, kind);
    // Sums of fractions in another order differ in the last bits; counts do not.
    const tolerance = view.tolerance || (Number.isInteger(actualBase) && Number.isInteger(actualHead) ? 0 : 1e-9);
    const holds = isValue(actualBase, base ?? 0, tolerance) && isValue(actualHead, head ?? 0, tolerance);
    record.that(`${name}[${path}]`, holds, () => `expected ${shown(pair)}, got ${shown([actualBase, actualHead])}`);
  }
}

/** Nodes whose inclusive values differ by more than `tolerance`, and by how much. */
function movedNodes({ tree, paths, scale }: View, tolerance: number): readonly (readonly [string, number])[] {
  const [base, head] = [tree.sides[BASE]!.total, tree.sides[HEAD]!.total];
  const delta = (node: number) => (head[node] ?? 0) - (base[node] ?? 0) * scale;
  const moved = [...head.keys()].filter((node) => Math.abs(delta(node)) > tolerance);
  return moved.map((node) => [paths.pathOf(node), delta(node)]);
}

/** Every listed path is on one side only, and whatever else is on one side only lies below a listed path. */
function checkOneSided(
  record: Recorder,
  name: string,
  listed: readonly string[],
  { tree, paths }: View,
  absent: number,
  present: number,
): void {
  const [none, some] = [tree.sides[absent]!.total, tree.sides[present]!.total];
  const isOneSided = (node: number) => node >= 0 && none[node] === 0 && (some[node] ?? 0) > 0;
  const nodes = listed.map((path) => paths.nodeOf(path));
  const missing = listed.filter((_, at) => !isOneSided(nodes[at] ?? -1));
  const others: number[] = [];
  for (let node = 0; node < tree.length; node++) {
    if (!isOneSided(node)) continue;
    if (!nodes.includes(node)) others.push(node);
    // Nodes stand in preorder: all that is below goes with it.
    node = (tree.end[node] ?? node + 1) - 1;
  }
  record.that(
    name,
    missing.length === 0 && others.length === 0,
    () => `not so: ${shown(missing)}; not listed: ${shown(others.map((node) => paths.pathOf(node)))}`,
  );
}

function pointsAt(view: View, path: string): number {
  const node = view.paths.nodeOf(path);
  const [base, head] = [view.tree.sides[BASE]!, view.tree.sides[HEAD]!];
  return ((head.total[node] ?? 0) / head.sum - (base.total[node] ?? 0) / base.sum) * 100;
}

/** The direction of the inclusive change decides the colour: in shares, or in counts where the mode is raw. */
function checkColours(
  record: Recorder,
  name: string,
  value: unknown,
  view: View,
  isRight: (points: number) => boolean,
): void {
  for (const path of textsOf(value, name)) {
    const [base, head] = valuesAt(view, path, 'total');
    const points = ((head - base) / view.tree.sides[HEAD]!.sum) * 100;
    const isGrey = deltaColour(points) === deltaColour(0);
    record.that(
      `${name}[${path}]`,
      isRight(points) && isGrey === (points === 0),
      () => `${points} points, ${deltaColour(points)}`,
    );
  }
}

/** Both sides given to the command line, which has to refuse in words that name what is wrong. */
async function checkRefusal(record: Recorder, facts: Json, base: string, head: string): Promise<void> {
  const { code, said } = await command('diff', base, head);
  record.that('error', code === 2, () => `the exit code of diff is ${code}`);
  if (facts['must_mention'] !== undefined)
    checkMentions(record, 'must_mention', facts['must_mention'], withoutPaths(said));
}

/** File names must not count as words of a message. */
function withoutPaths(said: string): string {
  return said.replace(/\S*\/\S+/g, '');
}

/** What the product's comparison says of single paths, beyond the counts. */
async function checkCompared(record: Recorder, facts: Json, { base, head }: Sides): Promise<void> {
  if (![...COMPARED].some((name) => facts[name] !== undefined)) return;
  const result = await compared(base, head);
  if ('refused' in result) {
    record.fail('compared', result.refused);
    return;
  }
  for (const [path] of facts['undecidable'] === undefined ? [] : entriesOf(facts['undecidable'], 'undecidable')) {
    const state = result.stateOf(path);
    record.that(`undecidable[${path}]`, state === 'undecided', () => `the state is ${state}`);
  }
  if (facts['undecidable'] !== undefined) {
    for (const path of textsOf(facts['new'] ?? [], 'new')) {
      const state = result.stateOf(path);
      record.that(`new[${path}]`, state === 'new' || state === 'grew', () => `the state is ${state}`);
    }
  }
  const { topRegression, topImprovement } = result;
  const regression = facts['top_regression'];
  if (typeof regression === 'string')
    record.that('top_regression', topRegression.includes(regression), () => `got ${shown(topRegression)}`);
  const improvement = facts['top_improvement'];
  if (typeof improvement === 'string')
    record.that('top_improvement', topImprovement.includes(improvement), () => `got ${shown(topImprovement)}`);
}

/** `diff` and `diffs` of a case. */
export function diffsOf(expected: Json): readonly (readonly [string, Json])[] {
  const one = expected['diff'] === undefined ? [] : [['diff', objectOf(expected['diff'], 'diff')] as const];
  const several = listOf(expected['diffs'] ?? [], 'diffs').map(
    (diff, at) => [`diffs[${at}]`, objectOf(diff, 'diff')] as const,
  );
  return [...one, ...several];
}
