import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { browserHost } from './browser-host.ts';

test('the hash is that of the server, for every length around a block, in any pieces', async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 31 + 7) % 256);
  for (let length = 0; length <= 200; length++) {
    for (const piece of [1, 63, 64, 65, 300]) {
      const hasher = browserHost.hasher();
      for (let at = 0; at < length; at += piece) hasher.update(bytes.subarray(at, Math.min(length, at + piece)));
      expect(await hasher.hex()).toBe(createHash('sha256').update(bytes.subarray(0, length)).digest('hex'));
    }
  }
});
