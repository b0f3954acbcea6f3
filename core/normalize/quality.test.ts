import { expect, test } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { symbolQuality, symbolState } from './quality.ts';

test.each([
  ['row_purge_step', 'named'],
  ['[unknown]', 'unknown'],
  ['[mariadbd]', 'unknown'],
  ['??', 'unknown'],
  ['0x7f12ab', 'hex'],
  ['7f3a12cc4410', 'hex'],
  ['_ZN3foo3barEv', 'mangled'],
  ['_RNvC3foo', 'mangled'],
  ['deadbeef', 'named'],
  ['_start', 'named'],
  ['operator[]', 'named'],
] as const)('%s is %s', (name, state) => {
  expect(symbolState(name)).toBe(state);
});

test('shares are by self value; stacks count when any frame has no name', () => {
  const quality = symbolQuality(profileOf('a 2 / [unknown];b 3 / a;0x7f12ab 1 / _ZN1a1bEv 2 / a;[mariadbd] 2'));
  expect(quality).toEqual({ unknown: 0.2, hex: 0.1, mangled: 0.2, score: 0.5, stacksWithUnnamed: 0.6 });
});

test('an empty profile has nothing unknown', () => {
  expect(symbolQuality(profileOf('')).score).toBe(1);
});
