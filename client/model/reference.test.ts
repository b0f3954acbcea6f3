import { describe, expect, it } from 'vitest';
import { referenceTo, resolveReference } from './reference.ts';

const names = ['all', 'main', 'work', 'x'.repeat(10_000)];
const nameAt = (index: number) => names[index] ?? '';

describe('references in the address', () => {
  it('come back as what they meant, and stay short', () => {
    for (const [index, name] of names.entries()) {
      const reference = referenceTo(index, name);
      expect(resolveReference(reference, names.length, nameAt)).toBe(index);
      expect(reference.length).toBeLessThan(20);
    }
  });

  it('mean nothing when the name is another by now, or when they are malformed', () => {
    for (const reference of [referenceTo(1, 'other'), '1', '1.', '-1.abc', '1e3.x', '99.abc', '', null]) {
      expect(resolveReference(reference, names.length, nameAt)).toBeNull();
    }
  });
});
