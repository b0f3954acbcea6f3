import { entriesOf, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Json } from '../json.ts';
import { nameNormalizer } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';

type Rename = (name: string) => string;

const NAME_KEYS = ['same', 'different', 'unchanged', 'names', 'with_language'];

/** `same`, `different`, `unchanged`, `names`, `idempotent`, and the same facts `with_language`. */
export function checkNames(record: Recorder, facts: Json): void {
  if (!NAME_KEYS.some((key) => facts[key] !== undefined)) return;
  checkRules(record, facts, nameNormalizer(null));
  for (const entry of listOf(facts['with_language'] ?? [], 'with_language')) {
    const one = objectOf(entry, 'an entry of with_language');
    const language = textOf(one['language'], 'language');
    checkRules(record.within(`with_language[${language}]`), one, nameNormalizer(language));
  }
}

function checkRules(record: Recorder, facts: Json, rename: Rename): void {
  const groups = groupsOf(facts['same'], 'same');
  const pairs = groupsOf(facts['different'], 'different');
  for (const group of groups) {
    const results = new Set(group.map(rename));
    record.that(`same[${group[0] ?? ''}]`, results.size === 1, () => shown(group.map((name) => [name, rename(name)])));
  }
  for (const pair of pairs) {
    const results = new Set(pair.map(rename));
    record.that(
      `different[${pair.join(' | ')}]`,
      results.size === pair.length,
      () => `all became ${shown([...results])}`,
    );
  }
  for (const name of textsOf(facts['unchanged'] ?? [], 'unchanged')) {
    record.that(`unchanged[${name}]`, rename(name) === name, () => `became ${rename(name)}`);
  }
  for (const [name, expected] of facts['names'] === undefined ? [] : entriesOf(facts['names'], 'names')) {
    record.that(`names[${name}]`, rename(name) === expected, () => `expected ${String(expected)}, got ${rename(name)}`);
  }
  if (facts['idempotent'] !== true) return;
  const all = [...groups, ...pairs].flat();
  const moving = all.filter((name) => rename(rename(name)) !== rename(name));
  record.that('idempotent', moving.length === 0, () =>
    shown(moving.map((name) => [name, rename(name), rename(rename(name))])),
  );
}

function groupsOf(value: unknown, what: string): readonly (readonly string[])[] {
  return listOf(value ?? [], what).map((group) => textsOf(group, `a group of ${what}`));
}
