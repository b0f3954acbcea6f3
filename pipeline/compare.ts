import { align } from '../core/align/align.ts';
import { comparabilityProblems } from '../core/comparability/check.ts';
import { compareTrees } from '../core/diff/compare.ts';
import type { Comparison, NormalizationSummary, RunSummary, SideSummary } from '../core/diff/comparison.ts';
import { fault, problem } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { totalOf } from '../core/model/totals.ts';
import type { Audit } from '../core/normalize/audit.ts';
import { isUnnamed } from '../core/normalize/functions.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { LEAST_SAMPLES_PER_RUN, planEvidence } from '../core/stats/evidence.ts';
import type { FunctionTests } from '../core/stats/test-functions.ts';
import type { EvidencePlan, StoredSpread } from '../core/stats/evidence.ts';
import { unionTree } from '../core/tree/union.ts';
import type { Run, UnionTree } from '../core/tree/union.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions, PreparedSide } from './prepare.ts';
import { spreadOf } from './spread.ts';

export interface CompareOptions extends PrepareOptions {
  /** Run-to-run spread of stored runs of one build: evidence `calibrated` where these runs are too few (DIFF-SPEC 3.2). */
  readonly stored?: StoredSpread | null;
}

/**
 * Profiles ─ normalize ─ merge ─ compare ─ explain ─► Comparison. Each side is one run or several; what is stored is
 * never changed. Faults: a side without samples, and those of `prepareSides`.
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
  const alignment = align(tree, { dilution: compared.dilution, rejected: () => false });
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
    evidence: {
      level: plan.level,
      baseRuns: base.length,
      headRuns: head.length,
      tauBase: spread.base,
      tauHead: spread.head,
      tested: spread.tests?.tested ?? 0,
    },
    alignment: alignment.pairs,
    problems: [
      ...comparabilityProblems(recordingOf(baseSide, b), recordingOf(headSide, h)),
      ...idleProblems(b, h, tree),
      ...periodProblems(b, 'base'),
      ...periodProblems(h, 'head'),
      ...shortRunProblems(plan),
      ...(alignment.unexamined > 0
        ? [problem('note', 'alignment-partial', { facts: { functions: alignment.unexamined } })]
        : []),
      ...(chosen.isUntyped ? [problem('warning', 'unit-untyped', { facts: unitsOf(chosen) })] : []),
      ...(forced ? [problem('warning', 'comparison-forced', { facts: unitsOf(chosen) })] : []),
    ],
  });
}

function samplesIn({ counts }: PreparedSide): readonly (number | null)[] {
  return counts.map(({ samples }) => samples);
}

function unitsOf({ base, head }: { readonly base: readonly Run[]; readonly head: readonly Run[] }) {
  const unit = (runs: readonly Run[]) =>
    runs.map(({ profile, valueType }) => profile.valueTypes[valueType]?.unit ?? '')[0] ?? '';
  return { base: unit(base), head: unit(head) };
}

function testedColumns(tree: UnionTree, tests: FunctionTests | null) {
  if (tests !== null) {
    const { inclusive, self } = tests;
    return { q: inclusive.q, selfQ: self.q, low: inclusive.low, high: inclusive.high };
  }
  const untested = () => new Float64Array(tree.functions.length).fill(Number.NaN);
  return { q: untested(), selfQ: untested(), low: untested(), high: untested() };
}

function summaryOf({ runs, counts }: PreparedSide): SideSummary {
  const summaries = runs.map((run, i) => runSummary(run, counts[i]?.samples ?? null));
  const samples = summaries.map((run) => run.samples);
  let total: number | bigint = 0;
  for (const run of summaries) total = sumOf(total, run.total);
  return {
    runs: summaries,
    total,
    samples: samples.includes(null) ? null : samples.reduce<number>((sum, n) => sum + (n ?? 0), 0),
    pruned: runs.find(({ profile }) => profile.pruned !== null)?.profile.pruned ?? null,
    unknownShare: unknownShareOf(runs),
  };
}

function sumOf(a: number | bigint, b: number | bigint): number | bigint {
  return typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b);
}

function runSummary({ profile, valueType }: Run, samples: number | null): RunSummary {
  const { source, event, durationSeconds, pruned, labels, metrics, problems } = profile;
  const total = totalOf(profile, valueType);
  return { source, total, samples, event, durationSeconds, pruned, labels, metrics, problems };
}

/** Share of the total whose own frame has no name. */
function unknownShareOf(runs: readonly Run[]): number {
  let unknown = 0;
  let total = 0;
  for (const { profile, valueType } of runs) {
    const isUnknown = Array.from({ length: profile.frames.length }, (_, frame) =>
      isUnnamed(profile.strings[profile.frames.name[frame]!] ?? ''),
    );
    const values = profile.values[valueType] ?? [];
    for (let node = 0; node < values.length; node++) {
      total += values[node]!;
      if (node > 0 && isUnknown[profile.nodes.frame[node]!] === true) unknown += values[node]!;
    }
  }
  return total > 0 ? unknown / total : 0;
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

function recordingOf(summary: SideSummary, { counts, runs }: PreparedSide) {
  return {
    ...summary,
    periods: counts.map(({ inferred }, i) => inferred?.period ?? runs[i]?.profile.period?.value ?? null),
  };
}

function idleProblems(base: PreparedSide, head: PreparedSide, tree: UnionTree): readonly Problem[] {
  const stacks = [...base.idle, ...head.idle].reduce((sum, idle) => sum + idle.stacks, 0);
  if (stacks === 0) return [];
  const shareOf = (side: PreparedSide, s: number) => {
    const idle = side.idle.reduce((sum, { weight }) => sum + weight, 0);
    return idle / (idle + (tree.sides[s]?.sum ?? 0));
  };
  return [problem('note', 'idle-removed', { facts: { stacks, base: shareOf(base, 0), head: shareOf(head, 1) } })];
}

function periodProblems({ counts }: PreparedSide, side: 'base' | 'head'): readonly Problem[] {
  const inferred = counts.map((count) => count.inferred).filter((found) => found !== null);
  const [first] = inferred;
  if (first === undefined) return [];
  const samples = inferred.reduce((sum, found) => sum + found.samples, 0);
  return [problem('note', 'period-inferred', { facts: { side, period: first.period, samples } })];
}

function shortRunProblems({ ignoredBase, ignoredHead }: EvidencePlan): readonly Problem[] {
  return [['base', ignoredBase.length] as const, ['head', ignoredHead.length] as const].flatMap(([side, runs]) =>
    runs === 0 ? [] : [problem('note', 'runs-too-short', { facts: { side, runs, least: LEAST_SAMPLES_PER_RUN } })],
  );
}
