import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../core/model/profile-of.ts';
import { unionTree } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import { Searcher } from './search.ts';

function treeOf(base: string, head: string): UnionTree {
  const made = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

describe('search', () => {
  const tree = treeOf('main;lock;wait 3 / main;work 7', 'main;lock;wait 30 / main;lock;lock_slow 5 / main;work 7');
  const searcher = new Searcher(tree);

  it('counts a stack once, however many of its frames match', () => {
    const found = searcher.find('LOCK');
    expect(found).toMatchObject({ functionCount: 2, base: 3, head: 35 });
    expect(found?.hits.length).toBe(1);
  });

  it('takes the text as text', () => {
    expect(searcher.find('lo.k')?.hits.length).toBe(0);
    expect(searcher.find('a(b[')?.hits.length).toBe(0);
  });

  it('knows no search from nothing found', () => {
    expect(searcher.find('  ')).toBeNull();
    expect(searcher.find('nowhere')).toMatchObject({ functionCount: 0, base: 0, head: 0 });
  });

  it('agrees with looking at every stack', () => {
    const frame = fc.constantFrom('ab', 'bc', 'cd', 'abc', 'x');
    const stacks = fc.array(fc.tuple(fc.array(frame, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 15,
    });
    fc.assert(
      fc.property(stacks, fc.constantFrom('a', 'bc', 'c', 'x', 'zz'), (given, text) => {
        const folded = given.map(([frames, count]) => `${frames.join(';')} ${count}`).join('\n');
        const found = new Searcher(treeOf(folded, folded)).find(text);
        const expected = given
          .filter(([frames]) => frames.some((name) => name.includes(text)))
          .reduce((sum, [, count]) => sum + count, 0);
        expect([found?.base, found?.head]).toEqual([expected, expected]);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
