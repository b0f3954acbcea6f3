import type { Fault } from '../core/model/problem.ts';
import type { Result } from '../core/result.ts';
import { nodeHost } from './node-host.ts';
import { readFileWith } from './read.ts';
import type { ByteSource, ReadOptions, ReadResult } from './read.ts';

export { DEFAULT_READ_LIMITS } from './read.ts';
export type { ByteSource, ReadOptions, ReadResult } from './read.ts';

/** Reads a profile file, on Node. See `readFileWith`. */
export function readFile(source: ByteSource, options: ReadOptions): Promise<Result<ReadResult, Fault>> {
  return readFileWith(nodeHost, source, options);
}
