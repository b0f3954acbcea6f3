import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { totalsOf } from '../../../core/model/totals.ts';
import { unionTree } from '../../../core/tree/union.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { entriesOf, expectedOf, isValue } from '../json.ts';
import type { Json } from '../json.ts';
import { mainProfile, readPath } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { UnionPaths } from '../tree.ts';

/**
 * `median` and `change_percent_of_base_total` of repeated runs: each folder of the case is one side, each file in it a
 * run. The median of inclusive values by path; the change is in percent of the median total of the base (`baseline`).
 */
export async function checkGateMedians(record: Recorder, expected: Json, folder: string): Promise<void> {
  if (expected['median'] === undefined && expected['change_percent_of_base_total'] === undefined) return;
  const sides = new Map<string, readonly Profile[]>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) sides.set(entry.name, await runsIn(join(folder, entry.name)));
  }
  const names = [...sides.keys()];
  const runs = [...sides.values()].map((profiles) =>
    profiles.map((profile) => ({ profile, valueType: profile.defaultValueType })),
  );
  const union = unionTree(runs);
  if (!union.ok) {
    record.fail('union', union.error.code);
    return;
  }
  const paths = new UnionPaths(union.value);
  const medianOf = (side: string, path: string): number => {
    const columns = union.value.sides[names.indexOf(side)]?.runs ?? [];
    const node = paths.nodeOf(path);
    return median(columns.map((self) => totalsOf(union.value.parent, self)[node] ?? 0));
  };
  const tolerance = Number(expected['tolerance'] ?? 0);
  for (const [side, values] of entriesOf(expected['median'] ?? {}, 'median')) {
    for (const [path, value] of entriesOf(values, side)) {
      const actual = medianOf(side, path);
      record.that(
        `median[${side}][${path}]`,
        isValue(actual, expectedOf(value, path), tolerance),
        () => `got ${actual}`,
      );
    }
  }
  const base = baseOf(expected);
  const total = medianOf(base, '');
  for (const [side, values] of entriesOf(expected['change_percent_of_base_total'] ?? {}, 'change')) {
    for (const [path, value] of entriesOf(values, side)) {
      const actual = ((medianOf(side, path) - medianOf(base, path)) / total) * 100;
      record.that(
        `change[${side}][${path}]`,
        isValue(actual, expectedOf(value, path), tolerance),
        () => `got ${shown(actual)}`,
      );
    }
  }
}

/** The runs of one side: every file of a folder, in the order of their names. */
async function runsIn(folder: string): Promise<readonly Profile[]> {
  const profiles: Profile[] = [];
  for (const file of readdirSync(folder).sort()) {
    const reading = await readPath(join(folder, file));
    if (reading.ok) profiles.push(mainProfile(reading));
  }
  return profiles;
}

function baseOf(expected: Json): string {
  const gates = Array.isArray(expected['gates']) ? (expected['gates'] as readonly Json[]) : [];
  const named = gates.map((gate) => gate['base']).find((base) => typeof base === 'string');
  return typeof named === 'string' ? named : 'baseline';
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
