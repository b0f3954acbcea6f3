import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProfileRow } from '../ports.ts';
import { benchmarkOf } from './benchmark.ts';
import { chainOf, fromBranch, fromForkPoint } from './choose.ts';
import type { Head, Search } from './choose.ts';
import { settingsBody } from './contract.ts';
import type { PlacedProfile } from './ports.ts';

let serial = 0;

/** A stored profile: `commit@branch` and other labels. */
function profile(
  commit: string,
  branch: string,
  labels: Record<string, string> = {},
  createdAt = ++serial,
): ProfileRow {
  const all = new Map(Object.entries({ commit, branch, benchmark: 'oltp', ...labels }));
  const rest = { contentHash: '', bytes: 0, metrics: [], facts: '{}' };
  return { id: `p${++serial}`, fileName: null, format: 'folded', labels: all, createdAt, ...rest };
}

function headOf(...profiles: ProfileRow[]): Head {
  const labels = profiles[0]?.labels ?? new Map<string, string>();
  const commit = labels.get('commit') ?? null;
  const branch = labels.get('branch') ?? null;
  return { project: 'default', commit, branch, benchmark: benchmarkOf(labels, null), profiles };
}

function searchIn(stored: readonly PlacedProfile[], change: Partial<Search> = {}): Search {
  const newest = [...stored].sort((a, b) => b.createdAt - a.createdAt);
  return {
    settings: settingsBody.parse({}),
    maxRuns: 60,
    projects: {
      profilesAt: (_, commits) =>
        Promise.resolve(newest.filter(({ labels }) => commits.includes(labels.get('commit') ?? ''))),
      profilesOfBranch: (_, branch, { limit, after }) =>
        Promise.resolve(
          newest
            .filter(
              ({ labels, createdAt }) => labels.get('branch') === branch && createdAt < (after?.createdAt ?? Infinity),
            )
            .slice(0, limit),
        ),
    },
    ...change,
  };
}

describe('from the fork point', () => {
  test('the fork point itself when it has profiles: all of them are runs', async () => {
    const runs = [profile('f', 'main', { run: '1' }), profile('f', 'main', { run: '2' })];
    const head = headOf(profile('h', 'topic'));
    const found = await fromForkPoint(head, 'f', ['f', 'e'], searchIn([...runs, profile('e', 'main')]));
    expect(found).toMatchObject({ rule: 'fork-point', commit: 'f', distance: 0 });
    expect(found.profiles.map(({ id }) => id).sort()).toEqual(runs.map(({ id }) => id).sort());
    expect(found.because).toBe('commit f, the fork point, has 2 profiles of the same benchmark');
  });

  test('walks back over commits without profiles and with other benchmarks, and says so', async () => {
    const stored = [profile('e', 'main', { benchmark: 'scan' }), profile('c', 'main'), profile('b', 'main')];
    const found = await fromForkPoint(headOf(profile('h', 'topic')), 'f', ['e', 'd', 'c', 'b'], searchIn(stored));
    expect(found).toMatchObject({ rule: 'ancestor', commit: 'c', distance: 3, profiles: [{ id: stored[1]?.id }] });
    expect(found.because).toBe(
      'commit c, 3 commits behind the fork point f, is the nearest with profiles of the same benchmark (1 profile); passed over: 2 commits without profiles, 1 commit with other benchmarks alone',
    );
  });

  test('never takes what head itself did before: neither its commits nor its branch', async () => {
    const head = headOf(profile('h2', 'topic'));
    const own = [profile('h1', 'topic'), profile('h2', 'topic'), profile('f', 'topic')];
    // The list of a client that sends the history of head, not that of the fork point.
    const found = await fromForkPoint(head, 'f', ['h2', 'h1', 'f', 'e'], searchIn([...own, profile('e', 'main')]));
    expect(found).toMatchObject({ rule: 'ancestor', commit: 'e', distance: 1 });
    expect(found.because).toContain("1 commit with profiles of head's own branch alone");
    const nothing = await fromForkPoint(head, 'f', ['h2', 'h1', 'f'], searchIn(own));
    expect(nothing).toMatchObject({ rule: 'none', profiles: [] });
  });

  test('on the default branch its own older commits are what counts', async () => {
    const stored = [profile('c2', 'main'), profile('c1', 'main')];
    const found = await fromForkPoint(headOf(profile('c3', 'main')), 'c2', ['c1'], searchIn(stored));
    expect(found).toMatchObject({ rule: 'fork-point', commit: 'c2' });
  });

  test('the same machine goes before a nearer commit; another one is better than nothing', async () => {
    const head = headOf(profile('h', 'topic', { host: 'a' }));
    const near = profile('f', 'main', { host: 'b' });
    const far = profile('e', 'main', { host: 'a' });
    expect(await fromForkPoint(head, 'f', ['e'], searchIn([near, far]))).toMatchObject({ commit: 'e', distance: 1 });
    expect(await fromForkPoint(head, 'f', ['e'], searchIn([near]))).toMatchObject({ commit: 'f', distance: 0 });
  });

  test('takes the newest runs when there are too many', async () => {
    const runs = Array.from({ length: 5 }, (_, i) => profile('f', 'main', { run: `${i}` }, 1000 + i));
    const found = await fromForkPoint(headOf(profile('h', 'topic')), 'f', [], searchIn(runs, { maxRuns: 2 }));
    expect(found.profiles.map(({ createdAt }) => createdAt)).toEqual([1004, 1003]);
  });

  test('no baseline is said with what was looked at', async () => {
    const found = await fromForkPoint(headOf(profile('h', 'topic')), 'f', ['e', 'd'], searchIn([]));
    expect(found.because).toBe(
      'neither the fork point f nor any of the 2 commits behind it has a profile of the same benchmark',
    );
    const alone = await fromForkPoint(headOf(profile('h', 'topic')), 'f'.repeat(40), [], searchIn([]));
    expect(alone.because).toBe('the fork point ffffffffffff has no profile of the same benchmark');
  });
});

