import type { Metric } from '../model/profile.ts';

/**
 * Value of a metric of one run: the mean of its repeats, which are no replicates, because they come from one run.
 * Null when the run has no such metric or no value of it.
 */
export function metricOf(metrics: readonly Metric[], name: string): number | null {
  const values = metrics.find((metric) => metric.name === name)?.values ?? [];
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** W of DIFF-SPEC 1: units of work of one run, `transactions` or `tps` times the seconds recorded; null when unknown. */
export function workOf(metrics: readonly Metric[], seconds: number | null): number | null {
  const counted = metricOf(metrics, 'transactions');
  if (counted !== null) return counted;
  const tps = metricOf(metrics, 'tps');
  return tps === null || seconds === null ? null : tps * seconds;
}
