import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { unionTree } from '../core/tree/union.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions } from './prepare.ts';

/** Which samples are meant: those whose stack passes through a function that matches, or that end in a subsystem. */
export type ShareOf = { readonly frame: (name: string) => boolean } | { readonly subsystem: string };

export interface ShareReport {
  /** Share of each run, 0..1; runs without samples are left out. */
  readonly shares: readonly number[];
  /** Functions that were meant, in the order of their names. */
  readonly functions: readonly string[];
}

/** Share of samples of each run of one build, after normalization. Faults: those of `prepareSides`. */
export function shareWith(
  normalizer: Normalizer,
  runs: readonly Profile[],
  of: ShareOf,
  options: PrepareOptions,
): Result<ShareReport, Fault> {
  const together = 'frame' in of ? { together: of.frame } : {};
  const prepared = prepareSides(normalizer, runs, runs, { ...options, ...together });
  if (!prepared.ok) return prepared;
  const [side] = prepared.value.sides;
  const made = unionTree([side.runs]);
  if (!made.ok) return made;
  const { functions, func, end, length, sides } = made.value;
  const meant = functions.names.map((name) =>
    'frame' in of ? of.frame(name) : side.tags.some((run) => run.get(name)?.includes(of.subsystem) === true),
  );
  const shares = (sides[0]?.runs ?? []).flatMap((self) => {
    let [value, total, until] = [0, 0, 0];
    for (let node = 1; node < length; node++) {
      const own = self[node]!;
      total += own;
      const hit = meant[func[node]!] === true;
      // Everything below a function that matches passes through it; a subsystem has what ends in it.
      if (hit && 'frame' in of) until = Math.max(until, end[node]!);
      if ('frame' in of ? node < until : hit) value += own;
    }
    return total > 0 ? [value / total] : [];
  });
  return ok({ shares, functions: functions.names.filter((_, f) => meant[f] === true) });
}
