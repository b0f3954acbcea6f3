import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Staged } from '../ports.ts';
import { writeFully } from './durable.ts';

/**
 * Writes a stream to a new file and syncs it; gives hash and length. The server uses it for uploads, workers for
 * results. When the source fails, the file is left to the caller to remove.
 */
export async function stageTo(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Staged> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      await writeFully(handle, chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, hash: hash.digest('hex'), bytes };
}
