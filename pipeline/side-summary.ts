import { comparabilityProblems } from '../core/comparability/check.ts';
import type { SideRecording } from '../core/comparability/check.ts';
import { shapeProblems } from '../core/comparability/shape.ts';
import type { ChosenRuns } from '../core/comparability/units.ts';
import type { RunSummary, SideSummary } from '../core/diff/comparison.ts';
import { problem } from '../core/model/problem.ts';
import type { Problem } from '../core/model/problem.ts';
import { totalOf } from '../core/model/totals.ts';
import { symbolQuality } from '../core/normalize/quality.ts';
import { isUnnamed } from '../core/normalize/functions.ts';
import type { Run, UnionTree } from '../core/tree/union.ts';
import type { PreparedSide } from './prepare.ts';

/** What a comparison says about one side. */
export function summaryOf({ runs, counts }: PreparedSide): SideSummary {
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

const SECONDS_OF = new Map([
  ['nanoseconds', 1e-9],
  ['microseconds', 1e-6],
  ['milliseconds', 1e-3],
  ['seconds', 1],
]);

/**
 * CPUs busy = CPU seconds / seconds recorded (DIFF-SPEC 2), both sides or none. Idle stacks are out already. Known where
 * the values are times, or samples of a stated period in time, and every run says how long it took.
 */
export function cpusBusyOf(base: PreparedSide, head: PreparedSide): { base: number; head: number } | null {
  const [b, h] = [busyOf(base), busyOf(head)];
  return b === null || h === null ? null : { base: b, head: h };
}

function busyOf({ runs }: PreparedSide): number | null {
  let [cpu, wall] = [0, 0];
  for (const { profile, valueType } of runs) {
    const unit = profile.valueTypes[valueType]?.unit ?? '';
    const { period, durationSeconds } = profile;
    const seconds =
      SECONDS_OF.get(unit) ?? (period === null ? undefined : scaled(SECONDS_OF.get(period.unit), period.value));
    if (seconds === undefined || durationSeconds === null || !(durationSeconds > 0)) return null;
    cpu += Number(totalOf(profile, valueType)) * seconds;
    wall += durationSeconds;
  }
  return wall > 0 ? cpu / wall : null;
}

function scaled(unit: number | undefined, value: number): number | undefined {
  return unit === undefined ? undefined : unit * value;
}

function sumOf(a: number | bigint, b: number | bigint): number | bigint {
  return typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b);
}

function runSummary({ profile, valueType }: Run, samples: number | null): RunSummary {
  const { source, event, durationSeconds, pruned, labels, metrics, problems } = profile;
  const total = totalOf(profile, valueType);
  const symbols = symbolQuality(profile, valueType);
  return { source, total, samples, event, durationSeconds, pruned, labels, metrics, symbols, problems };
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

/** What stands between two prepared sides, in words for every front end; `tree` is their union. */
export function problemsOf(
  [base, head]: readonly [PreparedSide, PreparedSide],
  [baseSummary, headSummary]: readonly [SideSummary, SideSummary],
  tree: UnionTree,
  chosen: ChosenRuns,
  forced: boolean,
): readonly Problem[] {
  return [
    ...comparabilityProblems(recordingOf(base, baseSummary), recordingOf(head, headSummary)),
    ...shapeProblems(tree),
    ...idleProblems(base, head, tree),
    ...periodProblems(base, 'base'),
    ...periodProblems(head, 'head'),
    ...(chosen.isUntyped ? [problem('warning', 'unit-untyped', { facts: unitsOf(chosen) })] : []),
    ...(forced ? [problem('warning', 'comparison-forced')] : []),
  ];
}

/** Samples of each run; null where they are not known. */
export function samplesIn({ counts }: PreparedSide): readonly (number | null)[] {
  return counts.map(({ samples }) => samples);
}

function unitsOf({ base, head }: { readonly base: readonly Run[]; readonly head: readonly Run[] }) {
  const unit = (runs: readonly Run[]) =>
    runs.map(({ profile, valueType }) => profile.valueTypes[valueType]?.unit ?? '')[0] ?? '';
  return { base: unit(base), head: unit(head) };
}

function recordingOf({ counts, runs }: PreparedSide, summary: SideSummary): SideRecording {
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
