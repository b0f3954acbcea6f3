import { fault, problem } from '../../core/model/problem.ts';
import type { Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ReadResult } from '../../pipeline/index.ts';
import type { JobFault } from '../ports.ts';

export interface Sides {
  readonly base: readonly Profile[];
  readonly head: readonly Profile[];
}

/**
 * The runs of both sides, one a file. A differential file holds two sides itself: given as the only base and as the only
 * head, its own sides are compared; beside other files it is refused (`file-is-differential`).
 */
export function sidesOf(base: readonly ReadResult[], head: readonly ReadResult[]): Result<Sides, JobFault> {
  const [one, other] = [base[0], head[0]];
  const isAlone = base.length === 1 && head.length === 1;
  if (one && other && isAlone && isDifferential(one) && hashOf(one) === hashOf(other)) {
    const side = (wanted: 'base' | 'head') =>
      one.file.profiles.filter((parsed) => parsed.side === wanted).map(({ profile }) => profile);
    return ok({ base: side('base'), head: side('head') });
  }
  const files = [...base, ...head];
  const input = files.findIndex(isDifferential);
  if (input >= 0) {
    const file = files[input]?.file.profiles[0]?.profile.source.fileName ?? 'the file';
    return err({ fault: fault('file-is-differential', { facts: { file } }), input });
  }
  return ok({ base: base.flatMap(runOf), head: head.flatMap(runOf) });
}

function isDifferential({ file }: ReadResult): boolean {
  return file.profiles.some(({ side }) => side !== 'single');
}

function hashOf({ file }: ReadResult): string | null {
  return file.profiles[0]?.profile.source.sha256 ?? null;
}

/** The recording that stands for a file; that others were left out is said beside the result. */
function runOf({ file }: ReadResult): readonly Profile[] {
  const [first, ...others] = file.profiles;
  if (first === undefined) return [];
  if (others.length === 0) return [first.profile];
  const facts = { recordings: file.profiles.length, used: first.name ?? 'the first' };
  const note = problem('warning', 'first-recording-used', { facts });
  return [{ ...first.profile, problems: [...first.profile.problems, note] }];
}
