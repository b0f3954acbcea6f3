import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRules } from '../../core/normalize/parse-rules.ts';
import { keepApartRule, withKeptApart } from './keep-apart.ts';

it('starts a pack, or stands before the rules that are there', () => {
  const first = withKeptApart('', ['read(int)', 'read(long)']);
  expect(first).toBe(
    'pack: ours\nversion: "1"\nrules:\n  - { id: keep-apart-1, level: syntax, match: { names: ["read(int)", "read(long)"] }, keep: true }\n',
  );
  const second = withKeptApart(first ?? '', ['a']);
  expect(second?.split('\n')[3]).toContain('keep-apart-2');
  expect(parseRules(second ?? '').ok).toBe(true);
});

it('keeps the indentation and the comments of a file, and gives up where it cannot tell', () => {
  expect(
    withKeptApart('pack: a\nversion: "1"\nrules: # ours\n# first\n- { id: x, match: { name: a }, drop: true }\n', [
      'b',
    ]),
  ).toBe(
    'pack: a\nversion: "1"\nrules: # ours\n- { id: keep-apart-1, level: syntax, match: { names: ["b"] }, keep: true }\n# first\n- { id: x, match: { name: a }, drop: true }\n',
  );
  expect(withKeptApart('{ pack: a, version: "1", rules: [] }', ['b'])).toBeNull();
});

it('is a rule whatever the names are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 4 }), (names) => {
      const parsed = parseRules(withKeptApart('', names) ?? '');
      expect(parsed.ok && parsed.value.rules[0]?.keep).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
  expect(keepApartRule('', ['operator*', 'a(b'])).toContain(String.raw`^(?:operator\\*|a\\(b)$`);
});
