import type { ProfileBuilder, ProfileFacts } from '../../core/model/builder.ts';
import { problem } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import type { Columns } from './columns.ts';
import type { Shape } from './shape.ts';

/** What is read into, and what is said about it. */
export interface Made {
  readonly builder: ProfileBuilder;
  readonly columns: Columns;
  readonly format: string;
  readonly facts?: Omit<Partial<ProfileFacts>, 'source' | 'valueTypes'>;
  readonly generator?: string | null;
}

/** The profile, or the first fault that the shape of the file had. */
export function finishProfile(
  { builder, columns, format, facts = {}, generator = null }: Made,
  shape: Shape,
  { fileName }: ReadContext,
): Result<Profile, Fault> {
  const { fault } = shape;
  if (fault !== null) return err(fault);
  const problems = [...(facts.problems ?? [])];
  if (columns.roundedNumbers > 0)
    problems.push(problem('warning', 'json-number-rounded', { count: columns.roundedNumbers }));
  return builder.finish({
    ...facts,
    valueTypes: columns.types(),
    source: { fileName, format, generator, sha256: null },
    problems,
  });
}

/** A file that holds one profile. */
export function finishFile(made: Made, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const profile = finishProfile(made, shape, context);
  return profile.ok ? ok({ profiles: [{ name: null, side: 'single', profile: profile.value }] }) : profile;
}

/** A comparison: the two columns of one tree, base before head, become two profiles with one column called `name`. */
export function finishPair(made: Made, name: string, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const both = finishProfile(made, shape, context);
  if (!both.ok) return both;
  const side = (column: number): Profile => ({
    ...both.value,
    valueTypes: both.value.valueTypes.slice(column, column + 1).map((type) => ({ ...type, name })),
    values: both.value.values.slice(column, column + 1),
    exactValues: both.value.exactValues.slice(column, column + 1),
  });
  return ok({
    profiles: [
      { name: null, side: 'base', profile: side(0) },
      { name: null, side: 'head', profile: side(1) },
    ],
  });
}
