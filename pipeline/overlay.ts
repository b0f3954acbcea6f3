import { unexaminedIn } from '../core/align/align.ts';
import type { Comparison, SideSummary } from '../core/diff/comparison.ts';
import { fault, problem } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { LEAST_SAMPLES_PER_RUN, planEvidence } from '../core/stats/evidence.ts';
import type { EvidencePlan, StoredSpread } from '../core/stats/evidence.ts';
import { unionTree } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions, PreparedSide, PreparedSides } from './prepare.ts';
import { problemsOf, samplesIn, summaryOf } from './side-summary.ts';

export interface OverlayOptions extends PrepareOptions {
  /** Run-to-run spread of stored runs of one build: evidence `calibrated` where these runs are too few (DIFF-SPEC 3.2). */
  readonly stored?: StoredSpread | null;
  /** False: no renames and inlinings are suggested (DIFF-SPEC 6). */
  readonly align?: boolean;
}

/** The stacks of both sides, and what is to be said about them: all that is written in a form without findings. */
export type Overlay = Pick<Comparison, 'tree' | 'valueType' | 'problems'>;

/** Both sides in one tree, with what every finding starts from. */
export interface LaidOver extends Pick<PreparedSides, 'chosen' | 'forced'> {
  readonly base: PreparedSide;
  readonly head: PreparedSide;
  readonly baseSummary: SideSummary;
  readonly headSummary: SideSummary;
  readonly tree: UnionTree;
  readonly plan: EvidencePlan;
}

/** Profiles ─ normalize ─ merge. Faults: a side without samples or with negative values, and those of `prepareSides`. */
export function layOver(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  options: OverlayOptions,
): Result<LaidOver, Fault> {
  const prepared = prepareSides(normalizer, base, head, options);
  if (!prepared.ok) return prepared;
  const { chosen, forced } = prepared.value;
  const [b, h] = prepared.value.sides;
  const tree = unionTree([b.runs, h.runs]);
  if (!tree.ok) return tree;
  const [baseValues, headValues] = tree.value.sides;
  for (const [side, name] of [[baseValues, 'base'] as const, [headValues, 'head'] as const]) {
    if (!(side !== undefined && side.sum > 0)) return err(fault('no-samples', { facts: { side: name } }));
  }
  return ok({
    chosen,
    forced,
    base: b,
    head: h,
    baseSummary: summaryOf(b),
    headSummary: summaryOf(h),
    tree: tree.value,
    plan: planEvidence(samplesIn(b), samplesIn(h), options.stored ?? null),
  });
}

/** A comparison that looks for nothing, with the problems of one that does. Faults as `layOver`. */
export function overlayWith(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  options: OverlayOptions = {},
): Result<Overlay, Fault> {
  const laid = layOver(normalizer, base, head, options);
  if (!laid.ok) return laid;
  const { tree, chosen } = laid.value;
  const { name, unit } = chosen.valueType;
  const unexamined = options.align === false ? 0 : unexaminedIn(tree);
  return ok({ tree, valueType: { name, unit }, problems: problemsBetween(laid.value, unexamined) });
}

/** `unexamined`: functions that the alignment left out. */
export function problemsBetween(laid: LaidOver, unexamined: number): readonly Problem[] {
  const { base, head, baseSummary, headSummary, tree, chosen, forced, plan } = laid;
  return [
    ...problemsOf([base, head], [baseSummary, headSummary], tree, chosen, forced),
    ...shortRunProblems(plan),
    ...(unexamined > 0 ? [problem('note', 'alignment-partial', { facts: { functions: unexamined } })] : []),
  ];
}

function shortRunProblems({ ignoredBase, ignoredHead }: EvidencePlan): readonly Problem[] {
  return [['base', ignoredBase.length] as const, ['head', ignoredHead.length] as const].flatMap(([side, runs]) =>
    runs === 0 ? [] : [problem('note', 'runs-too-short', { facts: { side, runs, least: LEAST_SAMPLES_PER_RUN } })],
  );
}
