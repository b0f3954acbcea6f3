import { studentTwoSided } from '../stats/special.ts';

/** A benchmark number of the runs, and how much worse it may get. */
export interface MetricRule {
  /** `tps`, `latency_p95`… */
  readonly name: string;
  readonly better: 'higher' | 'lower';
  readonly base: readonly number[];
  readonly head: readonly number[];
  /** Fraction of 1: 0.05 fails a drop of throughput by more than 5 %. */
  readonly maxWorse: number;
}

export interface MetricRow {
  readonly name: string;
  /** Geometric means; null without positive values. */
  readonly base: number | null;
  readonly head: number | null;
  /** Fraction by which head is worse; negative: better. */
  readonly worse: number | null;
  /** Welch's t on ln(metric), two-sided; null with fewer than three values a side. */
  readonly p: number | null;
  /** `suspected`: beyond the limit with fewer than three values. `unusable`: no positive values on a side. */
  readonly status: 'ok' | 'failed' | 'suspected' | 'unusable';
}

/** The metric rule of DIFF-SPEC 8: beyond the limit, and Welch's t on ln(metric) with k >= 3 and p <= alpha. */
export function judgeMetric(rule: MetricRule, alpha: number): MetricRow {
  const { name, better, maxWorse } = rule;
  const usable = (values: readonly number[]) => values.length > 0 && values.every((v) => v > 0 && v < Infinity);
  if (!usable(rule.base) || !usable(rule.head)) {
    return { name, base: null, head: null, worse: null, p: null, status: 'unusable' };
  }
  const b = logMoments(rule.base);
  const h = logMoments(rule.head);
  const ratio = Math.exp(h.mean - b.mean);
  const worse = better === 'higher' ? 1 - ratio : ratio - 1;
  const tested = Math.min(rule.base.length, rule.head.length) >= 3;
  const p = tested ? welch(b, h) : null;
  const beyond = worse > maxWorse;
  const status = !beyond ? 'ok' : p === null ? 'suspected' : p <= alpha ? 'failed' : 'ok';
  return { name, base: Math.exp(b.mean), head: Math.exp(h.mean), worse, p, status };
}

interface LogMoments {
  readonly mean: number;
  /** Variance of the mean. */
  readonly variance: number;
  readonly count: number;
}

function logMoments(values: readonly number[]): LogMoments {
  const logs = values.map(Math.log);
  const mean = logs.reduce((sum, x) => sum + x, 0) / logs.length;
  const squares = logs.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, variance: squares / (logs.length - 1) / logs.length, count: logs.length };
}

function welch(a: LogMoments, b: LogMoments): number {
  const variance = a.variance + b.variance;
  const difference = Math.abs(a.mean - b.mean);
  if (variance === 0) return difference === 0 ? 1 : 0;
  const df = variance ** 2 / (a.variance ** 2 / (a.count - 1) + b.variance ** 2 / (b.count - 1));
  return studentTwoSided(difference / Math.sqrt(variance), df);
}
