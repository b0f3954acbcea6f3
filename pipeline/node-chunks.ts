import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 18;

/**
 * The bytes of a file in order, through one buffer: a chunk is valid only until the next one is asked for, and a large
 * file touches no more memory than a small one. It reads synchronously, which costs half of what handing each chunk to
 * another thread does; the command line has nothing else to do, and the server reads files in its workers.
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
