import { frameModule, frameName } from '../../../core/model/profile.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { totalOf } from '../../../core/model/totals.ts';
import type { Accepted, Column } from '../product.ts';
import { columnsOf, mainColumn } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';

/** Columns of a recording under the names that Pyroscope's converter gives them. */
const COLUMNS: ReadonlyMap<string, string> = new Map([['live', 'live_objects']]);

/** That converter takes 10 ms for each sample. */
const NANOSECONDS_PER_SAMPLE = 10_000_000;

/**
 * A pprof that another tool made of a recording, stack by stack. It made one file for each set of labels, so a file may
 * have less of a stack than the recording; where the totals are equal everything must be.
 */
export function checkRecording(record: Recorder, name: string, made: Accepted, recording: Accepted): void {
  const theirs = mainColumn(made);
  const type = theirs.profile.valueTypes[theirs.valueType];
  const wanted = COLUMNS.get(type?.name ?? '') ?? type?.name ?? '';
  const mine = columnsOf(recording).find((column) => column.profile.valueTypes[column.valueType]?.name === wanted);
  if (mine === undefined) {
    record.fail(name, `the recording has no column ${wanted}`);
    return;
  }
  const unit = type?.unit === 'nanoseconds' ? NANOSECONDS_PER_SAMPLE : 1;
  const isWhole =
    Number(totalOf(theirs.profile, theirs.valueType)) === Number(totalOf(mine.profile, mine.valueType)) * unit;
  const [expected, actual] = [stacksOf(theirs, 1), stacksOf(mine, unit)];
  const wrong = [...expected].filter(([path, value]) => {
    const own = actual.get(path) ?? 0;
    return isWhole ? own !== value : own < value;
  });
  const isRight = wrong.length === 0 && (!isWhole || expected.size === actual.size);
  record.that(
    name,
    isRight,
    () => `${expected.size} stacks, ${actual.size} in the recording, different: ${shown(wrong.slice(0, 3))}`,
  );
}

/** Execution samples alone, and together with the samples of native methods: the two views of speedscope. */
export function checkViews(record: Recorder, views: readonly unknown[], recording: Accepted): void {
  const totals = new Map(
    columnsOf(recording).map(({ profile, valueType }) => [
      profile.valueTypes[valueType]?.name ?? '',
      Number(totalOf(profile, valueType)),
    ]),
  );
  const cpu = totals.get('cpu') ?? 0;
  const actual = [cpu, cpu + (totals.get('native') ?? 0)];
  record.that(
    'speedscope_snapshots',
    shown(actual) === shown(views),
    () => `expected ${shown(views)}, got ${shown(actual)}`,
  );
}

/** Self values by path; the library of a native function stands before its name, as the converter writes it. */
function stacksOf({ profile, valueType }: Column, unit: number): ReadonlyMap<string, number> {
  const stacks = new Map<string, number>();
  for (let node = 0; node < profile.nodes.length; node++) {
    const value = (profile.values[valueType]?.[node] ?? 0) * unit;
    if (value === 0) continue;
    const path: string[] = [];
    for (let at = node; at > 0; at = profile.nodes.parent[at] ?? 0)
      path.push(spelled(profile, profile.nodes.frame[at] ?? 0));
    const key = path.reverse().join(';');
    stacks.set(key, (stacks.get(key) ?? 0) + value);
  }
  return stacks;
}

/** Numbers of generated classes, which that converter leaves out. */
const GENERATED = /(\$\$Lambda)\$\d+[./]0x[0-9a-f]+|(Generated\w+Accessor)\d+/;

function spelled(profile: Profile, frame: number): string {
  const module = profile.source.format === 'jfr' ? frameModule(profile, frame) : null;
  const name = frameName(profile, frame).replace(GENERATED, '$1$2_');
  return module === null ? name.replace(/^\./, '') : `${module}.${name}`;
}
