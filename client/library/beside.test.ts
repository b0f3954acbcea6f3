import { expect, test } from 'vitest';
import { profileBeside } from './beside.ts';

const PROFILES = ['a/run1.folded', 'a/run2.folded', 'b/only.svg', 'run1.folded'].map((path) => ({ path }));

function beside(path: string): string | undefined {
  return profileBeside({ path }, PROFILES)?.path;
}

test('benchmark output belongs to the profile of the same name in its folder', () => {
  expect(beside('a/run2.sysbench.txt')).toBe('a/run2.folded');
  expect(beside('run1.txt')).toBe('run1.folded');
});

test('else to the profile before it, or the first one', () => {
  expect(beside('a/run10.txt')).toBe('a/run2.folded');
  expect(beside('a/status.txt')).toBe('a/run2.folded');
  expect(beside('a/oltp.txt')).toBe('a/run1.folded');
  expect(beside('b/sysbench.txt')).toBe('b/only.svg');
});

test('and to none in a folder without profiles', () => {
  expect(beside('c/run1.txt')).toBeUndefined();
});
