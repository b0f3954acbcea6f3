import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import type { Profile, ValueType } from '../model/profile.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { Run } from '../tree/union.ts';

/** Formats whose `samples` only means that the file does not say what it counts. */
const UNTYPED_FORMATS = new Set(['folded', 'svg', 'speedscope', 'd3-flame-graph', 'parca-flamegraph-json']);

export interface ChosenRuns {
  readonly base: readonly Run[];
  readonly head: readonly Run[];
  readonly valueType: ValueType;
  /** True when a file that names no unit is compared with one that does: shares still mean something, counts may not. */
  readonly isUntyped: boolean;
  /** True when units that exclude each other were let through. */
  readonly unitsDiffer: boolean;
}

/**
 * The column of each run to compare: the one that was asked for by name, else each file's default. All runs must count
 * in one unit; a difference of microseconds and bytes is nonsense and is refused with both units named, unless `force`.
 */
export function chosenRuns(
  base: readonly Profile[],
  head: readonly Profile[],
  wanted: string | null,
  force = false,
): Result<ChosenRuns, Fault> {
  const sides = { base: [] as Run[], head: [] as Run[] };
  for (const [side, profiles] of [['base', base] as const, ['head', head] as const]) {
    for (const profile of profiles) {
      const valueType = wanted === null ? profile.defaultValueType : indexOf(profile, wanted);
      if (valueType < 0) {
        const known = profile.valueTypes.map(({ name }) => name);
        return err(fault('value-type-unknown', { facts: { side, wanted: wanted ?? '', known } }));
      }
      sides[side].push({ profile, valueType });
    }
  }
  for (const side of ['base', 'head'] as const) {
    const negative = sides[side].find(hasNegativeValues);
    if (negative !== undefined) {
      return err(fault('negative-values', { facts: { side, file: negative.profile.source.fileName ?? '' } }));
    }
  }
  const first = sides.base[0];
  if (first === undefined || sides.head.length === 0) {
    return err(fault('side-without-runs', { facts: { side: first === undefined ? 'base' : 'head' } }));
  }
  const valueType = typeOf(first);
  let isUntyped = false;
  let unitsDiffer = false;
  for (const run of [...sides.base, ...sides.head]) {
    const other = typeOf(run);
    if (other.unit.toLowerCase() === valueType.unit.toLowerCase()) continue;
    if (saysNoUnit(run) || saysNoUnit(first)) {
      isUntyped = true;
      continue;
    }
    if (force) {
      unitsDiffer = true;
      continue;
    }
    const isHead = sides.head.includes(run);
    const facts = { base: valueType.unit, head: other.unit, file: run.profile.source.fileName ?? '' };
    return err(fault(isHead ? 'unit-mismatch' : 'unit-mismatch-within', { facts }));
  }
  return ok({ ...sides, valueType, isUntyped, unitsDiffer });
}

/** A profile with negative values is itself a difference and no side of another one (DIFF-SPEC 11). */
function hasNegativeValues({ profile, valueType }: Run): boolean {
  const values = profile.values[valueType];
  if (values === undefined) return false;
  for (let node = 0; node < values.length; node++) if (values[node]! < 0) return true;
  return false;
}

function saysNoUnit(run: Run): boolean {
  return UNTYPED_FORMATS.has(run.profile.source.format) && typeOf(run).unit === 'samples';
}

function indexOf(profile: Profile, wanted: string): number {
  const exact = profile.valueTypes.findIndex(({ name }) => name === wanted);
  if (exact >= 0) return exact;
  return profile.valueTypes.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

function typeOf({ profile, valueType }: Run): ValueType {
  return profile.valueTypes[valueType] ?? { name: 'samples', unit: 'samples', sampling: null };
}
