/** What the pipeline needs of a browser. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Host } from '../../pipeline/host.ts';

export const browserHost: Host = {
  async *gunzip(chunks) {
    const inflater = new DecompressionStream('gzip');
    const writer = inflater.writable.getWriter();
    const feeding = feed(chunks, writer);
    // Damaged data fails both ends; the reader tells.
    feeding.catch(() => undefined);
    const reader = inflater.readable.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
      await feeding;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  },
  now: () => performance.now(),
  hasher() {
    // The browser's own hashes whole buffers only, and only on pages of https and of this machine.
    const hash = sha256.create();
    return {
      update: (chunk) => {
        hash.update(chunk);
      },
      hex: () => Promise.resolve(bytesToHex(hash.digest())),
    };
  },
};

async function feed(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    for await (const chunk of chunks) {
      await writer.ready;
      // A copy: the source may use its buffer again before this one is read.
      await writer.write(chunk.slice());
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
