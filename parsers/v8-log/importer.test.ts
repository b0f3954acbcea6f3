import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { CodeMap } from './code-map.ts';
import { v8LogImporter } from './importer.ts';
import { jsName } from './js-name.ts';
import { v8LogJsonImporter } from './json.ts';

const read = (file: string) => new Uint8Array(readFileSync(`fixtures/valid/${file}`));

describe('a log of node --prof', () => {
  it('has a stack for each tick, looked up where code lay at that time', () => {
    const profile = profileIn(v8LogImporter, read('v8-ticks.txt'));
    expect(foldedOf(profile)).toEqual([
      '[unknown];main;hot 1',
      'main;[unknown] 1',
      'main;hot 1',
      'main;hot;(garbage collector) 1',
      'main;node 1',
    ]);
    expect([profile.source.generator, profile.durationSeconds]).toEqual(['V8 11.3.244', 0.005]);
    expect(codesOf(profile)).toEqual(['v8-addresses-unknown', 'v8-native-names', 'text-end-unknown']);
  });

  it('preprocessed has the same, with names of native code', () => {
    const profile = profileIn(v8LogJsonImporter, read('v8-preprocessed.json'));
    expect(foldedOf(profile)).toEqual([
      'main;(garbage collector) 1',
      'main;[unknown] 1',
      'main;_ZN2v88internal4FindEv 1',
    ]);
    expect(foldedOf(profile, 1)).toEqual([
      'main;(garbage collector) 1500',
      'main;[unknown] 100',
      'main;_ZN2v88internal4FindEv 1000',
    ]);
  });
});

describe('names of functions', () => {
  it.each([
    ['startup bootstrap_node.js:12:19', 'startup', 'bootstrap_node.js', 12],
    [' app.js:3:1', '(anonymous)', 'app.js', 3],
    ['*hot file:///a b/c.js:7:9', 'hot', 'file:///a b/c.js', 7],
    ['native', 'native', null, 0],
  ])('%s', (written, name, file, line) => {
    expect(jsName(written)).toEqual({ name, details: { kind: 'jit', file, line } });
  });
});

describe('the map of code', () => {
  it('answers as a list that is searched from its end', () => {
    const step = fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1500 }), fc.array(fc.nat(2100)), (steps, asked) => {
        const map = new CodeMap<number>();
        let list: { start: number; end: number; code: number }[] = [];
        for (const [code, [start, size]] of steps.entries()) {
          map.add(start, size, code);
          list = list.filter((old) => old.end <= start || old.start >= start + size);
          list.push({ start, end: start + size, code });
        }
        for (const address of asked) {
          const known = list.find(({ start, end }) => start <= address && address < end)?.code ?? null;
          expect(map.at(address)).toBe(known);
        }
      }),
      { seed: 16, numRuns: 30 },
    );
  });
});
