import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codesOf,
  expectEveryCutIsSaid,
  expectSameInAnyPieces,
  faultIn,
  foldedOf,
  headOf,
  profileIn,
} from '../text/laws.testkit.ts';
import { pprofLegacyImporter } from './importer.ts';

const read = (file: string) => profileIn(pprofLegacyImporter, new Uint8Array(readFileSync(`fixtures/valid/${file}`)));
const typesOf = (profile: ReturnType<typeof read>) => profile.valueTypes.map(({ name, unit }) => `${name}/${unit}`);

/** A CPU profile as gperftools writes it. */
function cpuProfile(
  samples: readonly (readonly [number, readonly number[]])[],
  bytes: 4 | 8,
  isLittle: boolean,
  tail = '',
): Uint8Array {
  const words = [0, 3, 0, 10_000, 0, ...samples.flatMap(([count, stack]) => [count, stack.length, ...stack]), 0, 1, 0];
  const file = new Uint8Array(words.length * bytes + tail.length);
  const view = new DataView(file.buffer);
  for (const [at, word] of words.entries()) {
    if (bytes === 8) view.setBigUint64(at * 8, BigInt(word), isLittle);
    else view.setUint32(at * 4, word, isLittle);
  }
  file.set(new TextEncoder().encode(tail), words.length * bytes);
  return file;
}

describe('old text profiles', () => {
  it('of the heap name the file that an address lies in', () => {
    const profile = read('pprof-legacy-heap.txt');
    expect(foldedOf(profile, 1, true)).toEqual([
      '/lib/libc.so.6|0x2001;/usr/bin/demo|0x1001 2048',
      '/lib/libc.so.6|0x2001;0x3001 1024',
    ]);
    expect([typesOf(profile), profile.defaultValueType]).toEqual([['objects/count', 'space/bytes'], 1]);
    expect(codesOf(profile)).toEqual(['legacy-no-names']);
  });

  it('scale sampled allocations as the reference tool does', () => {
    const text = 'heap profile: 1: 1000 [2: 3000] @ heap/2000\n1: 1000 [2: 3000] @ 0x10\n';
    const profile = profileIn(pprofLegacyImporter, text);
    // 1 / (1 - exp(-1)) and 1 / (1 - exp(-1.5)), cut to whole numbers.
    expect(profile.values.map((column) => column.at(-1))).toEqual([2, 3861, 1, 1581]);
    expect(typesOf(profile)).toEqual([
      'alloc_objects/count',
      'alloc_space/bytes',
      'inuse_objects/count',
      'inuse_space/bytes',
    ]);
  });

  it('of goroutines use the names in the comments', () => {
    const profile = read('pprof-legacy-goroutine.txt');
    expect(foldedOf(profile)).toEqual(['main.main 1', 'main.worker;runtime.gopark 4']);
    expect([typesOf(profile), codesOf(profile)]).toEqual([['goroutine/count'], []]);
  });

  it('of contention scale by the sampling period and the clock', () => {
    const profile = read('pprof-legacy-contention.txt');
    expect([foldedOf(profile, 0), foldedOf(profile, 1)]).toEqual([
      ['0x2001 10', '0x2001;0x1001 30'],
      ['0x2001 1000', '0x2001;0x1001 2000'],
    ]);
    expect(typesOf(profile)).toEqual(['contentions/count', 'delay/nanoseconds']);
  });

  it('of threads count equal ones', () => {
    expect(foldedOf(read('pprof-legacy-threads.txt'))).toEqual(['main;0x4040;0x3030 2', 'main;helper(arg *) 1']);
  });

  it('of Java have a table of names', () => {
    const profile = read('pprof-legacy-java-heap.txt');
    expect(foldedOf(profile)).toEqual(['com.example.Main.run;com.example.Pool.take 1156']);
    expect(profile.strings).toContain('Pool.java');
  });

  it('are refused where a stack is no stack', () => {
    expect(faultIn(pprofLegacyImporter, 'goroutine profile: total 1\n1 @ nowhere\n').position?.line).toBe(2);
    expect(faultIn(pprofLegacyImporter, 'goroutine profile: total 0\n').code).toBe('text-no-stacks');
  });

  it('are known by their first line alone', () => {
    expect(pprofLegacyImporter.detect(headOf('a\ngoroutine profile: total 1\n')).verdict).toBe('no');
    expect(pprofLegacyImporter.detect(headOf('my profile: total 12 of 13\n')).verdict).toBe('no');
  });
});

describe('CPU profiles of gperftools', () => {
  const bytes = cpuProfile(
    [
      [3, [16, 32]],
      [2, [16, 16, 48]],
      [1, [64]],
    ],
    8,
    true,
    '1000-2000: /bin/x\n',
  );

  it('have samples and time; a leaf that stands there twice counts once', () => {
    const profile = profileIn(pprofLegacyImporter, bytes);
    expect(foldedOf(profile)).toEqual(['0x20;0x10 3', '0x30;0x10 2', '0x40 1']);
    expect(foldedOf(profile, 1)[0]).toBe('0x20;0x10 30000000');
    expect(profile.valueTypes[0]?.sampling).toEqual({ records: 6, sumOfSquares: 6 });
    expect(profile.period).toEqual({ value: 10_000_000, unit: 'nanoseconds' });
  });

  it('come in any pieces, and are refused where they are cut', () => {
    expectSameInAnyPieces(pprofLegacyImporter, bytes);
    expectEveryCutIsSaid(pprofLegacyImporter, bytes);
    expect(faultIn(pprofLegacyImporter, bytes.subarray(0, 80)).code).toBe('legacy-cpu-truncated');
  });

  it('are read with words of either size and order', () => {
    const stack = fc.tuple(
      fc.integer({ min: 1, max: 1000 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 }), { minLength: 1, maxLength: 9 }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(stack, { minLength: 1, maxLength: 9, selector: ([, frames]) => frames.join() }),
        fc.constantFrom<4 | 8>(4, 8),
        fc.boolean(),
        (samples, size, isLittle) => {
          const profile = profileIn(pprofLegacyImporter, cpuProfile(samples, size, isLittle));
          const printed = samples.map(
            ([count, frames]) =>
              `${frames
                .toReversed()
                .map((at) => `0x${at.toString(16)}`)
                .join(';')} ${count}`,
          );
          expect(foldedOf(profile)).toEqual(printed.sort());
        },
      ),
      { seed: 17, numRuns: 100 },
    );
  });

  it('a period without end is no period', () => {
    const text = '--- contentionz 1 ---\ncycles/second = 1000000000\nsampling period = Infinity\n  400  3 @ 0x1 0x2\n';
    expect(foldedOf(profileIn(pprofLegacyImporter, text))).toEqual(['0x2;0x1 3']);
  });
});
