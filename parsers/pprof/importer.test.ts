import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_KINDS, frameModule, frameName } from '../../core/model/profile.ts';
import type { Profile } from '../../core/model/profile.ts';
import { profileOf } from '../../core/model/profile-of.ts';
import { arbitraryProfile } from '../../core/testing/arbitrary.testkit.ts';
import { unionTree } from '../../core/tree/union.ts';
import { profileToPprof } from '../../render/pprof.ts';
import { codesOfCuts, faultCode, onlyProfile, readWith, stacksOf } from '../reading.testkit.ts';
import { pprofImporter } from './importer.ts';
import { Strings, message, packed, pprofOf } from './pprof.testkit.ts';
import type { Drawn } from './pprof.testkit.ts';

const read = (bytes: Uint8Array) => onlyProfile(pprofImporter, bytes);
const code = (bytes: Uint8Array) => faultCode(pprofImporter, bytes);

const CPU: Drawn = {
  types: [
    ['samples', 'count'],
    ['cpu', 'nanoseconds'],
  ],
  samples: [
    [
      [1, 2],
      [3, 30_000_000],
    ],
    [[2], [1, 10_000_000]],
  ],
  locations: [
    [1, ['leaf']],
    [2, ['main']],
  ],
};

describe('stacks', () => {
  test('are leaf first, every sample type a column, the last one shown', () => {
    const profile = read(pprofOf(CPU));
    expect(profile.valueTypes).toEqual([
      { name: 'samples', unit: 'count', sampling: { records: 4, sumOfSquares: 4 } },
      { name: 'cpu', unit: 'nanoseconds', sampling: null },
    ]);
    expect(stacksOf(profile, 0)).toEqual({ 'main;leaf': 3, main: 1 });
    expect(stacksOf(profile, 1)).toEqual({ 'main;leaf': 30_000_000, main: 10_000_000 });
    expect(profile.defaultValueType).toBe(1);
  });

  test('the default sample type is honoured, an unknown one said', () => {
    const strings = new Strings();
    expect(read(pprofOf({ ...CPU, more: [[14, strings.of('samples')]] }, strings)).defaultValueType).toBe(0);
    const other = new Strings();
    const profile = read(pprofOf({ ...CPU, more: [[14, other.of('wall')]] }, other));
    expect([profile.defaultValueType, profile.problems[0]?.code]).toEqual([1, 'pprof-default-unknown']);
  });

  test('inlined lines stand above the function that holds them; ids are sparse, large and in any order', () => {
    const [far, huge] = [2 ** 40, 2n ** 63n + 5n];
    const profile = read(
      pprofOf({
        types: [['cpu', 'nanoseconds']],
        samples: [
          [[huge, far], [7]],
          [[far], [2]],
        ],
        locations: [
          [far, ['main']],
          [huge, ['memcpy', 'copy_row', 'insert']],
        ],
      }),
    );
    expect(stacksOf(profile)).toEqual({ 'main;insert;copy_row;memcpy': 7, main: 2 });
    const kindOf = (name: string) => {
      const frame = profile.frames.name.findIndex((_, at) => frameName(profile, at) === name);
      return FRAME_KINDS[profile.frames.kind[frame] ?? 0];
    };
    expect(['memcpy', 'copy_row', 'insert'].map(kindOf)).toEqual(['inlined', 'inlined', 'unknown']);
  });

  test('ids beyond 2^53 that a double would take for one stay two', () => {
    const [a, b] = [2n ** 60n, 2n ** 60n + 1n];
    const bytes = pprofOf({
      types: [['cpu', 'nanoseconds']],
      samples: [
        [[a], [1]],
        [[b], [2]],
      ],
      locations: [
        [a, ['a']],
        [b, ['b']],
      ],
    });
    expect(stacksOf(read(bytes))).toEqual({ a: 1, b: 2 });
  });

  test('lists need not be packed', () => {
    const strings = new Strings();
    const bytes = message(
      [1, [[1, strings.of('cpu')]]],
      [
        2,
        [
          [1, 1],
          [1, 2],
          [2, 5],
        ],
      ],
      [
        4,
        [
          [1, 1],
          [4, [[1, 1]]],
        ],
      ],
      [
        4,
        [
          [1, 2],
          [4, [[1, 2]]],
        ],
      ],
      [
        5,
        [
          [1, 1],
          [2, strings.of('leaf')],
        ],
      ],
      [
        5,
        [
          [1, 2],
          [2, strings.of('main')],
        ],
      ],
      ...strings.fields(),
    );
    expect(stacksOf(read(bytes))).toEqual({ 'main;leaf': 5 });
  });

  test('labels do not tell stacks apart, and that is said', () => {
    const strings = new Strings();
    const label = [
      3,
      [
        [1, strings.of('thread')],
        [3, 7],
      ],
    ] as const;
    const profile = read(
      pprofOf(
        {
          ...CPU,
          samples: [
            [[1], [1, 10], label],
            [[1], [2, 20]],
          ],
        },
        strings,
      ),
    );
    expect(stacksOf(profile, 0)).toEqual({ leaf: 3 });
    expect(profile.problems).toMatchObject([{ code: 'pprof-labels-merged', facts: { samples: 1 } }]);
  });

  test('a location without lines is its address, a function that is missing a frame without a name', () => {
    const strings = new Strings();
    const bytes = message(
      [1, [[1, strings.of('cpu')]]],
      [
        2,
        [
          [1, packed(1)],
          [2, packed(1)],
        ],
      ],
      [
        2,
        [
          [1, packed(2)],
          [2, packed(2)],
        ],
      ],
      [
        3,
        [
          [1, 1],
          [5, strings.of('/lib/a.so')],
        ],
      ],
      [
        4,
        [
          [1, 1],
          [2, 1],
          [3, 0x7f00],
        ],
      ],
      [
        4,
        [
          [1, 2],
          [4, [[1, 99]]],
        ],
      ],
      ...strings.fields(),
    );
    const profile = read(bytes);
    expect(stacksOf(profile)).toEqual({ '0x7f00': 1, '[unknown]': 2 });
    expect(frameModule(profile, 0)).toBe('/lib/a.so');
    expect(profile.problems).toMatchObject([{ code: 'pprof-function-missing', facts: { id: '99' } }]);
  });
});

