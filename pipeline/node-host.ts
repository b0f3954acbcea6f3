import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Host } from './host.ts';

export const nodeHost: Host = {
  gunzip(chunks) {
    const source = Readable.from(chunks, { objectMode: false });
    const gunzip = createGunzip({ chunkSize: 256 * 1024 });
    source.on('error', (error) => gunzip.destroy(error));
    return source.pipe(gunzip);
  },
  hasher() {
    const hash = createHash('sha256');
    return {
      update: (chunk) => void hash.update(chunk),
      hex: () => Promise.resolve(hash.digest('hex')),
    };
  },
};