describe('laws of walking back', () => {
  const commits = Array.from({ length: 120 }, (_, i) => `c${i}`);
  const placed = fc.record({
    commit: fc.constantFrom(...commits),
    branch: fc.constantFrom('main', 'topic', 'other'),
    benchmark: fc.constantFrom('oltp', 'scan'),
  });

  test('the choice is the first commit of the chain that has one, as the slow way finds it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(placed, { maxLength: 40 }), fc.nat(119), async (places, at) => {
        const stored = places.map(({ commit, branch, benchmark }) => profile(commit, branch, { benchmark }));
        const head = headOf(profile('c3', 'topic'));
        const forkPoint = commits[at] ?? 'c0';
        const found = await fromForkPoint(head, forkPoint, commits, searchIn(stored));
        const fits = ({ labels }: ProfileRow) =>
          labels.get('benchmark') === 'oltp' && labels.get('branch') !== 'topic' && labels.get('commit') !== 'c3';
        const expected = commits
          .slice(at)
          .find((commit) => stored.some((one) => fits(one) && one.labels.get('commit') === commit));
        expect(found.commit).toBe(expected ?? null);
        expect(found.profiles.every((one) => one.labels.get('commit') === expected)).toBe(true);
        if (expected !== undefined) expect(found.distance).toBe(commits.indexOf(expected) - at);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('the chain begins with the fork point, holds nothing before it, and nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commits)), fc.constantFrom(...commits), (ancestors, forkPoint) => {
        const chain = chainOf(forkPoint, ancestors);
        expect(chain[0]).toBe(forkPoint);
        expect(new Set(chain).size).toBe(chain.length);
        const before = ancestors.slice(0, Math.max(0, ancestors.indexOf(forkPoint)));
        const after = ancestors.slice(Math.max(0, ancestors.indexOf(forkPoint)));
        expect(chain.some((commit) => before.includes(commit) && !after.includes(commit))).toBe(false);
      }),
      { seed: 7 },
    );
  });
});

describe('from the head of a branch', () => {
  test('all runs of the newest commit with the same benchmark', async () => {
    const stored = [
      profile('m1', 'main'),
      profile('m2', 'main', { run: '1' }),
      profile('m2', 'main', { run: '2' }),
      profile('m3', 'main', { benchmark: 'scan' }),
    ];
    const found = await fromBranch(headOf(profile('h', 'topic')), 'main', searchIn(stored));
    expect(found).toMatchObject({ rule: 'branch-head', commit: 'm2', distance: null });
    expect(found.profiles.length).toBe(2);
    expect(found.because).toBe('commit m2, the newest of the same benchmark on branch main (2 profiles)');
  });

  test('where head is on the branch, only what was stored before it, and never its own commit', async () => {
    const stored = [profile('m1', 'main', {}, 1), profile('m2', 'main', {}, 2), profile('m3', 'main', {}, 9)];
    const head = headOf(profile('m2', 'main', { run: '2' }, 5));
    const found = await fromBranch(head, 'main', searchIn(stored));
    expect(found).toMatchObject({ commit: 'm1' });
    expect(found.because).toContain('before head');
  });

  test('more than a page of other benchmarks does not hide it', async () => {
    const others = Array.from({ length: 450 }, (_, i) => profile(`o${i}`, 'main', { benchmark: 'scan' }, 1000 + i));
    const found = await fromBranch(
      headOf(profile('h', 'topic')),
      'main',
      searchIn([profile('m', 'main', {}, 1), ...others]),
    );
    expect(found).toMatchObject({ commit: 'm' });
    expect(await fromBranch(headOf(profile('h', 'topic')), 'main', searchIn(others))).toMatchObject({ rule: 'none' });
  });
});

describe('labels of a benchmark', () => {
  const labels = new Map(
    Object.entries({
      commit: 'c',
      run: '1',
      'ci.job': 'x',
      host: 'h',
      Date: 'today',
      arch: 'arm64',
      benchmark: 'oltp',
    }),
  );
  test('are all but those of a commit, a run and a machine', () => {
    expect([...benchmarkOf(labels, null)]).toEqual([
      ['arch', 'arm64'],
      ['benchmark', 'oltp'],
    ]);
  });
  test('or those that the project lists', () => {
    expect([...benchmarkOf(labels, ['host', 'missing'])]).toEqual([['host', 'h']]);
  });
});
