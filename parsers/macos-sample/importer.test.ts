import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOf, faultIn, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { macosSampleImporter } from './importer.ts';

const bytes = new Uint8Array(readFileSync('fixtures/valid/macos-sample-two-threads.txt'));

describe('a report of sample', () => {
  it('has inclusive counts, and what callees leave is self', () => {
    const profile = profileIn(macosSampleImporter, bytes);
    expect(foldedOf(profile, 0, true)).toEqual([
      'Thread_100   DispatchQueue_1: com.apple.main-thread  (serial);libdyld.dylib|start;mariadbd|main 6',
      'Thread_100   DispatchQueue_1: com.apple.main-thread  (serial);libdyld.dylib|start;mariadbd|main;libsystem_kernel.dylib|poll 9',
      'Thread_100   DispatchQueue_1: com.apple.main-thread  (serial);libdyld.dylib|start;mariadbd|std::vector<int>::push_back(int const&) 5',
      'Thread_101: purge worker;mariadbd|??? 7',
    ]);
    expect(profile.period).toEqual({ value: 1, unit: 'milliseconds' });
    expect(profile.strings).toContain('mysqld.cc');
  });

  it('is believed in its callees where they have more than their caller', () => {
    const text = 'Call graph:\n    5 Thread_1\n    + 7 f  (in a) + 1  [0x1]\n\nTotal number in stack\n';
    const profile = profileIn(macosSampleImporter, text);
    expect(foldedOf(profile)).toEqual(['Thread_1;f 7']);
    expect(codesOf(profile)).toEqual(['text-callees-exceed']);
  });

  it.each([
    ['an odd indent', 'Call graph:\n    5 Thread_1\n    +  5 f\n\nTotal number in stack\n', 3],
    ['a line without a count', 'Call graph:\n    5 Thread_1\n    + f\n\nTotal number in stack\n', 3],
    ['bars only', 'Call graph:\n    5 Thread_1\n    + |:!\n\nTotal number in stack\n', 3],
  ])('is refused for %s', (_, text, line) => {
    const fault = faultIn(macosSampleImporter, text);
    expect([fault.code, fault.position?.line]).toEqual(['text-bad-line', line]);
  });
});

describe('print, read', () => {
  it('gives the same tree', () => {
    const tree = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 999 })), { minLength: 1 });
    fc.assert(
      fc.property(tree, (steps) => {
        // A random walk in preorder, every line with a name of its own; inclusive counts are made from self counts.
        const depths: number[] = [];
        for (const [wish] of steps) depths.push(Math.min(wish, (depths.at(-1) ?? -1) + 1));
        const inclusive = steps.map(([, self]) => self);
        for (let at = steps.length - 1; at > 0; at--) {
          let caller = at - 1;
          while (caller >= 0 && depths[caller]! >= depths[at]!) caller--;
          if (caller >= 0) inclusive[caller] = inclusive[caller]! + inclusive[at]!;
        }
        const lines = depths.map((depth, at) => `    ${'  '.repeat(depth)}${inclusive[at]} f${at}  (in a) + 1  [0x1]`);
        const text = `Call graph:\n${lines.join('\n')}\n\nTotal number in stack\n`;
        const read = foldedOf(profileIn(macosSampleImporter, text)).map((line) =>
          line.slice(line.lastIndexOf(';') + 1),
        );
        expect(read.sort()).toEqual(steps.map(([, self], at) => `f${at} ${self}`).sort());
      }),
      { seed: 12, numRuns: 100 },
    );
  });
});
