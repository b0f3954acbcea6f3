import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../core/model/builder.ts';
import { ROOT } from '../core/model/profile.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { plainDecimal } from './decimal.ts';
import { comparisonToFolded, profileToFolded } from './folded.ts';
import { comparisonOf } from './render.testkit.ts';

const text = (chunks: Iterable<string>) => [...chunks].join('');

describe('profileToFolded', () => {
  it('writes each stack with its self count', () => {
    const { chunks, problems } = profileToFolded(profileOf('main;parse 3 / main;render 1 / main 2'));
    expect(text(chunks)).toBe('main 2\nmain;parse 3\nmain;render 1\n'.split('\n').sort().join('\n').trimStart() + '\n');
    expect(problems).toEqual([]);
  });

  it('replaces what folded stacks cannot say, and counts the names', () => {
    const builder = new ProfileBuilder(1);
    const frames = ['Lcom/A;::f', 'two\r\nlines', '__proto__'].map((name) => builder.frame(name));
    builder.addSelf(builder.stack(frames), 5);
    builder.addSelf(ROOT, 2);
    const finished = builder.finish({
      valueTypes: [{ name: 'samples', unit: 'samples', sampling: null }],
      source: { fileName: null, format: 'test', generator: null, sha256: null },
    });
    if (!finished.ok) throw new Error(finished.error.code);
    const { chunks, problems } = profileToFolded(finished.value);
    expect(text(chunks)).toBe('[no stack] 2\nLcom/A:::f;two lines;__proto__ 5\n');
    expect(problems.map(({ code, count }) => [code, count])).toEqual([
      ['folded-names-changed', 2],
      ['folded-no-stack', 1],
    ]);
  });

  it('rounds no count', () => {
    const builder = new ProfileBuilder(2);
    const node = builder.stack([builder.frame('a')]);
    builder.addSelfExact(node, 9_007_199_254_740_993n, 0);
    builder.addSelf(node, 0.1 + 0.2, 1);
    const finished = builder.finish({
      valueTypes: ['big', 'small'].map((name) => ({ name, unit: 'count', sampling: null })),
      source: { fileName: null, format: 'test', generator: null, sha256: null },
    });
    if (!finished.ok) throw new Error(finished.error.code);
    expect(text(profileToFolded(finished.value, 0).chunks)).toBe('a 9007199254740993\n');
    expect(text(profileToFolded(finished.value, 1).chunks)).toBe('a 0.30000000000000004\n');
  });
});

describe('comparisonToFolded', () => {
  it('writes base and head, also of stacks that one side lacks', () => {
    const { chunks } = comparisonToFolded(comparisonOf('main;a 3 / main;b 1', 'main;a 2 / main;c 4'));
    expect(text(chunks)).toBe('main;a 3 2\nmain;b 1 0\nmain;c 0 4\n');
  });
});

describe('plainDecimal', () => {
  it('gives the same double back without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const decimal = plainDecimal(value);
        expect(decimal).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(decimal)).toBe(value === 0 ? 0 : value);
      }),
      { seed: 3 },
    );
  });
});