describe('values', () => {
  const one = (...values: readonly (number | bigint)[]) =>
    pprofOf({ types: [['x', 'count']], samples: values.map((value) => [[1], [value]]), locations: [[1, ['f']]] });

  test.each([
    [[2n ** 63n - 1n], 2n ** 63n - 1n],
    [[2n ** 53n, 1n], 2n ** 53n + 1n],
    [[1n - 2n ** 63n], 1n - 2n ** 63n],
    [[-5, 2], -3],
    [[Number.MAX_SAFE_INTEGER], Number.MAX_SAFE_INTEGER],
  ])('%s are exact', (values, sum) => {
    const profile = read(one(...values));
    expect(BigInt(stacksOf(profile)['f'] ?? 0)).toBe(BigInt(sum));
  });

  test('negative ones are said: the file is a difference', () => {
    expect(read(one(-5, 2)).problems).toMatchObject([{ code: 'pprof-negative-values', count: 1 }]);
  });

  test('samples of pprof::base are the other side, with their sign turned', () => {
    const strings = new Strings();
    const base = [
      3,
      [
        [1, strings.of('pprof::base')],
        [2, strings.of('true')],
      ],
    ] as const;
    const bytes = pprofOf(
      {
        types: [['x', 'count']],
        samples: [
          [[1], [-9], base],
          [[1], [4]],
        ],
        locations: [[1, ['f']]],
      },
      strings,
    );
    const result = readWith(pprofImporter, bytes);
    if (!result.ok) throw new Error(result.error.code);
    expect(result.value.profiles.map(({ side, profile }) => [side, stacksOf(profile)])).toEqual([
      ['base', { f: 9 }],
      ['head', { f: 4 }],
    ]);
  });
});

describe('facts of the recording', () => {
  test('duration and period', () => {
    const strings = new Strings();
    const more = [
      [10, 30_500_000_000],
      [
        11,
        [
          [1, strings.of('cpu')],
          [2, strings.of('nanoseconds')],
        ],
      ],
      [12, 10_000_000],
    ] as const;
    const profile = read(pprofOf({ ...CPU, more }, strings));
    expect(profile).toMatchObject({
      durationSeconds: 30.5,
      event: 'cpu',
      period: { value: 10_000_000, unit: 'nanoseconds' },
    });
  });
});

