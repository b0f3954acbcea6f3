import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Host } from './host.ts';
import { unzipped } from './unzip.ts';

export type Compression = 'gzip' | 'zip';

/** A profile that inflates further than this beyond RATIO_FREE_BYTES is an attack, not a profile. */
const MAX_RATIO = 500;
const RATIO_FREE_BYTES = 64 * 1024 * 1024;

/** Compression by magic number; null for plain data. */
export function compressionOf(start: Uint8Array): Compression | null {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04) return 'zip';
  return null;
}

/** Carries a fault out of an async iteration; `readFile` catches it and nobody else sees it. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(cause: Fault) {
    super(cause.code);
    this.fault = cause;
  }
}

/** The inflated stream. Throws a FaultError for damaged data and passed limits. */
export async function* inflated(
  chunks: AsyncIterable<Uint8Array>,
  compression: Compression,
  host: Host,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (compression === 'zip') {
    const entry = unzipped(await gathered(chunks, maxBytes), zipLimits(maxBytes));
    if (!entry.ok) throw new FaultError(entry.error);
    yield entry.value;
    return;
  }
  let compressed = 0;
  let plain = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      compressed += chunk.length;
      yield chunk;
    }
  }
  try {
    for await (const chunk of host.gunzip(counted())) {
      plain += chunk.length;
      if (plain > maxBytes) throw tooLarge(maxBytes);
      if (plain > RATIO_FREE_BYTES && plain > compressed * MAX_RATIO) {
        throw new FaultError(fault('inflate-ratio', { facts: { compression, maximum: MAX_RATIO } }));
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FaultError) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw new FaultError(fault('inflate-damaged', { byte: compressed, facts: { compression, what } }));
  }
}

async function gathered(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    parts.push(chunk.slice());
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(maximum: number): FaultError {
  return new FaultError(fault('limit-exceeded', { facts: { limit: 'maxBytes', maximum } }));
}

function zipLimits(maxBytes: number): (size: number, originalSize: number) => Fault | null {
  return (size, originalSize) => {
    if (originalSize > maxBytes) return fault('limit-exceeded', { facts: { limit: 'maxBytes', maximum: maxBytes } });
    if (originalSize > RATIO_FREE_BYTES && originalSize > size * MAX_RATIO) {
      return fault('inflate-ratio', { facts: { compression: 'zip', maximum: MAX_RATIO } });
    }
    return null;
  };
}
