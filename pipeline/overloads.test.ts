import { expect, test } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import type { Profile } from '../core/model/profile.ts';
import { DEFAULT_GATE_SETTINGS, compareRuns, gateRuns, shareOfRuns, trendRuns } from './index.ts';

const one = profileOf('main;f(int) 900 / main;g(int) 100');
const both = profileOf('main;f(int) 600 / main;f(char) 300 / main;g(int, bool) 100');

async function functionsOf(base: readonly Profile[], head: readonly Profile[]): Promise<readonly string[]> {
  const made = await compareRuns(base, head);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.tree.functions.names;
}

test('overloads of one run keep their arguments in all runs of a comparison', async () => {
  expect(await functionsOf([one], [both])).toEqual(['main', 'f(int)', 'g', 'f(char)']);
  expect(await functionsOf([both, one], [one])).toEqual(['main', 'f(int)', 'f(char)', 'g']);
});

test('without overloads an argument more is the same function', async () => {
  expect(await functionsOf([one], [profileOf('main;f(int, bool) 900 / main;g(int) 100')])).toEqual(['main', 'f', 'g']);
});

test('the share of a function asked for by its name is that of its overloads together', async () => {
  const made = await shareOfRuns([both], { frame: (name) => name === 'f' });
  expect(made.ok && made.value).toEqual({ shares: [0.9], functions: ['f'] });
});

test('a trend of a name is that of its overloads together, one of an overload its own', async () => {
  const points = [one, both].map((profile, i) => ({ name: `${i}`, runs: [profile] }));
  const shares = async (frame: string) => {
    const made = await trendRuns(points, {}, { frame });
    return made.ok ? made.value.shares.map(([share]) => share) : made.error.code;
  };
  expect(await shares('f')).toEqual([0.9, 0.9]);
  expect(await shares('f(int)')).toEqual([0.9, 0.6]);
  expect(await shares('g(int)')).toEqual([0.1, 0.1]);
});

test('a pattern of the gate that means a function means its overloads', async () => {
  const grown = profileOf('main;f(int) 600 / main;f(char) 900 / main;g(int, bool) 100');
  const settings = { ...DEFAULT_GATE_SETTINGS, frames: ['^f$'] };
  const made = await gateRuns([both, both, both], [grown, grown, grown], settings, { today: '2026-12-01' });
  expect(made.ok && new Set(made.value.verdict.rows.map(({ name }) => name))).toEqual(new Set(['f(char)', 'f(int)']));
});
