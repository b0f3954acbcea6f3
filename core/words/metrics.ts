import type { ComparedMetrics, ComparedSplit, MetricRow } from '../metrics/rows.ts';
import type { Refusal } from '../metrics/split.ts';
import { visible } from '../text/visible.ts';
import { grouped, percent, plural, times } from './numbers.ts';

/** Benchmark numbers in words (DIFF-SPEC 10, 13). */
export interface MetricsWords {
  /** Parallel to `comparison.metrics.rows`. */
  readonly rows: readonly MetricRowWords[];
  /** What throughput and profile say together, or why nothing is said; empty without metrics. */
  readonly sentences: readonly string[];
}

export interface MetricRowWords {
  /** "latency_p95 (milliseconds)". */
  readonly name: string;
  readonly base: string;
  readonly head: string;
  /** "0.03 times", "n/a". */
  readonly change: string;
}

/** `titles` are those of the explanations. */
export function metricsWords(metrics: ComparedMetrics, titles: readonly string[]): MetricsWords {
  const { rows, split, refusal } = metrics;
  return {
    rows: rows.map(rowWords),
    sentences: split !== null ? splitSentences(split, titles) : refusal !== null ? [refusalSentence(refusal)] : [],
  };
}

function rowWords({ name, unit, base, head, ratio }: MetricRow): MetricRowWords {
  return {
    name: `${visible(name)} (${visible(unit)})`,
    base: valueWords(base),
    head: valueWords(head),
    change: ratio === null ? 'n/a' : times(ratio),
  };
}

function valueWords(values: readonly number[]): string {
  if (values.length === 0) return 'n/a';
  const mean = values.reduce((all, value) => all + value, 0) / values.length;
  return values.length === 1 ? amount(mean) : `${amount(mean)} (mean of ${plural(values.length, 'run')})`;
}

/** Six digits; whole numbers keep all of theirs. */
function amount(value: number): string {
  return grouped(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** Three digits of what is computed: "0.17", "3,890". */
function about(value: number): string {
  return grouped(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

const WORK: ReadonlyMap<string, string> = new Map([
  ['tps', 'transaction'],
  ['qps', 'query'],
]);

function splitSentences(split: ComparedSplit, titles: readonly string[]): string[] {
  const { throughput, throughputBase, throughputHead, cpuBase, cpuHead, costRatio } = split;
  const unit = WORK.get(throughput) ?? 'event';
  const verb = throughputHead < throughputBase ? 'fell' : throughputHead > throughputBase ? 'rose' : 'stayed';
  const sentences = [
    `${throughput} ${verb} from ${about(throughputBase)} to ${about(throughputHead)} (${times(throughputHead / throughputBase)}): ` +
      `CPU used ${times(cpuHead / cpuBase)}, CPU per ${unit} ${times(costRatio)}.`,
  ];
  sentences.push(...regionSentences(split, titles, unit));
  if (!split.windowsVerified) {
    sentences.push(
      `${throughput} and profile may cover different intervals; a 20 % mismatch shifts every per-${unit} number by 20 %.`,
    );
  }
  return sentences;
}

function regionSentences(
  { regions, costRatio, throughput, throughputHead }: ComparedSplit,
  titles: readonly string[],
  unit: string,
): string[] {
  const named = (regions ?? []).filter(({ explanation }) => explanation !== null);
  if (regions === null || named.length === 0) return [];
  const titleOf = (explanation: number | null) => titles[explanation ?? -1] ?? '';
  const parts = named.map(({ explanation, explained }) => `${percent(explained)} is in ${titleOf(explanation)}`);
  const rest = regions.find(({ explanation }) => explanation === null);
  if (rest !== undefined) parts.push(`${percent(rest.explained)} elsewhere`);
  const sentences = [`Of the CPU ${costRatio > 1 ? 'added' : 'saved'} per ${unit}, ${parts.join(', ')}.`];
  for (const { explanation, whatIf } of named) {
    // A bound under unchanged waiting, not a forecast: never without "if".
    if (whatIf !== null && whatIf > throughputHead) {
      sentences.push(`If ${titleOf(explanation)} alone went back: at most about ${about(whatIf)} ${throughput}.`);
    }
  }
  if (rest?.costRatio != null) {
    const { costRatio: ratio } = rest;
    const way = ratio > 1 ? `${times(ratio)} MORE` : ratio < 1 ? `${times(ratio)} as much` : 'the same';
    sentences.push(`Per ${unit} everything else costs ${way}.`);
  }
  return sentences;
}

function refusalSentence(refusal: Refusal): string {
  const nothing = 'so nothing is computed per unit of work.';
  switch (refusal.code) {
    case 'event-not-time':
      return `The profiles do not count CPU time, ${nothing}`;
    case 'no-samples':
      return `${refusal.side} has no samples, ${nothing}`;
    case 'no-throughput':
      return `The throughput of ${refusal.side} is not above 0, ${nothing}`;
    case 'duration-unknown':
      return `The profile of ${refusal.side} does not say how many seconds it covers, ${nothing}`;
    case 'frequency-unknown':
      return `The sampling rate is not known and may differ between the sides, ${nothing}`;
    case 'windows-differ':
      return `In ${refusal.side} the profile covers ${about(refusal.profile)} s and the benchmark ${about(refusal.metric)} s, ${nothing}`;
  }
}
