import { expect, test } from 'vitest';
import type { Profile } from '../../api/generated.ts';
import { groupKeyOf, rowsOf, runWords, sharedLabels, titleOf } from './groups.ts';

function profile(id: string, labels: Record<string, string>): Profile {
  return { id, labels } as Profile;
}

const RUNS = [
  profile('a2', { run: '2', commit: 'abc', branch: 'main' }),
  profile('x', {}),
  profile('b1', { branch: 'main', commit: 'def', run: '1' }),
  profile('a1', { branch: 'main', commit: 'abc', run: '1' }),
  profile('y', { branch: 'main', commit: 'abc' }),
];

test('runs whose labels differ in the run alone are one row, where the newest of them is', () => {
  const rows = rowsOf(RUNS, new Set());
  expect(rows.map((row) => (row.kind === 'group' ? row.members.map(({ id }) => id) : row.profile.id))).toEqual([
    ['a2', 'a1'],
    'x',
    'b1',
    'y',
  ]);
});

test('an open group shows its runs', () => {
  const key = groupKeyOf({ branch: 'main', commit: 'abc', run: '7' });
  const rows = rowsOf(RUNS, new Set([key ?? '']));
  expect(rows.map((row) => (row.kind === 'group' ? 'group' : `${row.profile.id} ${row.isMember}`))).toEqual([
    'group',
    'a2 true',
    'a1 true',
    'x false',
    'b1 false',
    'y false',
  ]);
});

test('profiles without a run, and runs of nothing in particular, are no group', () => {
  expect(groupKeyOf({})).toBeNull();
  expect(groupKeyOf({ commit: 'abc' })).toBeNull();
  expect(groupKeyOf({ run: '1' })).toBeNull();
});

test('a group is called by what was measured', () => {
  const key = groupKeyOf({ threads: '16', run: '3', commit: 'abc', project: 'mariadb', branch: 'main' }) ?? '';
  expect(titleOf(sharedLabels(key))).toBe('mariadb · main · abc · threads=16');
  expect(runWords({ run: '3', attempt: '2', commit: 'abc' })).toBe('run 3, attempt 2');
});
