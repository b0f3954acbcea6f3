import { totalOf } from '../../../core/model/totals.ts';
import type { Json } from '../json.ts';
import { columnsOf } from '../product.ts';
import type { Accepted, Column } from '../product.ts';
import type { Recorder } from '../record.ts';
import { printedTotal } from './tool-habits.ts';

const NAME = 'speedscope_snapshots';

/**
 * Totals that speedscope found in printed reports, one recording for each column of values here. False for formats that
 * are not checked here.
 */
export function checkReportSnapshots(
  record: Recorder,
  snapshots: readonly Json[],
  reading: Accepted,
  format: string,
): boolean {
  const totalsOf = READERS[format];
  if (totalsOf === undefined) return false;
  const totals = totalsOf(columnsOf(reading));
  const expected = snapshots.map((snapshot) => snapshot['self_weight_total']);
  const holds = expected.every((total) => totals.includes(Number(total)));
  record.that(NAME, holds, () => `expected ${expected.map(String).join(', ')}, got ${totals.join(', ')}`);
  return true;
}

const plain = (columns: readonly Column[]) =>
  columns.map(({ profile, valueType }) => Number(totalOf(profile, valueType)));

const READERS: Readonly<Record<string, (columns: readonly Column[]) => readonly number[]>> = {
  callgrind: plain,
  'ghc-prof': plain,
  'v8-log': plain,
  'papyrus-log': plain,
  'pmcstat-callgraph': (columns) => columns.map(printedTotal),
  // That viewer counts time in milliseconds.
  'instruments-deep-copy': (columns) =>
    columns.map(({ profile, valueType }) => {
      const total = Number(totalOf(profile, valueType));
      return profile.valueTypes[valueType]?.unit === 'nanoseconds' ? total / 1e6 : total;
    }),
};
