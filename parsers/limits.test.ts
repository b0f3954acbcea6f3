// Every importer against every limit: a fault that names the limit or the depth, and never a profile.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxDepthOf } from '../core/model/totals.ts';
import type { Importer } from './importer.ts';
import { readWith } from './reading.testkit.ts';
import { IMPORTERS, recognise } from './registry.ts';
import { headOf } from './text/laws.testkit.ts';

const folder = join('fixtures', 'valid');
const fixture = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

/** Fixtures of profiles with their importers; what must be decoded before it is read is left to the pipeline. */
const FIXTURES = readdirSync(folder)
  .filter((name) => !name.startsWith('metrics-') && !name.includes('utf16') && !name.includes('latin1'))
  .map((name): readonly [string, Importer] => {
    const found = recognise(headOf(fixture(name)));
    if (!found.ok) throw new Error(name);
    return [name, found.value.importer];
  });

/** Drawings without names, or with names that are hardly longer than the limit. */
const FEW_CHARACTERS = ['svg-svgo-default.svg', 'speedscope-evented.json'];

it('there is a fixture of every importer', () => {
  const read = new Set(FIXTURES.map(([, { id }]) => id));
  expect(IMPORTERS.map(({ id }) => id).filter((id) => !read.has(id))).toEqual([]);
});

describe.each(FIXTURES)('%s', (name, importer) => {
  const bytes = fixture(name);
  const under = (limits: Parameters<typeof readWith>[2]) => readWith(importer, bytes, limits);

  it('is refused when it is longer than is allowed, with the byte', () => {
    for (const chunk of [1, 65_536]) {
      const error = { code: 'limit-exceeded', position: { byte: 20 }, facts: { limit: 'maxBytes', maximum: 20 } };
      expect(under({ chunk, limits: { maxBytes: 20 } })).toMatchObject({ error });
    }
  });

  it('is refused when it has more nodes, frames or characters than are allowed', () => {
    const limit = (limits: { maxNodes: number } | { maxFrames: number } | { maxStringCharacters: number }) => {
      const result = under({ limits });
      return result.ok ? null : [result.error.code, result.error.facts['limit']];
    };
    expect(limit({ maxNodes: 1 })).toEqual(['limit-exceeded', 'maxNodes']);
    if (FEW_CHARACTERS.includes(name)) return;
    expect(limit({ maxFrames: 1 })).toEqual(['limit-exceeded', 'maxFrames']);
    expect(limit({ maxStringCharacters: 3 })).toEqual(['limit-exceeded', 'maxStringCharacters']);
  });

  it('is refused when its stacks are deeper than is allowed', () => {
    const whole = under({});
    if (!whole.ok) throw new Error(whole.error.code);
    const depth = Math.max(...whole.value.profiles.map(({ profile }) => maxDepthOf(profile.nodes.parent)));
    for (let maxDepth = 1; maxDepth < depth - 2; maxDepth++) {
      const result = under({ limits: { maxDepth } });
      expect(result.ok ? null : result.error.code, `${maxDepth} of ${depth}`).toBe('stack-too-deep');
    }
    expect(under({ limits: { maxDepth: depth + 1 } }).ok).toBe(true);
  });
});

const TEN = Array.from({ length: 10 }, (_, i) => `f${i}`);

describe('stacks of ten frames, where six are allowed', () => {
  it.each([
    ['folded', `${TEN.join(';')} 1\n`],
    ['perf-script', `app 5 1.5: 1 c:\n${TEN.map((name) => `\t1 ${name} (/a)\n`).join('')}`],
    ['perf-report', `# Overhead  Symbol\n  9.00%  [.] f0\n    |\n    ---${TEN.join('\n       ')}\n`],
    ['performance-schema', `EVENT_NAME\tCOUNT_STAR\n${TEN.join('/')}\t3\n`],
    ['v8-log', `v8-version,11,3,244,8,0\ntick,0x10,1,0,0x0,0,${TEN.map((_, i) => `0x${i + 1}00`).join(',')}\n`],
    ['gdb', `Thread 1 (LWP 5):\n${TEN.map((name, i) => `#${i}  0x0000${i} in ${name} ()\n`).join('')}`],
    [
      'dtrace',
      `CPU     ID                    FUNCTION:NAME\n\n\n${TEN.map((name) => `  a\`${name}\n`).join('')}   3\n`,
    ],
    [
      'ghc-prof-json',
      JSON.stringify({
        rts_arguments: [],
        tick_interval: 1,
        total_ticks: 1,
        cost_centres: [{ id: 1, label: 'a', module: 'M', src_loc: '' }],
        profile: TEN.reduce<object>((callee) => ({ id: 1, ticks: 1, alloc: 1, children: [callee] }), {
          id: 1,
          ticks: 1,
          alloc: 1,
          children: [],
        }),
      }),
    ],
    ['d3-flame-graph', TEN.reduce((callee, name) => `{"name":"${name}","value":1,"children":[${callee}]}`, '')],
  ])('%s', (id, text) => {
    const importer = IMPORTERS.find((candidate) => candidate.id === id);
    if (importer === undefined) throw new Error(id);
    expect(readWith(importer, text, { limits: { maxDepth: 20 } }).ok).toBe(true);
    expect(readWith(importer, text, { limits: { maxDepth: 6 } })).toMatchObject({
      error: { code: 'stack-too-deep', facts: { maximum: 6 } },
    });
  });
});

describe.each(IMPORTERS.map((importer): readonly [string, Importer] => [importer.id, importer]))(
  '%s',
  (_, importer) => {
    it.each([
      ['binary data', Uint8Array.from({ length: 3000 }, (_byte, i) => (i * 7919 + i * i * 31) & 255)],
      ['text', 'hello world\nthis is text\n'],
    ])('%s is refused with its place and what was expected', (_what, file) => {
      const result = readWith(importer, file);
      expect(result.ok).toBe(false);
      if (result.ok) return;
      const { position, seen, expected } = result.error;
      expect(position ?? seen ?? expected).not.toBeNull();
      expect(expected ?? seen).not.toBeNull();
    });
  },
);
