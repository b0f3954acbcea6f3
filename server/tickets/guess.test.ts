import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessSides } from './guess.ts';
import type { Candidate } from './guess.ts';

const profile = (name: string, detail = 1): Candidate => ({ name, kind: 'profile', detail });

function guessed(candidates: readonly Candidate[], text = ''): Record<string, string> {
  const guesses = guessSides(candidates, text);
  return Object.fromEntries(
    candidates.map(({ name }, at) => [name, `${guesses[at]?.side ?? '?'}${guesses[at]?.chosen === true ? '' : ' -'}`]),
  );
}

describe('guess of good and bad', () => {
  it.each([
    ['good.svg', 'bad.svg'],
    ['flamegraph-before.svg', 'flamegraph-after.svg'],
    ['baseline_run.perf.txt.gz', 'regression_run.perf.txt.gz'],
    ['perfOld.folded', 'perfNew.folded'],
    ['mariadb-10.6.17.svg', 'mariadb-10.6.18.svg'],
    ['10.6.9.svg', '10.6.10.svg'],
    ['10.11.svg', '11.4.svg'],
  ])('takes %s for good and %s for bad, whatever the order', (good, bad) => {
    expect(guessed([profile(good), profile(bad)])).toEqual({ [good]: 'base', [bad]: 'head' });
    expect(guessed([profile(bad), profile(good)])).toEqual({ [good]: 'base', [bad]: 'head' });
  });

  it('reads what the ticket says of a commit or a file', () => {
    const candidates = [profile('flame-3b1c9e2.svg'), profile('flame-77aa0d1.svg')];
    const text = 'git bisect:\n77aa0d1f00 is the first bad commit\nother text';
    expect(guessed(candidates, text)).toEqual({ 'flame-3b1c9e2.svg': 'base', 'flame-77aa0d1.svg': 'head' });
    expect(guessed([profile('a.svg'), profile('b.svg')], 'good: [a.svg]\r\nand b.svg')).toEqual({
      'a.svg': 'base',
      'b.svg': 'head',
    });
  });

  it('says nothing where nothing is said', () => {
    expect(guessed([profile('a.svg'), profile('b.svg')], 'see a.svg and b.svg')).toEqual({
      'a.svg': '? -',
      'b.svg': '? -',
    });
    expect(guessed([profile('good-vs-bad.svg')])).toEqual({ 'good-vs-bad.svg': '? -' });
  });

  it('keeps runs of one kind together, and one form of each recording', () => {
    const names = ['cpu-good-1.svg', 'cpu-good-2.svg', 'cpu-bad-1.svg', 'offcpu-good.svg', 'offcpu-bad.svg'];
    expect(guessed(names.map((name) => profile(name)))).toEqual({
      'cpu-good-1.svg': 'base',
      'cpu-good-2.svg': 'base',
      'cpu-bad-1.svg': 'head',
      'offcpu-good.svg': 'base -',
      'offcpu-bad.svg': 'head -',
    });
    expect(guessed([profile('good.svg'), profile('good.folded', 2), profile('bad.svg')])).toEqual({
      'good.svg': 'base -',
      'good.folded': 'base',
      'bad.svg': 'head',
    });
  });

  it('gives metrics to their side', () => {
    const metrics: Candidate = { name: 'sysbench-bad.txt', kind: 'metrics', detail: 0 };
    expect(guessed([profile('good.svg'), profile('bad.svg'), metrics])['sysbench-bad.txt']).toBe('head');
  });

  it('gives one guess for each file, whatever they are called', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 8 }),
        fc.string(),
        (names, text) => {
          const guesses = guessSides(
            names.map((name) => profile(name)),
            text,
          );
          expect(guesses).toHaveLength(names.length);
          for (const { side, chosen } of guesses) expect(chosen && side === null).toBe(false);
        },
      ),
      { seed: 8 },
    );
  });
});
