import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fault, problem } from '../model/problem.ts';
import { hasWords, wordsOf } from './faults.ts';

const FOLDERS = ['core', 'parsers', 'render', 'pipeline', 'api', 'server', 'cli'];
const MADE =
  /\b(?:fault\(|problem\(\s*'(?:warning|note)',|\.add\(\s*'(?:warning|note)',|\.fail\()\s*'([a-z][a-z0-9-]+)'/g;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|testkit)\.ts$/.test(name))
    .map((name) => join(folder, name));
}

describe('words of faults and problems', () => {
  it('has a sentence for every code that the product makes', () => {
    const codes = new Set<string>();
    for (const file of FOLDERS.flatMap(sources)) {
      for (const [, code] of readFileSync(file, 'utf8').matchAll(MADE)) if (code !== undefined) codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(40);
    expect([...codes].filter((code) => !hasWords(code))).toEqual([]);
  });

  it('says the position first, as a line where there is one, else as a byte', () => {
    expect(wordsOf(fault('folded-no-stacks', { line: 3, facts: { lines: 9 } })).sentence).toMatch(
      /^line 3: no valid stack in 9 lines/,
    );
    expect(wordsOf(fault('pprof-truncated', { byte: 512 })).sentence).toMatch(/^byte 512: /);
  });

  it('counts the places of a problem', () => {
    const many = problem('warning', 'folded-empty-frame', { line: 2, count: 7 });
    expect(wordsOf(many).sentence).toBe(
      'line 2: 7 empty frames (empty name between two ";") left out; the counts are kept',
    );
  });

  it('still says the facts of a code without words', () => {
    expect(wordsOf(fault('not-a-code', { seen: 'x', expected: 'y', facts: { n: 1 } })).sentence).toBe(
      'not-a-code: n 1, saw x, expected y',
    );
  });
});
