import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOf } from '../../core/model/totals.ts';
import { codesOf, faultIn, foldedOf, headOf, profileIn } from '../text/laws.testkit.ts';
import { callgrindImporter } from './importer.ts';

const read = (file: string) => profileIn(callgrindImporter, new Uint8Array(readFileSync(`fixtures/valid/${file}`)));

function selfByName(lines: readonly string[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const [, name = '', value = ''] = /([^;]+) (\S+)$/.exec(line) ?? [];
    sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}

describe('a call graph of callgrind', () => {
  it('splits a callee over its callers by the cost of their calls', () => {
    const profile = read('callgrind-shared-callee.out');
    expect(foldedOf(profile)).toEqual([
      'main 5',
      'main;cheap 5',
      'main;cheap;shared 20',
      'main;dear 15',
      'main;dear;shared 80',
    ]);
    expect(codesOf(profile)).toEqual([]);
    expect([profile.event, profile.source.generator]).toEqual(['Ir', 'callgrind-3.22.0']);
  });

  it('says that paths below a function with several callers are estimated', () => {
    const text =
      'events: Ir\nfn=a\n1 1\ncfn=mid\ncalls=1 1\n1 30\nfn=b\n1 1\ncfn=mid\ncalls=1 1\n1 90\nfn=mid\n1 40\ncfn=leaf\ncalls=2 1\n1 80\nfn=leaf\n1 80\n';
    const profile = profileIn(callgrindImporter, text);
    expect(foldedOf(profile)).toEqual(['a 1', 'a;mid 10', 'a;mid;leaf 20', 'b 1', 'b;mid 30', 'b;mid;leaf 60']);
    expect(codesOf(profile)).toEqual(['callgrind-paths-estimated', 'text-end-unknown']);
  });

  it('gives a function that is only called what its calls cost, whatever paths are cut', () => {
    const level = (i: number) =>
      ['a', 'b'].reduce((text, side) => `${text}cfn=${side}${i}\ncalls=1 1\n1 5\n`, `fn=f${i}\n1 1\n`) +
      ['a', 'b'].map((side) => `fn=${side}${i}\n1 1\ncfn=f${i + 1}\ncalls=1 1\n1 4\n`).join('');
    const profile = profileIn(
      callgrindImporter,
      `events: Ir\n${Array.from({ length: 20 }, (_, i) => level(i)).join('')}`,
    );
    expect(codesOf(profile)).toContain('callgrind-paths-cut');
    expect(totalOf(profile)).toBe(20 * 3 + 2 * 4);
  });

  it('keeps the self cost of functions in a cycle', () => {
    const sums = selfByName(foldedOf(read('callgrind-recursion.out')));
    expect([sums.get('main'), sums.get('even'), sums.get('odd')]).toEqual([1, 20, 10]);
  });

  it('reads factors and units of events', () => {
    const text = 'events: Time_(10ns) Memory_(bytes)\nfn=f\n1 7 9\n';
    const profile = profileIn(callgrindImporter, text);
    expect(profile.valueTypes.map(({ name, unit }) => `${name}/${unit}`)).toEqual(['Time/nanoseconds', 'Memory/bytes']);
    expect([foldedOf(profile, 0), foldedOf(profile, 1)]).toEqual([['f 70'], ['f 9']]);
  });

  it('says when the totals differ, a name is not known, a line is odd', () => {
    const text = 'events: Ir\nfn=(3)\n1 7\n+1 *\nwhat is this\ntotals: 20\n';
    const profile = profileIn(callgrindImporter, text);
    expect(codesOf(profile)).toEqual(['callgrind-name-unknown', 'text-lines-ignored', 'callgrind-totals-differ']);
    expect(foldedOf(profile)).toEqual(['(3) 14']);
  });

  it.each([
    ['costs before a function', 'events: Ir\n1 2\n', 2],
    ['functions before events', 'fn=f\n', 1],
    ['more costs than events', 'events: Ir\nfn=f\n1 2 3\n', 3],
    ['other events in a later part', 'events: Ir\nfn=f\n1 2\nevents: Dr\n', 4],
    ['a call without its cost', 'events: Ir\nfn=f\ncfn=g\ncalls=1 2\n', 4],
  ])('is refused for %s', (_, text, line) => {
    expect(faultIn(callgrindImporter, text).position?.line).toBe(line);
  });

  it('is not what only looks like it', () => {
    expect(callgrindImporter.detect(headOf('events: many\nsee below\nfn=1\n')).verdict).toBe('no');
  });
});

describe('any graph', () => {
  it('becomes a tree with the self cost of each function', () => {
    const edge = fc.tuple(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 1000 }));
    const graph = fc.tuple(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 8, maxLength: 8 }),
      fc.array(edge, { maxLength: 20 }),
    );
    fc.assert(
      fc.property(graph, ([selfs, edges]) => {
        fc.pre(selfs.some((self) => self > 0));
        const blocks = selfs.map((self, id) => {
          const calls = edges.filter(([from]) => from === id).map(([, to, cost]) => `cfn=f${to}\ncalls=1 1\n1 ${cost}`);
          return [`fn=f${id}`, `1 ${self}`, ...calls].join('\n');
        });
        const profile = profileIn(callgrindImporter, `events: Ir\n${blocks.join('\n\n')}\n`);
        expect(totalOf(profile)).toBe(selfs.reduce((sum, self) => sum + self, 0));
        const sums = selfByName(foldedOf(profile));
        for (const [id, self] of selfs.entries()) expect(sums.get(`f${id}`) ?? 0).toBe(self);
        expect(foldedOf(profile).every((line) => !/ -/.test(line))).toBe(true);
      }),
      { seed: 14, numRuns: 200 },
    );
  });

  it('that is a tree comes back as it was', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parents, (choices) => {
        const parent = choices.map((choice, at) => (at === 0 ? -1 : choice % at));
        const inclusive = parent.map((_, at) => at + 1);
        for (let at = parent.length - 1; at > 0; at--)
          inclusive[parent[at]!] = inclusive[parent[at]!]! + inclusive[at]!;
        const blocks = parent.map((_, at) => {
          const calls = parent.flatMap((of, child) =>
            of === at ? [`cfn=f${child}\ncalls=1 1\n1 ${inclusive[child]}`] : [],
          );
          return [`fn=f${at}`, `1 ${at + 1}`, ...calls].join('\n');
        });
        const pathOf = (at: number): string => (at < 0 ? '' : `${pathOf(parent[at]!)}${at === 0 ? '' : ';'}f${at}`);
        const profile = profileIn(callgrindImporter, `events: Ir\n${blocks.join('\n')}\n`);
        expect(foldedOf(profile)).toEqual(parent.map((_, at) => `${pathOf(at)} ${at + 1}`).sort());
        expect(codesOf(profile)).toEqual(['text-end-unknown']);
      }),
      { seed: 15, numRuns: 100 },
    );
  });
});
