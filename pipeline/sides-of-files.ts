import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { ReadResult } from './read.ts';
import { isDifferential, runOfFile } from './run-of-file.ts';

/** A fault with the input it belongs to, counted over base then head; null when it is about all of them. */
export interface InputFault {
  readonly fault: Fault;
  readonly input: number | null;
}

export interface Sides {
  readonly base: readonly Profile[];
  readonly head: readonly Profile[];
}

/**
 * The runs of both sides, one a file. A differential file holds two sides itself: given as the only base and as the only
 * head, its own sides are compared; beside other files it is refused (`file-is-differential`). `recording` is the one to
 * take of files that hold several; null: the first, and the problems of the run say so.
 */
export function sidesOf(
  base: readonly ReadResult[],
  head: readonly ReadResult[],
  recording: string | null,
): Result<Sides, InputFault> {
  const [one, other] = [base[0], head[0]];
  const isAlone = base.length === 1 && head.length === 1;
  const ownSides = one && other && isAlone && isDifferential(one.file) && hashOf(one) === hashOf(other);
  const chosen = recording === null ? {} : { recording };
  const runs: { base: Profile[]; head: Profile[] } = { base: [], head: [] };
  for (const [input, { file }] of [...base, ...head].entries()) {
    const side = input < base.length ? 'base' : 'head';
    const run = runOfFile(file, ownSides === true ? { side, ...chosen } : chosen);
    if (!run.ok) return err({ fault: run.error, input });
    runs[side].push(run.value);
  }
  return ok(runs);
}

function hashOf({ file }: ReadResult): string | null {
  return file.profiles[0]?.profile.source.sha256 ?? null;
}