describe('broken files', () => {
  test.each<[string, Uint8Array]>([
    ['pprof-no-sample-types', pprofOf({ ...CPU, types: [] })],
    ['pprof-value-count', pprofOf({ ...CPU, samples: [[[1], [1]]] })],
    ['pprof-unknown-id', pprofOf({ ...CPU, samples: [[[3], [1, 2]]] })],
    ['pprof-duplicate-id', pprofOf({ ...CPU, locations: [...CPU.locations, [2, ['other']]] })],
    ['pprof-duplicate-id', pprofOf({ ...CPU, more: [[5, [[1, 1]]]] })],
    ['pprof-string-index', pprofOf({ ...CPU, more: [[14, 99]] })],
    ['pprof-string-index', pprofOf({ ...CPU, more: [[1, [[1, 2n ** 62n]]]], samples: [] })],
    ['pprof-malformed', pprofOf({ ...CPU, more: [[15, 1]] }).fill(0xff, -12)],
  ])('%s', (expected, bytes) => {
    expect(code(bytes)).toBe(expected);
  });

  test('cut at any byte: refused, or read where a whole field ended there', () => {
    const bytes = pprofOf(CPU);
    const codes = codesOfCuts(pprofImporter, bytes);
    for (const found of codes.keys()) expect(found).toMatch(/^pprof-|^read$/);
    // All strings but the empty one are named, so nothing that lacks one is taken for whole.
    expect(codes.get('read') ?? 0).toBe(0);
    expect(readWith(pprofImporter, bytes, { chunk: 1 })).toEqual(readWith(pprofImporter, bytes));
  });

  test('any change of a byte is refused or read', () => {
    const bytes = pprofOf(CPU);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length - 1), fc.nat(255), (a, x, b, y) => {
        const changed = bytes.slice();
        changed[a] = x;
        changed[b] = y;
        code(changed);
      }),
      { seed: 22, numRuns: 2000 },
    );
  });
});

describe('hostile input', () => {
  test('a stack of 100,000 frames, and one deeper than the limit', () => {
    const deep = { ...CPU, samples: [[Array.from({ length: 100_000 }, (_, i) => 1 + (i % 2)), [1, 1]]] } as const;
    const profile = read(pprofOf(deep));
    expect(profile.nodes.length).toBe(100_001);
    expect(faultCode(pprofImporter, pprofOf(deep), { maxDepth: 99_999 })).toBe('stack-too-deep');
  });

  test('few bytes that would make a stack without end are refused at once', () => {
    const lines = Array.from({ length: 2000 }, () => 'f');
    const ids = Array.from({ length: 100_000 }, () => 1);
    const bytes = pprofOf({ types: [['x', 'count']], samples: [[ids, [1]]], locations: [[1, lines]] });
    expect(code(bytes)).toBe('stack-too-deep');
  });

  test('limits on bytes and nodes', () => {
    expect(faultCode(pprofImporter, pprofOf(CPU), { maxBytes: 20 })).toBe('limit-exceeded');
    expect(faultCode(pprofImporter, pprofOf(CPU), { maxNodes: 2 })).toBe('limit-exceeded');
  });

  test('names that are keys of every object are names', () => {
    const profile = read(
      pprofOf({ types: [['x', 'count']], samples: [[[1], [1]]], locations: [[1, ['constructor', '__proto__']]] }),
    );
    expect(stacksOf(profile)).toEqual({ '__proto__;constructor': 1 });
  });
});

describe('round trip', () => {
  const back = (profile: Profile) => read(gunzipSync(profileToPprof(profile).bytes));

  test('what is written is read back, node for node', () => {
    fc.assert(
      fc.property(arbitraryProfile(), (profile) => {
        const again = back(profile);
        expect(stacksOf(again)).toEqual(stacksOf(profile));
        expect(again.valueTypes.map(({ name, unit }) => [name, unit])).toEqual(
          profile.valueTypes.map(({ name, unit }) => [name, unit]),
        );
        const made = unionTree([[{ profile, valueType: 0 }], [{ profile: again, valueType: 0 }]]);
        if (!made.ok) throw new Error(made.error.code);
        const [one, other] = made.value.sides;
        expect(other?.self).toEqual(one?.self);
      }),
      { seed: 23, numRuns: 200 },
    );
  });

  test('numbers beyond 2^53', () => {
    const profile = profileOf('main;a 9007199254740993 / main 1');
    expect(stacksOf(back(profile))).toEqual(stacksOf(profile));
  });
});
