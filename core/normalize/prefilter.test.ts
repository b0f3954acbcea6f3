import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import { marksOf, requiredBy } from './prefilter.ts';

test.each([
  ['^__GI_(\\w+)$', '__GI_', '__GI_'],
  ['_\\[k\\]$', '', '_[k]'],
  ['(LambdaForm\\$[A-Za-z]+)(?:\\$\\d+)?[/.]', '', 'LambdaForm$'],
  ['a|b', '', ''],
  ['ab?c', '', 'a'],
  ['ab*', '', 'a'],
  ['ab+c', '', 'ab'],
  ['ab{0,3}c', '', 'a'],
  ['(?:a|b)cd', '', 'cd'],
  ['(abc)?d', '', 'd'],
  ['(abc)d', '', 'abc'],
  ['(?!x)ab', '', 'ab'],
  ['[^(|)]ab\\d', '', 'ab'],
])('%s begins with %j and holds %j', (source, prefix, literal) => {
  expect(requiredBy(source)).toMatchObject({ prefix, literal });
});

test('what a built-in pattern matches has what the pattern requires', () => {
  const patterns = BUILT_IN_PACKS.flatMap(({ rules }) => rules.flatMap(({ match }) => match?.name ?? []));
  expect(patterns.length).toBeGreaterThan(40);
  for (const source of patterns) {
    const { prefix, literal, marks } = requiredBy(source);
    fc.assert(
      // Lookaheads and word boundaries add no text; the generator cannot make them.
      fc.property(fc.stringMatching(new RegExp(source.replace(/\(\?![^()]*\)|\\b/g, ''))), (text) => {
        if (!new RegExp(source).test(text)) return;
        expect(text.startsWith(prefix)).toBe(true);
        expect(text.includes(literal)).toBe(true);
        expect(marksOf(text) & marks).toBe(marks);
      }),
      { seed: 5, numRuns: 60 },
    );
  }
});
