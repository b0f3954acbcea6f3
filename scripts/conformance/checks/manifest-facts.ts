import { maxDepthOf, stackCountOf, totalOf } from '../../../core/model/totals.ts';
import { nodeName } from '../../../core/model/profile.ts';
import { entriesOf, expectedOf, isValue, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import type { Entry } from '../manifest.ts';
import { columnsOf, mainColumn, mainProfile, sideProfile } from '../product.ts';
import type { Accepted, Column, Reading } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { selfByName, signedSums } from '../tree.ts';
import { JSON_CHECKS, NOT_OF_A_JSON_PROFILE, PEER_BY_FRAME, checkPeerFrames } from './json-facts.ts';
import { NO_COMMENTS, asRead, commentsIn, zeroStacks } from './folded-rule.ts';
import type { Comments } from './folded-rule.ts';
import { titledSelf } from './own-titles.ts';
import { collapsedStacks } from './perf-names.ts';
import { checkViews } from './jfr.ts';
import { checkReportSnapshots } from './report-snapshots.ts';
import { dtraceSelfByName } from './tool-habits.ts';
import { isFlameChart } from './tool-options.ts';

interface Context {
  readonly entry: Entry;
  readonly reading: Accepted;
  readonly column: Column;
  readonly expect: Json;
}

/** The facts of these trees count the root as a level; a profile has it as its root, which has no depth. */
const ROOT_COUNTS = new Set(['perf-script-report-flamegraph-html', 'd3-flame-graph-json']);

/** Their `frames` are rows of a table in the file, used or not; a profile keeps the ones that are used. */
const HAS_FRAME_TABLE = new Set(['speedscope-json', 'stackprof-json', 'dhat-json']);

export type FactCheck = (record: Recorder, value: unknown, context: Context) => void;

/** Sums of fractions depend on their order, and the facts keep six decimals of them; sums of integers are exact. */
const FRACTION = 1e-9;
const DECIMALS = 1e-6;

const CHECKS: Readonly<Record<string, FactCheck>> = {
  ...JSON_CHECKS,
  total: (record, value, { column, entry }) => {
    const total = totalOf(column.profile, column.valueType);
    const comments = commentsOf(entry).total;
    const actual = comments === 0 ? total : Number(total) + comments;
    record.that('total', isSum(actual, value), () => `expected ${String(value)}, got ${actual}`);
  },
  total_before: (record, value, context) => checkSide(record, 'base', value, context),
  total_after: (record, value, context) => checkSide(record, 'head', value, context),
  self_sum: (record, value, context) => {
    const { positive, negative } = signedSums(context.column);
    const actual = hasOwnTitles(context) ? titledOf(context).sum : positive + negative;
    record.that('self_sum', isSum(actual, value), () => `expected ${String(value)}, got ${actual}`);
  },
  distinct_stacks: (record, value, { column, reading, entry }) => {
    const sides = reading.profiles.filter(({ side }) => side !== 'single');
    const stacks = sides.length === 2 ? bothSides(reading) : stackCountOf(column.profile, column.valueType);
    if (entry.format === 'perf-script') {
      const collapsed = collapsedStacks(column).stacks;
      record.that('distinct_stacks', collapsed === value, () => `expected ${String(value)}, got ${collapsed}`);
      return;
    }
    // The facts count stacks with the count 0 as well; a profile has no such stacks.
    const others = entry.format === 'folded' ? zeroStacks(entry.path) + commentsOf(entry).counted.size : 0;
    const actual = stacks + others;
    record.that('distinct_stacks', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  stacks_with_self: (record, value, context) => {
    const { column, expect, entry } = context;
    if (expect['reliability'] !== undefined) return;
    const stacks = stackCountOf(column.profile, column.valueType);
    const actual = hasOwnTitles(context) ? titledOf(context).stacks : stacks;
    // The facts count boxes. A flame chart repeats a stack in time, and the facts of its input count it once.
    const expected = isFlameChart(entry.json) ? stacksOfTruth(entry) : value;
    record.that('stacks_with_self', actual === expected, () => `expected ${String(expected)}, got ${actual}`);
  },
  unparsed_lines: (record, value, { column, entry }) => {
    const skipped = column.profile.problems.find(({ code }) => code === 'folded-lines-skipped')?.facts['skipped'];
    const actual = Number(skipped ?? 0) + commentsOf(entry).unparsed;
    record.that('unparsed_lines', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  max_depth: (record, value, { column, entry }) => {
    const isPerf = entry.format === 'perf-script';
    const root = ROOT_COUNTS.has(entry.format) ? 1 : 0;
    const actual = isPerf ? collapsedStacks(column).depth : maxDepthOf(column.profile.nodes.parent) + root;
    record.that('max_depth', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  top_self: (record, value, context) => {
    if (context.expect['reliability'] === undefined) checkTopSelf(record, 'top_self', value, context);
  },
  top_flat_default: (record, value, context) => checkTopSelf(record, 'top_flat_default', value, context),
  // Drawings.
  graph_title: (record, value, { column }) => {
    const actual = column.profile.drawing?.title ?? null;
    record.that('graph_title', actual === value, () => `expected ${shown(value)}, got ${shown(actual)}`);
  },
  frames: (record, value, { column, entry, expect }) => {
    if (HAS_FRAME_TABLE.has(entry.format)) return;
    const frames = column.profile.drawing?.frames ?? null;
    // Boxes with a title of the user's own are frames too, which the facts count apart.
    const actual = frames === null ? null : frames - Number(expect['unparsed_titles'] ?? 0);
    if (actual === null) record.notYet('frames', 'the number of frames is not kept for this format');
    else record.that('frames', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  rows: (record, value, { column, expect }) => {
    // The row of the root ("all") belongs to the drawing: the profile has it as its root, which has no depth.
    const drawn = maxDepthOf(column.profile.nodes.parent) + (hasRootRow(column, expect) ? 1 : 0);
    record.that('rows', drawn === value, () => `expected ${String(value)}, got ${drawn}`);
  },
  unit: (record, value, { column }) => {
    const actual = column.profile.valueTypes[column.valueType]?.unit ?? '';
    record.that('unit', isUnit(actual, textOf(value, 'unit')), () => `expected ${String(value)}, got ${actual}`);
  },
  inverted: (record, value, { column }) => {
    const actual = column.profile.drawing?.inverted ?? null;
    record.that('inverted', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  default_inverted: (record, value, { column }) => {
    const actual = column.profile.drawing?.inverted ?? null;
    record.that('default_inverted', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  differential: (record, value, { reading, expect }) => {
    // Deltas of a file that was made from counts read as pairs by mistake are no second side, and may be left alone.
    if (expect['differential_is_spurious'] === true) return;
    const actual = reading.profiles.some(({ side }) => side === 'base');
    record.that('differential', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  // Samples and columns.
  samples: (record, value, { column, entry, reading }) => {
    // In pprof these are entries of the file, each of which may stand for many samples.
    if (entry.format === 'pprof' || entry.format === 'pprof-legacy') return;
    // Old CPU profiles count in their nodes; their list of samples, which may differ, gives the times.
    if (entry.format === 'cpuprofile' && columnsOf(reading).some((one) => recordsOf(one) === value)) {
      record.that('samples', true, () => '');
      return;
    }
    const actual = column.profile.valueTypes[column.valueType]?.sampling?.records ?? null;
    if (actual === null) record.notYet('samples', 'the number of samples is not kept for this format');
    else record.that('samples', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  sample_types: (record, value, { reading }) => {
    const actual = columnsOf(reading).map(typeName);
    const expected = textsOf(value, 'sample_types');
    record.that('sample_types', sameTexts(actual, expected), () => `expected ${shown(expected)}, got ${shown(actual)}`);
  },
  totals: (record, value, { reading }) => {
    for (const [name, total] of entriesOf(value, 'totals')) {
      const column = columnsOf(reading).find((one) => typeName(one).toLowerCase() === name.toLowerCase());
      const actual = column === undefined ? null : totalOf(column.profile, column.valueType);
      record.that(
        `totals[${name}]`,
        actual !== null && isSum(actual, total),
        () => `expected ${String(total)}, got ${String(actual)}`,
      );
    }
  },
  default_sample_type: (record, value, { column }) => {
    const actual = typeName(column);
    record.that(
      'default_sample_type',
      actual.toLowerCase() === textOf(value, 'type').toLowerCase(),
      () => `expected ${String(value)}, got ${actual}`,
    );
  },
  duration_nanos: (record, value, { column }) => {
    const actual = (column.profile.durationSeconds ?? 0) * 1e9;
    record.that(
      'duration_nanos',
      isValue(actual, expectedOf(value, 'duration'), 1000),
      () => `expected ${String(value)}, got ${actual}`,
    );
  },
  speedscope_snapshots: (record, value, context) => {
    const { column, entry, reading } = context;
    if (PEER_BY_FRAME.has(entry.format)) {
      checkPeerFrames(record, value, context);
      return;
    }
    // That viewer weighs perf samples by time and by thread, so only formats with one weight a stack can be compared.
    if (entry.format === 'perf-script') return;
    const snapshots = listOf(value, 'speedscope_snapshots').map((one) => objectOf(one, 'a snapshot'));
    if (entry.format === 'jfr') {
      checkViews(
        record,
        snapshots.map((one) => one['self_weight_total']),
        reading,
      );
      return;
    }
    if (checkReportSnapshots(record, snapshots, context.reading, entry.format)) return;
    if (snapshots.length !== 1) {
      record.notYet('speedscope_snapshots', 'no check is written for several recordings of another viewer');
      return;
    }
    const expected = snapshots[0]?.['self_weight_total'];
    const actual = totalOf(column.profile, column.valueType);
    record.that('speedscope_snapshots', isSum(actual, expected), () => `expected ${String(expected)}, got ${actual}`);
  },
  event_header_lines: (record, value, { reading }) => {
    // An event whose periods differ has a second column, the number of its samples: the same records again.
    const columns = columnsOf(reading);
    const events = columns.length === 1 ? columns : columns.filter(({ names }) => !names.some(isSampleCount));
    const actual = events.reduce((sum, column) => sum + recordsOf(column), 0);
    record.that('event_header_lines', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  events_by_name: (record, value, { reading }) => {
    for (const [name, count] of entriesOf(value, 'events_by_name')) {
      const column = columnsOf(reading).find(({ names }) => names.includes(name));
      const actual = column === undefined ? null : recordsOf(column);
      record.that(
        `events_by_name[${name}]`,
        actual === count,
        () => `expected ${String(count)}, got ${String(actual)}`,
      );
    }
  },
};

/** Facts about how a file is written, or about how the facts were found: a profile does not keep them. */
const NOT_OF_A_PROFILE = new Set(
  [
    'how reliability speedscope_how brendangregg_41fee1f tool_stderr_first',
    'differential_is_spurious title_form unparsed_titles units_seen exact_int_coords',
    'root_frames root_name delta_kind frames_with_nonzero_delta frames_without_parent',
    'negative_self_frames negative_self_nodes value_is_self lines gzipped',
    'default_declared_in_file distinct_location_stacks labelled_samples locations',
    'locations_with_inlines locations_without_function functions mappings encoding levels',
    'level0_frames title units valid_json phases top_keys meta_version preprocessed_version',
    'version note',
    NOT_OF_A_JSON_PROFILE,
  ].flatMap((words) => words.split(' ')),
);

/** Facts of one MANIFEST entry whose format has an importer. */
export function checkManifestFacts(record: Recorder, entry: Entry, reading: Reading): void {
  const { expect, json } = entry;
  const holdsNothing = expect['total'] === 0 || expect['frames'] === 0;
  if (holdsNothing) {
    // A drawing without titles can still be read from its geometry, but not without saying so.
    record.that('refused or warned', !reading.ok || reading.said !== '', () => 'it was read without a word');
    return;
  }
  if (json['negative_case'] === true && typeof expect['total'] !== 'number') {
    record.that('refused or warned', !reading.ok || reading.said !== '', () => 'a faulty file was read without a word');
    return;
  }
  if (!reading.ok) {
    record.fail('accepted', `refused as ${reading.code}: ${reading.said}`);
    return;
  }
  const context = { entry, reading, column: mainColumn(reading), expect };
  for (const [name, value] of Object.entries(expect)) {
    if (NOT_OF_A_PROFILE.has(name) || value === null) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check === undefined) record.notYet(name, 'no check is written for this fact');
    else check(record, value, context);
  }
}

export function isSum(actual: number | bigint, value: unknown): boolean {
  const expected = expectedOf(value, 'a sum');
  const isFraction = typeof expected === 'number' && !Number.isInteger(expected);
  return isValue(actual, expected, isFraction ? Math.max(Math.abs(expected) * FRACTION, DECIMALS) : 0);
}

function checkSide(record: Recorder, side: 'base' | 'head', value: unknown, { reading }: Context): void {
  const profile = sideProfile(reading, side);
  const actual = profile === null ? null : totalOf(profile);
  record.that(
    `total of ${side}`,
    actual !== null && isSum(actual, value),
    () => `expected ${String(value)}, got ${String(actual)}`,
  );
}

function bothSides(reading: Accepted): number {
  const profile = mainProfile(reading);
  const columns = reading.profiles.flatMap((parsed) => parsed.profile.values);
  let stacks = 0;
  for (let node = 0; node < profile.nodes.length; node++) if (columns.some((column) => column[node] !== 0)) stacks++;
  return stacks;
}

function hasOwnTitles({ expect }: Context): boolean {
  return Number(expect['unparsed_titles'] ?? 0) > 0;
}

function titledOf({ column, entry, expect }: Context) {
  return titledSelf(column, entry.path, rootNameOf(expect));
}

function rootNameOf(expect: Json): string {
  return typeof expect['root_name'] === 'string' ? expect['root_name'] : '';
}

/** Comments, where the facts say that they were counted as flamegraph.pl counts, which knows none. */
function commentsOf({ expect, format, path }: Entry): Comments {
  const { how } = expect;
  const knowsNone = format === 'folded' && typeof how === 'string' && how.includes('flamegraph.pl');
  return knowsNone ? commentsIn(path) : NO_COMMENTS;
}

function stacksOfTruth({ json }: Entry): unknown {
  return objectOf(json['truth'] ?? {}, 'truth')['distinct_stacks'];
}

/** Self values by leaf, in the way in which the facts were counted. */
function selfOfFacts(context: Context): ReadonlyMap<string, number> {
  const { column, entry, expect } = context;
  if (entry.format === 'perf-script') return collapsedStacks(column).selfByName;
  if (entry.format === 'dtrace-stacks') return dtraceSelfByName(column);
  if (hasOwnTitles(context)) return titledOf(context).byName;
  return new Map([...selfByName(column, rootNameOf(expect)), ...commentsOf(entry).counted]);
}

function checkTopSelf(record: Recorder, name: string, value: unknown, context: Context): void {
  const { entry } = context;
  const sums = selfOfFacts(context);
  for (const pair of listOf(value, name)) {
    const [frame, self] = listOf(pair, name);
    // Collapsers mark inlined frames in the name; here that is a fact beside the name.
    const spelled =
      entry.format === 'perf-script'
        ? textOf(frame, name)
            .replace(/_\[i\]$/, '')
            .trimEnd()
        : entry.format === 'folded'
          ? asRead(textOf(frame, name))
          : textOf(frame, name);
    const actual = sums.get(spelled) ?? 0;
    record.that(`${name}[${String(frame)}]`, isSum(actual, self), () => `expected ${String(self)}, got ${actual}`);
  }
}

/** True when the root row of a drawing became the root of the tree instead of a frame. */
function hasRootRow(column: Column, expect: Json): boolean {
  if (expect['root_frames'] !== 1) return false;
  const { nodes } = column.profile;
  for (let node = 1; node < nodes.length; node++) {
    if (nodes.parent[node] === 0 && nodeName(column.profile, node) === expect['root_name']) return false;
  }
  return true;
}

/** Units are kept in lower case and written out. */
function isUnit(actual: string, expected: string): boolean {
  const long: Readonly<Record<string, string>> = {
    us: 'microseconds',
    ms: 'milliseconds',
    ns: 'nanoseconds',
    s: 'seconds',
  };
  const lower = expected.toLowerCase().replace(/^"(.*)"$/, '$1');
  return actual.toLowerCase() === lower || actual === long[lower];
}

function typeName({ profile, valueType }: Column): string {
  const type = profile.valueTypes[valueType];
  return `${type?.name ?? ''}/${type?.unit ?? ''}`;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text.toLowerCase() === b[at]?.toLowerCase());
}

function recordsOf({ profile, valueType }: Column): number {
  return profile.valueTypes[valueType]?.sampling?.records ?? 0;
}

function isSampleCount(name: string): boolean {
  return name === 'samples' || name.startsWith('samples (');
}
