import { align } from '../core/align/align.ts';
import { compareTrees } from '../core/diff/compare.ts';
import type { Comparison, NormalizationSummary } from '../core/diff/comparison.ts';
import { fault, problem } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Audit } from '../core/normalize/audit.ts';
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
    normalization: normalizationOf(normalizer, [...b.audits, ...h.audits]),
    tree,
    functions: { ...compared.functions, ...testedColumns(tree, spread.tests) },
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

/** Names that became one on either side, by weight; names that only changed their spelling are counted. */
function normalizationOf(normalizer: Normalizer, audits: readonly Audit[]): NormalizationSummary {
  const origins = new Map<string, Map<string, number>>();
  const rewritten = new Set<string>();
  for (const audit of audits) {
    for (const [name, from] of audit.origins) {
      const known = origins.get(name) ?? new Map<string, number>();
      origins.set(name, known);
      for (const [raw, { weight }] of from) {
        if (raw !== name) rewritten.add(raw);
        known.set(raw, (known.get(raw) ?? 0) + weight);
      }
    }
  }
  const weightOf = (from: ReadonlyMap<string, number>) => [...from.values()].reduce((sum, weight) => sum + weight, 0);
  const merged = [...origins]
    .filter(([, from]) => from.size > 1)
    .map(([name, from]) => ({ name, from: [...from.keys()].sort(), weight: weightOf(from) }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .map(({ name, from }) => ({ name, from }));
  return { level: normalizer.level, packs: normalizer.packs, merged, rewritten: rewritten.size };
}

function shortRunProblems({ ignoredBase, ignoredHead }: EvidencePlan): readonly Problem[] {
  return [['base', ignoredBase.length] as const, ['head', ignoredHead.length] as const].flatMap(([side, runs]) =>
    runs === 0 ? [] : [problem('note', 'runs-too-short', { facts: { side, runs, least: LEAST_SAMPLES_PER_RUN } })],
  );
}
