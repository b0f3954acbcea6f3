import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

function byNode(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('is what others compute, for every length around a block, in any pieces', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 31 + 7) % 256);
  for (let length = 0; length <= 200; length++) {
    for (const piece of [1, 7, 63, 64, 65, 300]) {
      const hash = new Sha256();
      for (let at = 0; at < length; at += piece) hash.update(bytes.subarray(at, Math.min(length, at + piece)));
      expect(hash.hex()).toBe(byNode(bytes.subarray(0, length)));
    }
  }
});

test('of a million letters (FIPS 180-2, B.3)', () => {
  const hash = new Sha256();
  for (let i = 0; i < 1000; i++) hash.update(new TextEncoder().encode('a'.repeat(1000)));
  expect(hash.hex()).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});
