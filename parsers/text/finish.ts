import type { ProfileBuilder, ProfileFacts } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile } from '../importer.ts';

/** Ends the builder as the only profile of a file. A file in which nothing was counted is refused. */
export function onlyProfile(
  builder: ProfileBuilder,
  facts: ProfileFacts,
  nothing: { readonly lines: number; readonly expected: string },
): Result<ParsedFile, Fault> {
  if (builder.overflow !== null) return err(builder.overflow);
  if (!facts.valueTypes.some((_, t) => hasValues(builder, t))) {
    return err(
      fault('text-no-stacks', {
        line: nothing.lines === 0 ? null : nothing.lines,
        expected: nothing.expected,
        facts: { lines: nothing.lines },
      }),
    );
  }
  const finished = builder.finish(facts);
  return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
}

function hasValues(builder: ProfileBuilder, valueType: number): boolean {
  for (let node = 0; node < builder.nodeCount; node++) {
    if (builder.selfOf(node as NodeIndex, valueType) !== 0) return true;
  }
  return false;
}

/** Sum of a column. */
export function sumOf(builder: ProfileBuilder, valueType = 0): number {
  let sum = 0;
  for (let node = 0; node < builder.nodeCount; node++) sum += builder.selfOf(node as NodeIndex, valueType);
  return sum;
}

/** The sampling of a column that counts samples of weight 1; null when a value is no whole number. */
export function countedSamples(
  builder: ProfileBuilder,
  valueType = 0,
): { readonly records: number; readonly sumOfSquares: number } | null {
  const records = sumOf(builder, valueType);
  return Number.isInteger(records) && records > 0 ? { records, sumOfSquares: records } : null;
}
