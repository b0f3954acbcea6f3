import { align } from '../core/align/align.ts';
import { compareTrees } from '../core/diff/compare.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { functionTagsOf } from '../core/diff/subsystems.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { summarizeAudits } from '../core/normalize/audit.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { FunctionTests } from '../core/stats/test-functions.ts';
import type { UnionTree } from '../core/tree/union.ts';
import { metricsOf } from './metrics.ts';
import { layOver, problemsBetween } from './overlay.ts';
import type { OverlayOptions } from './overlay.ts';
import { cpusBusyOf } from './side-summary.ts';
import { spreadOf } from './spread.ts';

export interface CompareOptions extends OverlayOptions {
  /** Pairs of names, of base and of head, that somebody said are not the same function. */
  readonly notSame?: readonly (readonly [string, string])[];
}

/**
 * Profiles ─ normalize ─ merge ─ compare ─ explain ─► Comparison. Each side is one run or several; what is stored is
 * never changed. Faults as `layOver`.
 */
export function compareWith(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Result<Comparison, Fault> {
  const laid = layOver(normalizer, base, head, options);
  if (!laid.ok) return laid;
  const { base: b, head: h, baseSummary, headSummary, tree, plan, chosen } = laid.value;
  const spread = spreadOf(tree, [b.counts, h.counts], plan);
  const compared = compareTrees(tree, {
    base: { samples: baseSummary.samples, tau: spread.base, pruned: b.runs.map(({ profile }) => profile.pruned) },
    head: { samples: headSummary.samples, tau: spread.head, pruned: h.runs.map(({ profile }) => profile.pruned) },
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
    base: baseSummary,
    head: headSummary,
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
    problems: problemsBetween(laid.value, alignment.unexamined),
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
