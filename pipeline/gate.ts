import { runCounts } from '../core/diff/run-counts.ts';
import { shareBounds } from '../core/gate/bounds.ts';
import type { GateConfig } from '../core/gate/config.ts';
import { gate } from '../core/gate/gate.ts';
import type { GateInput } from '../core/gate/input.ts';
import type { MetricRule } from '../core/gate/metric-rule.ts';
import type { GateReport } from '../core/gate/report.ts';
import { metricOf, workOf } from '../core/metrics/work.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { userPattern } from '../core/normalize/patterns.ts';
import { stripCppSignature } from '../core/normalize/cpp-signature.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { StoredSpread } from '../core/stats/evidence.ts';
import type { RunCounts } from '../core/stats/test-functions.ts';
import { unionTree } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';
import type { GateSettings } from './gate-config.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions, PreparedSide } from './prepare.ts';
import { problemsOf, summaryOf } from './side-summary.ts';

export interface GateOptions extends PrepareOptions {
  readonly stored?: StoredSpread | null;
  /** ISO date of today, which allow-list entries expire against. */
  readonly today: string;
}

/**
 * Judges head against base (DIFF-SPEC 8). No base runs: the verdict `no-baseline`, whatever head is. Faults: those of
 * `prepareSides`. What keeps a readable pair from being judged is no fault but an obstacle in the verdict.
 */
export function gateWith(
  normalizer: Normalizer,
  base: readonly Profile[],
  head: readonly Profile[],
  settings: GateSettings,
  options: GateOptions,
): Result<GateReport, Fault> {
  const prepared = prepareSides(normalizer, base.length === 0 ? head : base, head, options);
  if (!prepared.ok) return prepared;
  const { chosen, forced } = prepared.value;
  const [first, second] = prepared.value.sides;
  const sides = [base.length === 0 ? { ...first, runs: [], counts: [] } : first, second] as const;
  const made = unionTree(sides.map(({ runs }) => runs));
  if (!made.ok) return made;
  const tree = made.value;
  const tags = tagsOf(sides);
  const config = configOf(settings, (name) => tags.get(name) ?? []);
  const verdict = gate(inputOf(tree, sides, config, settings, options), config);
  const { name, unit } = chosen.valueType;
  return ok({
    verdict,
    config,
    valueType: { name, unit },
    baseFiles: namesOf(base),
    headFiles: namesOf(head),
    problems:
      base.length === 0 ? [] : [...problemsOf(sides, [summaryOf(sides[0]), summaryOf(sides[1])], tree, chosen, forced)],
  });
}

function namesOf(profiles: readonly Profile[]): readonly string[] {
  return profiles.map(({ source }) => source.fileName).filter((name) => name !== null);
}

function tagsOf(sides: readonly PreparedSide[]): ReadonlyMap<string, readonly string[]> {
  return new Map(sides.flatMap((side) => side.tags.flatMap((tags) => [...tags])));
}

/** Settings as the gate counts: fractions, and patterns that match. */
function configOf(settings: GateSettings, tagsOfName: (name: string) => readonly string[]): GateConfig {
  const byName = (patterns: readonly string[]) => {
    const compiled = patterns.map(userPattern);
    return (name: string) => compiled.some((one) => one.test(name));
  };
  // A pattern that means a function means its overloads, which have their arguments in the name.
  const byFrame = (patterns: readonly string[]) => {
    const matches = byName(patterns);
    return (name: string) => matches(name) || matches(stripCppSignature(name));
  };
  const byTag = (patterns: readonly string[]) => {
    const matches = byName(patterns);
    return (name: string) => tagsOfName(name).some(matches);
  };
  const { frames, subsystems } = settings;
  const selectors = [
    ...(frames === undefined ? [] : [byFrame(frames)]),
    ...(subsystems === undefined ? [] : [byTag(subsystems)]),
  ];
  return {
    measure: settings.measure,
    minAbs: settings.minAbs / 100,
    minRel: settings.minRel / 100,
    alpha: settings.alpha,
    minSamplesPerRun: settings.minSamplesPerRun,
    selects: selectors.length === 0 ? null : (name) => selectors.some((matches) => matches(name)),
    allow: settings.allow.map(({ maxDelta, ...entry }) => ({
      pattern: entry.frames ?? entry.subsystems ?? '',
      matches: entry.frames === undefined ? byTag([entry.subsystems ?? '']) : byFrame([entry.frames]),
      direction: entry.direction,
      maxDelta: maxDelta / 100,
      reason: entry.reason,
      expires: entry.expires,
    })),
  };
}

function inputOf(
  tree: UnionTree,
  sides: readonly [PreparedSide, PreparedSide],
  config: GateConfig,
  settings: GateSettings,
  { stored = null, today }: GateOptions,
): GateInput {
  const counts = sides.map(({ counts: of }) => of);
  const samplesKnown = counts.flat().every(({ samples }) => samples !== null);
  const [base, head] = [runCounts(tree, 0, sides[0].counts), runCounts(tree, 1, sides[1].counts)];
  const amounts = config.measure === 'share' ? [base, head] : asAmounts(tree, base, head);
  return {
    names: tree.functions.names,
    base: amounts[0] ?? base,
    head: amounts[1] ?? head,
    samplesKnown,
    stored,
    baseUpper: shareBounds(tree, 0, prunedOf(sides[0]), 'hi'),
    headLower: shareBounds(tree, 1, prunedOf(sides[1]), 'lo'),
    work: config.measure === 'work' ? { base: worksOf(sides[0]), head: worksOf(sides[1]) } : null,
    metrics: metricRules(sides, settings),
    today,
  };
}

/**
 * Counts of a run follow its number of samples, which is right for shares. Amounts must stay comparable between runs: all
 * runs are scaled by one factor, samples of all over weight of all.
 */
function asAmounts(tree: UnionTree, base: readonly RunCounts[], head: readonly RunCounts[]): RunCounts[][] {
  const weights = tree.sides.map(({ runs }) => runs.map((run) => run.reduce((sum, value) => sum + value, 0)));
  const samples = [...base, ...head].reduce((sum, { total }) => sum + total, 0);
  const factor = samples / weights.flat().reduce((sum, weight) => sum + weight, 0);
  return [base, head].map((runs, side) =>
    runs.map(({ inclusive, self, total }, run) => {
      const wanted = (weights[side]?.[run] ?? 0) * factor;
      if (Math.abs(wanted - total) <= 1e-12 * total || total === 0) return { inclusive, self, total };
      const scale = wanted / total;
      return { inclusive: inclusive.map((x) => x * scale), self: self.map((x) => x * scale), total: wanted };
    }),
  );
}

function prunedOf({ runs }: PreparedSide) {
  return runs.map(({ profile }) => profile.pruned);
}

/** NaN for a run whose work is not known: the gate counts it as missing. */
function worksOf({ runs }: PreparedSide): readonly number[] {
  return runs.map(({ profile }) => workOf(profile.metrics, profile.durationSeconds) ?? Number.NaN);
}

function metricRules(sides: readonly [PreparedSide, PreparedSide], { metrics }: GateSettings): readonly MetricRule[] {
  return metrics.map(({ name, better, maxWorse }) => {
    const values = ({ runs }: PreparedSide) =>
      runs.map(({ profile }) => metricOf(profile.metrics, name)).filter((value) => value !== null);
    return { name, better, maxWorse: maxWorse / 100, base: values(sides[0]), head: values(sides[1]) };
  });
}
