import { expect, test } from 'vitest';
import { distinctNames } from './names.ts';

const named = (...paths: string[]) => [...distinctNames(paths).values()];

test('a name of its own needs no folder', () => {
  expect(named('runs/good.txt', '/tmp/bad.txt')).toEqual(['good.txt', 'bad.txt']);
});

test('files of one name are told apart by their folders, as far up as that needs', () => {
  const names = distinctNames(['r/good-1/folded.txt', 'r/good-2/folded.txt', 'a/x/p.txt', 'b/x/p.txt', 'one.svg']);
  expect(Object.fromEntries(names)).toEqual({
    'r/good-1/folded.txt': 'good-1/folded.txt',
    'r/good-2/folded.txt': 'good-2/folded.txt',
    'a/x/p.txt': 'a/x/p.txt',
    'b/x/p.txt': 'b/x/p.txt',
    'one.svg': 'one.svg',
  });
});

test('the same path again, in another spelling, or with less before it, has an end', () => {
  expect(named('a/b.txt', 'a/b.txt')).toEqual(['b.txt']);
  expect(named('a//b.txt', 'a/b.txt')).toEqual(['a/b.txt', 'a/b.txt']);
  expect(distinctNames(['b.txt', 'a/b.txt'])).toEqual(
    new Map([
      ['b.txt', 'b.txt'],
      ['a/b.txt', 'a/b.txt'],
    ]),
  );
});
