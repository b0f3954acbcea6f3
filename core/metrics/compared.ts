import type { Explanation } from '../diff/comparison.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Metric } from '../model/profile.ts';
import { cpuUse, splitThroughput } from './split.ts';
import type { ComparedMetrics, MetricRow } from './rows.ts';
import type { RegionShares } from './split.ts';
import { metricOf } from './work.ts';

/** What of one side's runs the metrics need. */
export interface MetricsSide {
  readonly runs: readonly {
    readonly metrics: readonly Metric[];
    readonly durationSeconds: number | null;
  }[];
  /** Total of the side, as CPU seconds when `frequency` is 1. */
  readonly samples: number;
  /** Samples per CPU-second; null when unknown. */
  readonly frequency: number | null;
}

export interface MetricsFacts {
  readonly base: MetricsSide;
  readonly head: MetricsSide;
  readonly sameFrequency: boolean;
  readonly timeLike: boolean;
}

/** Metrics that count work per second, the better known first. */
const THROUGHPUT = ['tps', 'events_per_second', 'qps'];
const METRIC_WINDOW = 'total_time';

export function compareMetrics(
  facts: MetricsFacts,
  tree: UnionTree,
  explanations: readonly Explanation[],
): ComparedMetrics {
  const rows = rowsOf(facts);
  const throughput = THROUGHPUT.find((name) => {
    const row = rows.find((one) => one.name === name);
    return row !== undefined && row.base.length > 0 && row.head.length > 0;
  });
  if (throughput === undefined) return { rows, split: null, refusal: null };
  const [base, head] = [measured(facts.base, throughput), measured(facts.head, throughput)];
  const use = cpuUse(base, head, facts);
  if (!use.ok) return { rows, split: null, refusal: use.error };
  const chosen = disjoint(tree, explanations);
  const parts = chosen.map((at): RegionShares => {
    const { baseShare = 0, headShare = 0 } = explanations[at] ?? {};
    return { base: baseShare, head: headShare };
  });
  const rest = { base: 1 - sum(parts.map((part) => part.base)), head: 1 - sum(parts.map((part) => part.head)) };
  const split = splitThroughput(use.value, { base: base.throughput, head: head.throughput }, [...parts, rest]);
  return {
    rows,
    refusal: null,
    split: {
      throughput,
      throughputBase: base.throughput,
      throughputHead: head.throughput,
      cpuBase: use.value.base,
      cpuHead: use.value.head,
      relative: use.value.relative,
      windowsVerified: use.value.windowsVerified,
      costRatio: split.costRatio,
      throughputLog: split.throughputLog,
      cpuLog: split.cpuLog,
      costLog: split.costLog,
      regions:
        split.regions?.map(({ explained, costRatio, whatIf }, i) => ({
          explanation: chosen[i] ?? null,
          explained,
          costRatio: Number.isFinite(costRatio) ? costRatio : null,
          whatIf: Number.isFinite(whatIf) && whatIf > 0 ? whatIf : null,
        })) ?? null,
    },
  };
}

function measured({ runs, samples, frequency }: MetricsSide, throughput: string) {
  return {
    samples,
    frequency,
    profileSeconds: total(runs.map(({ durationSeconds }) => durationSeconds)),
    metricSeconds: total(runs.map(({ metrics }) => metricOf(metrics, METRIC_WINDOW))),
    throughput: mean(runs.map(({ metrics }) => metricOf(metrics, throughput)).filter((value) => value !== null)),
  };
}

/** Null when one is not known. */
function total(seconds: readonly (number | null)[]): number | null {
  let all = 0;
  for (const value of seconds) {
    if (value === null) return null;
    all += value;
  }
  return all;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : sum(values) / values.length;
}

/**
 * Positions of explanations that do not overlap, by rank: subtrees (kind N) whose ranges of nodes are apart, or the first
 * explanation alone when it is of another kind, since functions and edges meet subtrees in many places.
 */
function disjoint(tree: UnionTree, explanations: readonly Explanation[]): readonly number[] {
  const chosen: number[] = [];
  const ranges: (readonly [number, number])[] = [];
  for (const [at, { kind, node, label }] of explanations.entries()) {
    if (label === 'noise') continue;
    if (kind !== 'N') {
      if (chosen.length === 0) return [at];
      continue;
    }
    const [from, to] = [node, tree.end[node] ?? node + 1];
    if (ranges.some(([start, end]) => from < end && start < to)) continue;
    chosen.push(at);
    ranges.push([from, to]);
  }
  return chosen;
}

function rowsOf({ base, head }: MetricsFacts): readonly MetricRow[] {
  const units = new Map<string, string>();
  for (const { metrics } of [...base.runs, ...head.runs]) {
    for (const { name, unit } of metrics) if (!units.has(name)) units.set(name, unit);
  }
  const valuesOf = ({ runs }: MetricsSide, name: string) =>
    runs.map(({ metrics }) => metricOf(metrics, name)).filter((value) => value !== null);
  const rows = Array.from(units, ([name, unit]): MetricRow => {
    const [b, h] = [valuesOf(base, name), valuesOf(head, name)];
    const ratio = mean(h) / mean(b);
    return { name, unit, base: b, head: h, ratio: Number.isFinite(ratio) ? ratio : null };
  });
  return rows.sort((a, b) => rank(a) - rank(b) || change(b) - change(a) || (a.name < b.name ? -1 : 1));
}

/** Throughput, latency of the run, anything else; a series of intervals says again what the run says. */
function rank({ name }: MetricRow): number {
  const at = THROUGHPUT.indexOf(name);
  if (at >= 0) return at;
  if (name.endsWith('_interval')) return 6;
  return name.startsWith('latency') ? 4 : 5;
}

function change({ ratio }: MetricRow): number {
  if (ratio === null) return 0;
  return ratio > 0 ? Math.abs(Math.log(ratio)) : Number.MAX_VALUE;
}
