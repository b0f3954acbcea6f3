import { align } from '../core/align/align.ts';
import { compareTrees } from '../core/diff/compare.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { functionTagsOf } from '../core/diff/subsystems.ts';
import { fault, problem } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { summarizeAudits } from '../core/normalize/audit.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { LEAST_SAMPLES_PER_RUN, planEvidence } from '../core/stats/evidence.ts';
import type { FunctionTests } from '../core/stats/test-functions.ts';
import type { EvidencePlan, StoredSpread } from '../core/stats/evidence.ts';
import { unionTree } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';
import { metricsOf } from './metrics.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions } from './prepare.ts';
import { cpusBusyOf, problemsOf, samplesIn, summaryOf } from './side-summary.ts';
import { spreadOf } from './spread.ts';

export interface CompareOptions extends PrepareOptions {
  /** Run-to-run spread of stored runs of one build: evidence `calibrated` where these runs are too few (DIFF-SPEC 3.2). */
  readonly stored?: StoredSpread | null;
  /** False: no renames and inlinings are suggested (DIFF-SPEC 6). */
  readonly align?: boolean;
  /** Pairs of names, of base and of head, that somebody said are not the same function. */
  readonly notSame?: readonly (readonly [string, string])[];
}

/**
 * Profiles ─ normalize ─ merge ─ compare ─ explain ─► Comparison. Each side is one run or several; what is stored is
 * never changed. Faults: a side without samples or with negative values, and those of `prepareSides`.
 */
export function compareWith(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Result<Comparison, Fault> {
  const prepared = prepareSides(normalizer, base, head, options);
  if (!prepared.ok) return prepared;
  const { chosen, forced } = prepared.value;
  const [b, h] = prepared.value.sides;
  const made = unionTree([b.runs, h.runs]);
  if (!made.ok) return made;
  const tree = made.value;
  for (const [side, name] of [[tree.sides[0], 'base'] as const, [tree.sides[1], 'head'] as const]) {
    if (!(side !== undefined && side.sum > 0)) return err(fault('no-samples', { facts: { side: name } }));
  }
  const [baseSide, headSide] = [summaryOf(b), summaryOf(h)];
  const plan = planEvidence(samplesIn(b), samplesIn(h), options.stored ?? null);
  const spread = spreadOf(tree, [b.counts, h.counts], plan);
  const compared = compareTrees(tree, {
    base: { samples: baseSide.samples, tau: spread.base, pruned: b.runs.map(({ profile }) => profile.pruned) },
    head: { samples: headSide.samples, tau: spread.head, pruned: h.runs.map(({ profile }) => profile.pruned) },
    level: plan.level,
    ...(spread.regionTest === null ? {} : { regionTest: spread.regionTest }),
  });
  const alignment =
    options.align === false
      ? { pairs: [], unexamined: 0 }
      : align(tree, { dilution: compared.dilution, rejected: rejectedPairs(tree, options.notSame ?? []) });
  const { name, unit } = chosen.valueType;
  return ok({
    version: 1,
    valueType: { name, unit },
    base: baseSide,
    head: headSide,
    normalization: summarizeAudits(normalizer, [...b.audits, ...h.audits]),
    tree,
    functions: { ...compared.functions, ...testedColumns(tree, spread.tests) },
    functionTags: functionTagsOf(tree.functions.names, [...b.tags, ...h.tags]),
    explanations: compared.explanations,
    dilution: compared.dilution,
    coverage: compared.coverage,
    cpusBusy: cpusBusyOf(b, h),
    evidence: {
      level: plan.level,
      baseRuns: base.length,
      headRuns: head.length,
      tauBase: spread.base,
      tauHead: spread.head,
      tested: spread.tests?.tested ?? 0,
      detectable: spread.detectable,
      disagreements: spread.disagreements,
    },
    metrics: metricsOf([b, h], tree, compared.explanations),
    alignment: alignment.pairs,
    problems: [
      ...problemsOf([b, h], [baseSide, headSide], tree, chosen, forced),
      ...shortRunProblems(plan),
      ...(alignment.unexamined > 0
        ? [problem('note', 'alignment-partial', { facts: { functions: alignment.unexamined } })]
        : []),
    ],
  });
}

function rejectedPairs(tree: UnionTree, notSame: readonly (readonly [string, string])[]) {
  const { names } = tree.functions;
  return (base: number, head: number) => notSame.some(([from, to]) => names[base] === from && names[head] === to);
}

function testedColumns(tree: UnionTree, tests: FunctionTests | null) {
  if (tests !== null) {
    const { inclusive, self } = tests;
    return { q: inclusive.q, selfQ: self.q, low: inclusive.low, high: inclusive.high };
  }
  const untested = () => new Float64Array(tree.functions.length).fill(Number.NaN);
  return { q: untested(), selfQ: untested(), low: untested(), high: untested() };
}

function shortRunProblems({ ignoredBase, ignoredHead }: EvidencePlan): readonly Problem[] {
  return [['base', ignoredBase.length] as const, ['head', ignoredHead.length] as const].flatMap(([side, runs]) =>
    runs === 0 ? [] : [problem('note', 'runs-too-short', { facts: { side, runs, least: LEAST_SAMPLES_PER_RUN } })],
  );
}
