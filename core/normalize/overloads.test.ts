import { expect, test } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { compileRules } from './compile.ts';
import { normalizedTogether } from './names.testkit.ts';
import { overloadsOf } from './overloads.ts';
import type { Normalizer } from './normalizer.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import type { RuleLevel } from './rule.ts';

function normalizer(level: RuleLevel | 'none' = 'default'): Normalizer {
  const compiled = compileRules(BUILT_IN_PACKS, { level });
  if (!compiled.ok) throw new Error(compiled.error.code);
  return compiled.value;
}

const rules = normalizer();
const together = (...names: string[]) =>
  normalizedTogether(
    names.map((name) => ({ name })),
    rules,
  );

test('two argument lists in one profile are two functions, which keep them', () => {
  expect(together('String::set(char*, unsigned int)', 'String::set(char const*, unsigned int)', 'main()')).toEqual([
    'String::set(char*, unsigned int)',
    'String::set(char const*, unsigned int)',
    'main',
  ]);
});

test('constness alone tells two functions apart', () => {
  expect(together('Row::key()', 'Row::key() const')).toEqual(['Row::key()', 'Row::key() const']);
});

test('spellings of one list are one function, which needs no list', () => {
  const spellings = ['f(long unsigned int, const char *)', 'f(unsigned long, char const*)', 'f(ulint, char const*)'];
  expect(together(...spellings, 'f', '_Z1fmPKc', 'f(ulint, char const*) [clone .cold]')).toEqual(Array(6).fill('f'));
  expect(together('g(void)', 'g()')).toEqual(['g', 'g']);
});

test('overloads have one spelling each, whatever the tool; a name without a list is neither of them', () => {
  const names = ['int f<int>(long unsigned int)', 'f<int>(unsigned long)', '_Z1fIiEiPKc', 'f<int>', 'f<int>(unsigned'];
  expect(together(...names)).toEqual([
    'f<int>(unsigned long)',
    'f<int>(unsigned long)',
    'f<int>(char const*)',
    'f<int>',
    'f<int>(unsigned',
  ]);
});

test('a list that a tool cut at a space may be the whole one', () => {
  expect(together('mysqld_main(int,', 'mysqld_main(int, char**)')).toEqual(['mysqld_main', 'mysqld_main']);
  expect(together('f(int,', 'f(long,')).toEqual(['f(int,', 'f(long,']);
});

test('methods of Java keep their descriptors', () => {
  expect(together('a/B.f(I)V', 'a/B.f(J)V', 'a/B.g(I)V')).toEqual(['a/B.f(I)V', 'a/B.f(J)V', 'a/B.g']);
});

test('lists that differ between profiles only are one function that was changed', () => {
  const [base, head] = [profileOf('m;f(int);g(int) 1'), profileOf('m;f(int,bool);g(int) 1 / m;g(char) 1')];
  expect(overloadsOf([base, head], rules)).toEqual(new Set(['g']));
  expect(overloadsOf([base], rules)).toEqual(new Set());
});

test('at the aggressive level overloads are one function, at the others no list is lost', () => {
  const profile = profileOf('m;f(int) 1 / m;f(char) 1');
  for (const level of ['aggressive', 'syntax', 'none'] as const) {
    expect(overloadsOf([profile], normalizer(level))).toEqual(new Set());
  }
});

test('tags are those of the name without its list', () => {
  const names = ['row_purge(purge_node_t*, que_thr_t*)', 'row_purge(int)'];
  const tags = names.map((name) => rules.apart(name).tags);
  expect(tags).toEqual([rules.name('row_purge').tags, rules.name('row_purge').tags]);
  expect(tags[0]).not.toEqual([]);
});
