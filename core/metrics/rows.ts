import type { Refusal } from './split.ts';

/** Benchmark numbers beside the diff (DIFF-SPEC 10). */
export interface ComparedMetrics {
  /** Throughput and latency first, then the largest change first. */
  readonly rows: readonly MetricRow[];
  /** Null when a side has no throughput, or when `refusal` says why not. */
  readonly split: ComparedSplit | null;
  readonly refusal: Refusal | null;
}

export interface MetricRow {
  readonly name: string;
  readonly unit: string;
  /** One value a run that has the metric: the mean of its repeats. Empty when no run has it. */
  readonly base: readonly number[];
  readonly head: readonly number[];
  /** Mean of head over mean of base; null when one is missing, or base is 0. */
  readonly ratio: number | null;
}

export interface ComparedSplit {
  /** The metric that counts the work: `tps`. */
  readonly throughput: string;
  readonly throughputBase: number;
  readonly throughputHead: number;
  /** CPUs busy, or samples per second when `relative`. */
  readonly cpuBase: number;
  readonly cpuHead: number;
  readonly relative: boolean;
  /** False: metric and profile may cover different intervals. */
  readonly windowsVerified: boolean;
  /** CPU-seconds per unit of work, head over base. */
  readonly costRatio: number;
  /** ln(throughput_h / throughput_b) = cpuLog - costLog. */
  readonly throughputLog: number;
  readonly cpuLog: number;
  readonly costLog: number;
  /** Disjoint parts with the rest last; null when the cost did not change. */
  readonly regions: readonly SplitRegion[] | null;
}

export interface SplitRegion {
  /** Position in `comparison.explanations`; null for everything else. */
  readonly explanation: number | null;
  /** Share of the added CPU per unit of work; may be negative or above 1. */
  readonly explained: number;
  /** Cost per unit of work, head over base; null where one side has none. */
  readonly costRatio: number | null;
  /** Throughput if this part alone went back: a bound. Null where there is none. */
  readonly whatIf: number | null;
}

/** Of a comparison without metrics. */
export const NO_METRICS: ComparedMetrics = { rows: [], split: null, refusal: null };
