import { expect, test } from 'vitest';
import { parseRules } from './parse-rules.ts';

const file = (rules: string) => `pack: mine\nversion: '1'\nrules:\n${rules}`;

test('reads a pack', () => {
  const parsed = parseRules(file("  - { id: a, match: { name: '^x' }, rename: y }\n  - id: b\n    fn: demangle\n"));
  expect(parsed.ok && parsed.value.rules).toEqual([
    { id: 'a', match: { name: '^x' }, rename: 'y' },
    { id: 'b', fn: 'demangle' },
  ]);
});

test.each([
  ['not YAML', 'pack: [', 'rules-syntax', 1, null],
  ['not a map', '- a', 'rules-value', 1, null],
  ['no rules', "pack: a\nversion: '1'\n", 'rules-missing', 1, 'rules'],
  ['a version that is a number', 'pack: a\nversion: 1\nrules: []\n', 'rules-value', 2, null],
  ['a field that does not exist', file('  - { id: a, match: { nam: x }, drop: true }'), 'rules-field', 4, null],
  [
    'an unknown level',
    file('  - { id: a, level: high, fn: demangle }'),
    'rules-value',
    4,
    'syntax, default, aggressive',
  ],
  ['an unknown function', file('  - { id: a, fn: nothing }'), 'rules-value', 4, null],
  ['a bad pattern', file("  - { id: a, match: { name: '(' }, drop: true }"), 'rules-pattern', 4, null],
  ['a pattern that is not RE2', file("  - { id: a, match: { name: '(a)\\1' }, drop: true }"), 'rules-pattern', 4, null],
  ['no action', file('  - { id: a, match: { name: x } }'), 'rules-action', 4, null],
  ['two actions', file('  - { id: a, match: { name: x }, drop: true, tag: t }'), 'rules-action', 4, null],
  ['an action for every frame', file('  - { id: a, drop: true }'), 'rules-match', 4, 'match'],
  ['an id twice', file('  - { id: a, fn: demangle }\n  - { id: a, fn: demangle }'), 'rules-duplicate', 5, null],
  ['a depth of nothing', file('  - { id: a, match: { maxDepth: 0 }, drop: true }'), 'rules-value', 4, null],
  ['drop: false', file('  - { id: a, match: { name: x }, drop: false }'), 'rules-value', 4, null],
  ['an alias', file('  - &r { id: a, fn: demangle }\n  - *r'), 'rules-value', 5, null],
  ['split at nothing', file("  - { id: a, match: { name: x }, split: '' }"), 'rules-value', 4, null],
  ['a field twice', "pack: a\npack: b\nversion: '1'\nrules: []\n", 'rules-syntax', 2, null],
])('%s', (_, text, code, line, expected) => {
  const parsed = parseRules(text);
  if (parsed.ok) throw new Error('accepted');
  expect(parsed.error.code).toBe(code);
  expect(parsed.error.position?.line).toBe(line);
  expect(parsed.error.facts['column']).toBeGreaterThan(0);
  if (expected !== null) expect(parsed.error.expected).toBe(expected);
});

test('the column is that of the value', () => {
  const parsed = parseRules(file('  - { id: a, level: high, fn: demangle }'));
  expect(!parsed.ok && parsed.error.facts['column']).toBe(21);
});

test.each(['{}', 'null', '""', '[[[[', '? a', '%YAML 9', '---\n---', '\u0000', 'pack: *x', '!!js/function a'])(
  '%j is refused',
  (text) => {
    expect(parseRules(text).ok).toBe(false);
  },
);
