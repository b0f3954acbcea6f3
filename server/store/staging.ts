import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Staged } from '../ports.ts';
import { writeFully } from './durable.ts';

/** Written at once: a network gives pieces of 64 KB, and each write is a way to another thread and back. */
const WRITE_BYTES = 1024 * 1024;

/**
 * Writes a stream to a new file and syncs it; gives hash and length. The server uses it for uploads, workers for
 * results. When the source fails, the file is left to the caller to remove.
 */
export async function stageTo(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Staged> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    let gathered: Uint8Array[] = [];
    let waiting = 0;
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      gathered.push(chunk);
      waiting += chunk.length;
      if (waiting < WRITE_BYTES) continue;
      await writeFully(handle, joined(gathered, waiting));
      gathered = [];
      waiting = 0;
    }
    await writeFully(handle, joined(gathered, waiting));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, hash: hash.digest('hex'), bytes };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only, ...others] = parts;
  return only !== undefined && others.length === 0 ? only : Buffer.concat(parts, length);
}
