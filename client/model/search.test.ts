import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../core/model/profile-of.ts';
import { unionTree } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import { NameSearch, stacksWith } from './search.ts';
import type { NameMatch } from './search.ts';

function treeOf(base: string, head: string): UnionTree {
  const made = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function found(tree: UnionTree, text: string) {
  const match = new NameSearch(tree.functions.names, []).text(text);
  if (match.kind !== 'found') return null;
  return { functionCount: match.count, ...stacksWith(tree, match.functions) };
}

describe('search', () => {
  const tree = treeOf('main;lock;wait 3 / main;work 7', 'main;lock;wait 30 / main;lock;lock_slow 5 / main;work 7');

  it('counts a stack once, however many of its frames match', () => {
    const locks = found(tree, 'LOCK');
    expect(locks).toMatchObject({ functionCount: 2, base: 3, head: 35 });
    expect(locks?.hits.length).toBe(1);
  });

  it('takes the text as text', () => {
    expect(found(tree, 'lo.k')?.hits.length).toBe(0);
    expect(found(tree, 'a(b[')?.hits.length).toBe(0);
  });

  it('takes a pattern by the engine that it is given, and says what is wrong with it', () => {
    const search = new NameSearch(tree.functions.names, [['locks'], []]);
    const engine = (source: string) => {
      if (source === '(') throw new Error('missing closing )');
      return (name: string) => new RegExp(source).test(name);
    };
    expect(search.pattern('^lo.k$', engine)).toMatchObject({ kind: 'found', count: 1 });
    expect(search.pattern('^lo.k$', null)).toEqual({ kind: 'waiting' } satisfies NameMatch);
    expect(search.pattern('(', engine)).toEqual({ kind: 'bad-pattern', message: 'missing closing )' });
    expect(search.pattern(' ', engine)).toEqual({ kind: 'none' });
  });

  it('knows no search from nothing found', () => {
    expect(found(tree, '  ')).toBeNull();
    expect(found(tree, 'nowhere')).toMatchObject({ functionCount: 0, base: 0, head: 0 });
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
        const stacks = found(treeOf(folded, folded), text);
        const expected = given
          .filter(([frames]) => frames.some((name) => name.includes(text)))
          .reduce((sum, [, count]) => sum + count, 0);
        expect([stacks?.base, stacks?.head]).toEqual([expected, expected]);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
