import { expect, test } from 'vitest';
import { aheadOf, withAhead, withoutAhead } from './ahead.ts';

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

const FILE = Uint8Array.of(9, 8, 7);

test.each([0, 1, 7, 8, 9])('%i bytes in front are known as soon as they have arrived', (length) => {
  const ahead = Uint8Array.from({ length }, (_, i) => i + 1);
  const bytes = joined(withAhead(ahead, FILE));
  for (let arrived = 0; arrived <= bytes.length; arrived++) {
    const front = aheadOf(bytes.subarray(0, arrived));
    if (arrived < 8) expect(front).toEqual({ kind: 'more', bytes: 8 });
    else if (arrived < 8 + length) expect(front).toEqual({ kind: 'more', bytes: 8 + length });
    else expect(front).toEqual({ kind: 'here', ahead });
  }
  expect(withoutAhead(bytes)).toEqual(FILE);
  // Columns of the file are read in place.
  expect((bytes.length - FILE.length) % 8).toBe(0);
});

test('a file without bytes in front is itself', () => {
  const plain = Uint8Array.of(...new TextEncoder().encode('FBK1'), 0, 0, 0, 0);
  expect(aheadOf(plain)).toEqual({ kind: 'none' });
  expect(withoutAhead(plain)).toBe(plain);
});
