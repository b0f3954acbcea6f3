import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileRules } from './compile.ts';
import { normalizedTogether } from './names.testkit.ts';
import type { Normalizer } from './normalizer.ts';
import { BUILT_IN_PACKS } from './packs.generated.ts';
import { parseRules } from './parse-rules.ts';
import type { RuleExample, RulePackWithExamples } from './rule.ts';

const folder = fileURLToPath(new URL('packs/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));

const normalizers = new Map<string, Normalizer>();

function normalizerFor({ level = 'default', language = 'native' }: RuleExample): Normalizer {
  const key = `${level} ${language}`;
  const known = normalizers.get(key);
  if (known !== undefined) return known;
  const compiled = compileRules(BUILT_IN_PACKS, { level, language });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  normalizers.set(key, compiled.value);
  return compiled.value;
}

function made(name: string, example: RuleExample) {
  const { module = null, position } = example;
  return normalizerFor(example).name(name, { module, depth: position === 'root' ? 1 : 0, leaf: position === 'leaf' });
}

function packOf(file: string): RulePackWithExamples {
  const text = readFileSync(`${folder}${file}`, 'utf8');
  // Built-in patterns are RegExp and may look ahead, which RE2 cannot: the rest of the check is the same.
  const parsed = parseRules(text, { patterns: 'RegExp' });
  if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
}

describe.each(files)('%s', (file) => {
  const pack = packOf(file);
  const pairs = pack.examples.filter(({ different }) => different !== undefined);

  test('has at least 30 examples, about half of them pairs that stay different', () => {
    expect(pack.examples.length).toBeGreaterThanOrEqual(30);
    expect(pairs.length).toBeGreaterThanOrEqual(15);
    expect(pack.examples.length - pairs.length).toBeGreaterThanOrEqual(15);
  });

  test.each(pack.examples.filter((example) => example.in !== undefined))('$in becomes $out', (example) => {
    const { name, tags } = made(example.in!, example);
    expect(name).toBe(example.out ?? name);
    if (example.tags !== undefined) expect(tags).toEqual(example.tags);
    // Reading the normalized name again changes nothing.
    if (example.language === undefined && example.module === undefined) expect(made(name, example).name).toBe(name);
  });

  // In one profile: what they become apart is shown by examples with `in`.
  test.each(pairs)('$different stay different', (example) => {
    const { module = null, position, different } = example;
    const recorded = different!.map((name) => ({ name, module }));
    const names = normalizedTogether(recorded, normalizerFor(example), { root: position === 'root' });
    expect(new Set(names).size).toBe(names.length);
  });

  test('is among the built-in packs without its examples', () => {
    const { examples: _, ...rest } = pack;
    expect(BUILT_IN_PACKS.find((one) => one.pack === pack.pack)).toEqual(rest);
  });
});

test('the generated module is what the YAML files give', () => {
  const script = fileURLToPath(new URL('../../scripts/build-packs.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(BUILT_IN_PACKS).toHaveLength(files.length);
});
