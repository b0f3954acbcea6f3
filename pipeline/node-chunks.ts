import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 18;

/**
 * The bytes of a file in order. A chunk is valid only until the next one is asked for: two buffers take turns, one being
 * filled while the other is read, so a large file touches no more memory than a small one.
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  let filling = new Uint8Array(CHUNK_BYTES);
  let spare = new Uint8Array(CHUNK_BYTES);
  let next = file.read(filling, 0, CHUNK_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await next;
      if (bytesRead === 0) return;
      const filled = filling;
      filling = spare;
      spare = filled;
      next = file.read(filling, 0, CHUNK_BYTES);
      yield filled.subarray(0, bytesRead);
    }
  } finally {
    // Whoever stops early is not told that the read ahead failed.
    await next.catch(() => null);
    await file.close();
  }
}
