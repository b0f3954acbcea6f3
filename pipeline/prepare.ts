import { samplesOf } from '../core/comparability/samples.ts';
import type { SampleCount } from '../core/comparability/samples.ts';
import { recordingsDiffer } from '../core/comparability/refusals.ts';
import { chosenRuns } from '../core/comparability/units.ts';
import type { ChosenRuns } from '../core/comparability/units.ts';
import { withoutIdle } from '../core/diff/idle.ts';
import { coarserWidth, pruneProfile } from '../core/diff/prune.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { totalOf } from '../core/model/totals.ts';
import type { Audit } from '../core/normalize/audit.ts';
import { normalizeProfile } from '../core/normalize/normalize-profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { overloadsOf } from '../core/normalize/overloads.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { collapseRecursion } from '../core/tree/collapse-recursion.ts';
import type { Recursion } from '../core/tree/collapse-recursion.ts';
import type { Run } from '../core/tree/union.ts';

/** What happens to every run before sides are compared; the same to all of them. */
export interface PrepareOptions {
  /** Name of the value type to compare; absent: each file's default. */
  readonly valueType?: string | null;
  /** Idle stacks are taken out of both sides unless this is true (DIFF-SPEC 1). */
  readonly keepIdle?: boolean;
  /** Folds recursion on both sides: changes self values and paths, not inclusive values of functions (DIFF-SPEC 4). */
  readonly collapseRecursion?: Recursion;
  /** Prunes every run at the width of the coarsest drawing among them (DIFF-SPEC 7). */
  readonly sameWidth?: boolean;
  /** Compares recordings of different events, units or rates all the same; then nothing counts as evidence (DIFF-SPEC 11). */
  readonly force?: boolean;
  /** Functions of these normalized names count as one, though they are overloads: for a question about the name. */
  readonly together?: (name: string) => boolean;
}

/** What is the same for all runs of a comparison. */
interface Common {
  readonly normalizer: Normalizer;
  /** Names that keep their argument lists. */
  readonly overloads: ReadonlySet<string>;
  /** Drawing limit, as a share of a run's total; null for none. */
  readonly width: number | null;
  readonly forced: boolean;
}

export interface PreparedSide {
  readonly runs: readonly Run[];
  readonly counts: readonly SampleCount[];
  readonly audits: readonly Audit[];
  readonly idle: readonly { readonly weight: number; readonly stacks: number }[];
  /** Of each run, by function name: subsystems that the rules put it in. */
  readonly tags: readonly ReadonlyMap<string, readonly string[]>[];
}

/** Sides ready to be laid over each other. */
export interface PreparedSides {
  readonly chosen: ChosenRuns;
  /** Base and head. */
  readonly sides: readonly [PreparedSide, PreparedSide];
  /** True when the recordings differ in kind and were compared because it was asked for. */
  readonly forced: boolean;
}

/**
 * Chosen columns, idle stacks out, names normalized. Faults: a side without runs, a value type that a file does not have,
 * recordings whose comparison means nothing (unless forced).
 */
export function prepareSides(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  options: PrepareOptions,
): Result<PreparedSides, Fault> {
  const force = options.force === true;
  const chosen = chosenRuns(base, head, options.valueType ?? null, force);
  if (!chosen.ok) return chosen;
  const difference = recordingsDiffer(chosen.value.base, chosen.value.head);
  if (difference !== null && !force) return err(difference);
  const forced = force && (difference !== null || chosen.value.unitsDiffer);
  const runs = [...chosen.value.base, ...chosen.value.head];
  const width = options.sameWidth === true ? widthOf(runs) : null;
  const common = { normalizer, overloads: overloadsAmong(runs, normalizer, options), width, forced };
  const b = prepared(chosen.value.base, options, common);
  if (!b.ok) return b;
  const h = prepared(chosen.value.head, options, common);
  if (!h.ok) return h;
  return ok({ chosen: chosen.value, sides: [b.value, h.value], forced });
}

function widthOf(runs: readonly Run[]): number | null {
  return coarserWidth(
    runs.map(({ profile, valueType }) => ({ pruned: profile.pruned, total: Number(totalOf(profile, valueType)) })),
  );
}

function overloadsAmong(
  runs: readonly Run[],
  normalizer: Normalizer,
  { together }: PrepareOptions,
): ReadonlySet<string> {
  const profiles = new Set(runs.map(({ profile }) => profile));
  const overloads = overloadsOf([...profiles], normalizer);
  return together === undefined ? overloads : new Set([...overloads].filter((name) => !together(name)));
}

function prepared(
  runs: readonly Run[],
  options: PrepareOptions,
  { normalizer, overloads, width, forced }: Common,
): Result<PreparedSide, Fault> {
  const side = {
    runs: [] as Run[],
    counts: [] as SampleCount[],
    audits: [] as Audit[],
    idle: [] as { weight: number; stacks: number }[],
    tags: [] as ReadonlyMap<string, readonly string[]>[],
  };
  for (const run of runs) {
    const narrowed = width === null ? ok(run.profile) : narrowedTo(run, width);
    if (!narrowed.ok) return narrowed;
    const working = options.keepIdle ? { profile: narrowed.value, idle: 0, stacks: 0 } : withoutIdle(narrowed.value);
    const idle = Number(totalOf(narrowed.value, run.valueType)) - Number(totalOf(working.profile, run.valueType));
    const normalized = normalizeProfile(working.profile, normalizer, undefined, overloads);
    if (!normalized.ok) return normalized;
    const { profile, audit, tags } = normalized.value;
    const folded =
      options.collapseRecursion === undefined ? ok(profile) : collapseRecursion(profile, options.collapseRecursion);
    if (!folded.ok) return folded;
    const kept = { profile: folded.value, valueType: run.valueType };
    side.runs.push(kept);
    side.counts.push(forced ? { samples: null, inferred: null } : samplesOf({ ...kept, profile }));
    side.audits.push(audit);
    side.tags.push(tags);
    side.idle.push({ weight: idle, stacks: working.stacks });
  }
  return ok(side);
}

/** A drawing limit is a share of the run's own total. */
function narrowedTo({ profile, valueType }: Run, width: number): Result<Profile, Fault> {
  return pruneProfile({ ...profile, defaultValueType: valueType }, width * Number(totalOf(profile, valueType)));
}
