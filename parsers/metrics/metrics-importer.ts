import type { Fault, Problem } from '../../core/model/problem.ts';
import type { Metric } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { Detection, Head } from '../importer.ts';

/**
 * What reads the output of a benchmark or of a server's status: numbers of a run, not a profile. Such files are small,
 * so they are read whole, as text.
 */
export interface MetricsImporter {
  /** Stable id, as printed by `inspect`: `sysbench`, `global-status`… */
  readonly id: string;
  readonly title: string;
  readonly detect: (head: Head) => Detection;
  /** `text` is the whole file, without a byte order mark. */
  readonly parse: (text: string) => Result<ParsedMetrics, Fault>;
}

export interface ParsedMetrics {
  /** At least one; each name once, repeats kept as repeats, in the order of the file. */
  readonly metrics: readonly Metric[];
  /** The program that wrote the file, when it says so. */
  readonly generator: string | null;
  readonly problems: readonly Problem[];
}

/** Bytes of a file of metrics, after inflating. */
export const MAX_METRICS_BYTES = 64 * 1024 * 1024;
