import type { Fault } from '../core/model/problem.ts';
import type { Result } from '../core/result.ts';
import { nodeHost } from './node-host.ts';
import { kindOfFileWith, readFileWith, readInputWith, readMetricsWith } from './read.ts';
import type { ByteSource, InputResult, MetricsResult, ReadOptions, ReadResult } from './read.ts';

/** Reads a profile file, on Node. See `readFileWith`. */
export function readFile(source: ByteSource, options: ReadOptions): Promise<Result<ReadResult, Fault>> {
  return readFileWith(nodeHost, source, options);
}

/** Reads a file that may hold a profile or metrics, on Node. See `readInputWith`. */
export function readInput(source: ByteSource, options: ReadOptions): Promise<Result<InputResult, Fault>> {
  return readInputWith(nodeHost, source, options);
}

/** What a file is, from its beginning, on Node. See `kindOfFileWith`. */
export function kindOfFile(source: ByteSource): Promise<Result<InputResult['kind'], Fault>> {
  return kindOfFileWith(nodeHost, source);
}

/** Reads metrics of a run, on Node. See `readMetricsWith`. */
export function readMetrics(
  source: ByteSource,
  options: Omit<ReadOptions, 'format'>,
): Promise<Result<MetricsResult, Fault>> {
  return readMetricsWith(nodeHost, source, options);
}
