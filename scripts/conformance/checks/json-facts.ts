import { totalOf, totalsOf } from '../../../core/model/totals.ts';
import { nodeName } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { listOf, objectOf, textOf } from '../json.ts';
import type { Column } from '../product.ts';
import { columnsOf } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { selfByName } from '../tree.ts';
import type { FactCheck } from './manifest-facts.ts';

/** A snapshot of the peer has whole microseconds; seconds and milliseconds have six decimals. */
const SNAPSHOT_DECIMALS = 1e-5;

/** Problems after which times are put differently than the peer does: it lets them go back, and drops what was lost. */
const TIMES_DIFFER = new Set(['v8-times-go-back', 'v8-caller-lost', 'chrome-trace-begin-unmatched']);

/** Facts of MANIFEST entries about formats that are written as JSON. */
export const JSON_CHECKS: Readonly<Record<string, FactCheck>> = {
  // CPU and heap profiles of V8.
  top_self_by_samples: (record, value, { column }) => checkTop(record, 'top_self_by_samples', value, column),
  top_self_by_hitcount: (record, value, { column }) => checkTop(record, 'top_self_by_hitcount', value, column),
  hit_count_total: (record, value, { column }) => checkTotal(record, 'hit_count_total', column, value),
  total_self_bytes: (record, value, { column }) => checkTotal(record, 'total_self_bytes', column, value),
  duration_us: (record, value, { column }) => {
    const actual = Math.round((column.profile.durationSeconds ?? 0) * 1e6);
    record.that('duration_us', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  sum_time_deltas_us: (record, value, { reading }) => {
    // The first distance lies before the first sample, so it belongs to none.
    const time = columnsOf(reading).find(({ names }) => names.includes('time'));
    const actual = time === undefined ? null : Number(totalOf(time.profile, time.valueType));
    record.that(
      'sum_time_deltas_us',
      actual !== null && actual <= Number(value),
      () => `expected up to ${String(value)}, got ${actual}`,
    );
  },
  cpu_profile_samples: (record, value, { column }) => {
    if (value === 0) return;
    const actual = column.profile.valueTypes[column.valueType]?.sampling?.records ?? null;
    record.that('cpu_profile_samples', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  // Recordings of Firefox.
  interval_ms: (record, value, { column }) => {
    const actual = column.profile.period?.value ?? null;
    record.that('interval_ms', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  samples_by_thread: (record, value, { column }) => {
    const totals = totalsByName(column.profile, column.valueType);
    const expected = new Map<string, number>();
    for (const pair of listOf(value, 'samples_by_thread')) {
      const [name, samples] = listOf(pair, 'a thread');
      const thread = textOf(name, 'a thread');
      expected.set(thread, (expected.get(thread) ?? 0) + Number(samples));
    }
    for (const [thread, samples] of expected) {
      const actual = totals.get(thread) ?? 0;
      record.that(`samples_by_thread[${thread}]`, actual === samples, () => `expected ${samples}, got ${actual}`);
    }
  },
  // speedscope.
  profiles: (record, value, { reading }) => {
    for (const [index, one] of listOf(value, 'profiles').entries()) {
      const expected = objectOf(one, 'a profile');
      const found = reading.profiles[index]?.profile;
      const total = found === undefined ? null : totalOf(found);
      const wanted = expected['weight_total'] ?? expected['span'];
      record.that(
        `profiles[${index}].total`,
        total === wanted,
        () => `expected ${String(wanted)}, got ${String(total)}`,
      );
      if (expected['samples'] === undefined) continue;
      const records = found?.valueTypes[0]?.sampling?.records ?? null;
      record.that(`profiles[${index}].samples`, records === expected['samples'], () => `got ${String(records)}`);
    }
  },
  // Pyroscope.
  format: (record, value, { reading }) => {
    const actual = reading.profiles.length === 2 ? 'double' : 'single';
    record.that('format', actual === value, () => `expected ${String(value)}, got ${actual}`);
  },
  num_ticks: (record, value, { column }) => checkTotal(record, 'num_ticks', column, value),
  sample_rate: (record, value, { column }) => {
    const actual = column.profile.period === null ? null : 1 / column.profile.period.value;
    record.that('sample_rate', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  // stackprof.
  mode: (record, value, { column }) => {
    record.that(
      'mode',
      column.profile.event === value,
      () => `expected ${String(value)}, got ${String(column.profile.event)}`,
    );
  },
  interval: (record, value, { column }) => {
    const actual = column.profile.period?.value ?? null;
    record.that('interval', actual === value, () => `expected ${String(value)}, got ${String(actual)}`);
  },
  // DHAT.
  total_bytes: (record, value, context) => checkNamed(record, 'total_bytes', 'total_bytes', value, context),
  total_blocks: (record, value, context) => checkNamed(record, 'total_blocks', 'total_blocks', value, context),
  at_gmax_bytes: (record, value, context) => checkNamed(record, 'at_gmax_bytes', 'peak_bytes', value, context),
};

/** The peer's own account of the same file, for each frame that it lists. */
export const checkPeerFrames: FactCheck = (record, value, { reading, entry }) => {
  const snapshots = listOf(value, 'speedscope_snapshots').map((one) => objectOf(one, 'a snapshot'));
  const problems = reading.profiles.flatMap(({ profile }) => profile.problems);
  // It counts JavaScript of Firefox only, weights of stackprof by measured time, and the same file several times.
  if (entry.format === 'gecko-json' || problems.some(({ code }) => TIMES_DIFFER.has(code))) return;
  const [first, ...others] = snapshots;
  if (first === undefined || others.some((other) => shown(other['top_self']) !== shown(first['top_self']))) return;
  const columns = columnsOf(reading).map((column) => selfByName(column, ''));
  for (const pair of listOf(first['top_self'], 'top_self')) {
    const [name, self] = listOf(pair, 'a frame');
    const frame = textOf(name, 'a frame');
    // Frames without a name carry their place there; times of stackprof are measured ones.
    if (frame.startsWith('(anonymous ') || frame.length >= 100 || entry.format === 'stackprof-json') continue;
    const holds = columns.some((by) => {
      const actual = by.get(frame) ?? 0;
      // Calls with arguments have them in their names there, and are frames of their own.
      const isPart =
        entry.format === 'chrome-trace' && sumOf(by) > Number(first['self_weight_total']) && actual > Number(self);
      return isPart || Math.abs(actual - Number(self)) <= SNAPSHOT_DECIMALS;
    });
    record.that(
      `speedscope_snapshots[${frame}]`,
      holds,
      () => `expected ${String(self)}, got ${shown(columns.map((by) => by.get(frame)))}`,
    );
  }
};

/** Formats of the corpus whose peer snapshots `checkPeerFrames` compares: one file may hold several recordings. */
export const PEER_BY_FRAME = new Set([
  'chrome-trace',
  'cpuprofile',
  'gecko-json',
  'heapprofile',
  'safari-timeline-json',
  'speedscope-json',
  'stackprof-json',
]);

/** Facts about how these files are written, which a profile does not keep. */
export const NOT_OF_A_JSON_PROFILE =
  'negative_deltas negative_self_nodes nodes max_self names program_points raw_present cpu_profile_events threads events sampling';

function sumOf(by: ReadonlyMap<string, number | bigint>): number {
  let sum = 0;
  for (const value of by.values()) sum += Number(value);
  return sum;
}

function checkTotal(record: Recorder, name: string, { profile, valueType }: Column, value: unknown): void {
  const actual = totalOf(profile, valueType);
  record.that(name, actual === value, () => `expected ${String(value)}, got ${actual}`);
}

const checkNamed = (
  record: Recorder,
  fact: string,
  column: string,
  value: unknown,
  { reading }: Parameters<FactCheck>[2],
): void => {
  const found = columnsOf(reading).find(({ names }) => names.includes(column));
  if (found === undefined) record.fail(fact, `there is no column ${column}`);
  else checkTotal(record, fact, found, value);
};

function checkTop(record: Recorder, fact: string, value: unknown, column: Column): void {
  const sums = selfByName(column, '');
  for (const pair of listOf(value, fact)) {
    const [name, self] = listOf(pair, 'a frame');
    const actual = sums.get(textOf(name, 'a frame')) ?? 0;
    record.that(`${fact}[${String(name)}]`, actual === self, () => `expected ${String(self)}, got ${actual}`);
  }
}

/** Inclusive values of the outermost frames, by name: the threads of a recording, or its processes and their threads. */
function totalsByName(profile: Profile, valueType: number): ReadonlyMap<string, number> {
  const { parent } = profile.nodes;
  const totals = totalsOf(parent, profile.values[valueType] ?? new Float64Array());
  const byName = new Map<string, number>();
  for (let node = 1; node < parent.length; node++) {
    const isOutermost = parent[node] === 0 || parent[parent[node] ?? 0] === 0;
    if (isOutermost)
      byName.set(nodeName(profile, node), (byName.get(nodeName(profile, node)) ?? 0) + (totals[node] ?? 0));
  }
  return byName;
}
