import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS, boxesOf, draw, profileIn, readSvg, stacksOf, stacksOfTree } from './svg.testkit.ts';
import type { DrawnTree } from './svg.testkit.ts';

const { tree } = fc.letrec<{ tree: DrawnTree }>((tie) => ({
  tree: fc.record({
    name: fc.oneof(
      fc.constantFrom(
        'main',
        'a<b, c>::d(int) const',
        'it\'s "so"',
        'x (3 samples, 1.00%)',
        '[unknown]',
        'λ→\u{1f525}',
        'a;b',
        '&amp;',
        'C:\\dir\\file.py:12',
      ),
      fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name.trim() === name && /^[ -~]+$/.test(name)),
    ),
    self: fc.integer({ min: 1, max: 40 }),
    children: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'tree' },
      fc.constant([]),
      fc.uniqueArray(tie('tree'), { maxLength: 4, selector: ({ name }) => name }),
    ),
  }),
}));

const rooted = fc
  .uniqueArray(tree, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
  .map((children) => ({ name: 'all', self: 0, children }));

describe('a random tree drawn by each generator', () => {
  it.each(DIALECTS)('%s is read back exactly', (dialect) => {
    fc.assert(
      fc.property(rooted, (root) => {
        const profile = profileIn(draw(boxesOf(root), dialect));
        expect(stacksOf(profile)).toEqual(stacksOfTree(root));
        expect(profile.problems.filter(({ code }) => code !== 'svg-pruned')).toEqual([]);
      }),
      { seed: 20_240_517, numRuns: 120 },
    );
  });
});

describe('a file cut at any byte', () => {
  it.each(['pl-2012', 'pl-2024', 'inferno'] as const)('%s is a typed fault, never a smaller profile', (dialect) => {
    const root = {
      name: 'all',
      self: 0,
      children: [{ name: 'main', self: 2, children: [{ name: 'λ<int>', self: 3, children: [] }] }],
    };
    const bytes = new TextEncoder().encode(draw(boxesOf(root), dialect).trimEnd());
    expect(readSvg(bytes).ok).toBe(true);
    for (let end = 0; end < bytes.length; end++) {
      const result = readSvg(bytes.subarray(0, end));
      expect(result.ok ? `read at ${end}` : result.error.code).toBe(end === 0 ? 'file-empty' : 'svg-truncated');
    }
  });
});
