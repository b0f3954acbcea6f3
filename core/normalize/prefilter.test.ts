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

test.each([
  ['^(?:LazyCompile|Function|JS):', 'LFJ'],
  ['^(lib[\\w]+)`', 'l'],
  ['^(a)?b', ''],
  ['^\\[x', '['],
  ['^\\d', ''],
  ['^a*b', ''],
  ['^[ab]', ''],
  ['^a|b', ''],
  ['a', ''],
])('%s begins with one of %j', (source, first) => {
  expect(requiredBy(source).first).toBe(first);
});

test('what all alternatives have in common is required, what one may miss is not', () => {
  expect(requiredBy('x(?:_a|b_c)+').marks).toBe(marksOf('_'));
  expect(requiredBy('x(?:_a|b)').marks).toBe(0);
  expect(requiredBy('x(?:_a|b_c)?').marks).toBe(0);
  expect(requiredBy('-a|b-').marks).toBe(marksOf('-'));
  expect(requiredBy('x\\d').marks).toBe(marksOf('7'));
  expect(requiredBy('x\\d*').marks).toBe(0);
});

test('what a built-in pattern matches has what the pattern requires', () => {
  const patterns = BUILT_IN_PACKS.flatMap(({ rules }) => rules.flatMap(({ match }) => match?.name ?? []));
  expect(patterns.length).toBeGreaterThan(40);
  for (const source of patterns) {
    const { prefix, first, literal, marks } = requiredBy(source);
    fc.assert(
      // Lookaheads and word boundaries add no text; the generator cannot make them.
      fc.property(fc.stringMatching(new RegExp(source.replace(/\(\?!(?:[^()]|\([^()]*\))*\)|\\b/g, ''))), (text) => {
        if (!new RegExp(source).test(text)) return;
        expect(text.startsWith(prefix)).toBe(true);
        if (first !== '') expect(first).toContain(text[0]);
        expect(text.includes(literal)).toBe(true);
        expect(marksOf(text) & marks).toBe(marks);
      }),
      { seed: 5, numRuns: 60 },
    );
  }
});
