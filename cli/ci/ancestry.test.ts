import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodePorts } from '../node-ports.ts';
import type { Ports } from '../ports.ts';
import { ancestryOf } from './ancestry.ts';
import { ciFacts } from './environment.ts';

/** main: m0 m1 m2 m3; feature from m1: f1 f2; `merged`, a merge of feature into m3, as CI systems check it out. */
const root = mkdtempSync(join(tmpdir(), 'firebreak-git-'));
const repository = join(root, 'repository');
const commits = new Map<string, string>();

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function commit(name: string): void {
  git(repository, 'commit', '--allow-empty', '-qm', name);
  commits.set(name, git(repository, 'rev-parse', 'HEAD'));
}

const nameOf = (sha: string | null) => [...commits].find(([, one]) => one === sha)?.[0] ?? sha;

function ancestryIn(folder: string, env: Readonly<Record<string, string>> = {}) {
  const ports = nodePorts();
  const there: Ports = { ...ports, execute: (command, args) => ports.execute(command, ['-C', folder, ...args]) };
  return ancestryOf(ciFacts(env), there);
}

beforeAll(() => {
  execFileSync('git', ['init', '-q', '-b', 'main', repository]);
  for (const name of ['m0', 'm1']) commit(name);
  git(repository, 'checkout', '-qb', 'feature');
  for (const name of ['f1', 'f2']) commit(name);
  git(repository, 'checkout', '-q', 'main');
  for (const name of ['m2', 'm3']) commit(name);
  git(repository, 'checkout', '-qb', 'merged');
  git(repository, 'merge', '-q', '--no-ff', '-m', 'merge', 'feature');
  commits.set('merged', git(repository, 'rev-parse', 'HEAD'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('ancestry', () => {
  it('of a branch: where it was made, and what lies behind that', async () => {
    git(repository, 'checkout', '-q', 'feature');
    const { forkPoint, ancestors, ...rest } = await ancestryIn(repository);
    expect(rest).toEqual({ commit: commits.get('f2'), branch: 'feature', baseBranch: 'main', missing: null });
    expect(nameOf(forkPoint)).toBe('m1');
    expect(ancestors.map(nameOf)).toEqual(['m1', 'm0']);
  });

  it('of the main branch: the commit before', async () => {
    git(repository, 'checkout', '-q', 'main');
    const { forkPoint, ancestors } = await ancestryIn(repository);
    expect([nameOf(forkPoint), ancestors.map(nameOf)]).toEqual(['m2', ['m2', 'm1', 'm0']]);
  });

  it('of a merge commit that a CI made: the tip of the base branch, under the name of the pushed commit', async () => {
    git(repository, 'checkout', '-q', '--detach', 'merged');
    const found = await ancestryIn(repository, {
      FIREBREAK_COMMIT: commits.get('f2') ?? '',
      FIREBREAK_BRANCH: 'feature',
      FIREBREAK_BASE_BRANCH: 'main',
      FIREBREAK_PULL_REQUEST: '4',
    });
    expect([nameOf(found.commit), nameOf(found.forkPoint)]).toEqual(['f2', 'm3']);
  });

  it('of a clone: the branch of the remote counts', async () => {
    const clone = join(root, 'clone');
    git(repository, 'checkout', '-q', 'main');
    execFileSync('git', ['clone', '-q', repository, clone]);
    git(clone, 'checkout', '-q', '--detach', commits.get('f2') ?? '');
    expect(nameOf((await ancestryIn(clone, { FIREBREAK_BRANCH: 'feature' })).forkPoint)).toBe('m1');
  });

  it('of a shallow clone: what the CI says, and why', async () => {
    const shallow = join(root, 'shallow');
    execFileSync('git', ['clone', '-q', '--depth=1', '--branch=feature', `file://${repository}`, shallow]);
    const env = { FIREBREAK_BASE_BRANCH: 'main', FIREBREAK_BASE_COMMIT: 'a1', FIREBREAK_PULL_REQUEST: '4' };
    expect(await ancestryIn(shallow, env)).toMatchObject({
      forkPoint: 'a1',
      ancestors: ['a1'],
      missing: 'this clone is shallow: fetch the whole history',
    });
  });

  it('without a repository: what the CI says', async () => {
    const env = { FIREBREAK_COMMIT: 'b2', FIREBREAK_BRANCH: 'f', FIREBREAK_BASE_COMMIT: 'a1' };
    expect(await ancestryIn(root, env)).toEqual({
      commit: 'b2',
      branch: 'f',
      baseBranch: null,
      forkPoint: 'a1',
      ancestors: ['a1'],
      missing: 'there is no git repository here',
    });
  });

  it("a fork's branch does not pass for the main branch", async () => {
    git(repository, 'checkout', '-q', 'feature');
    const env = { FIREBREAK_BRANCH: 'main', FIREBREAK_BASE_BRANCH: 'main', FIREBREAK_PULL_REQUEST: '4' };
    expect((await ancestryIn(repository, env)).branch).toBe('pull/4');
  });

  it('a branch that looks like an option is a branch', async () => {
    git(repository, 'checkout', '-q', 'feature');
    const found = await ancestryIn(repository, { FIREBREAK_BASE_BRANCH: '--output=x', FIREBREAK_PULL_REQUEST: '4' });
    expect(found).toMatchObject({ forkPoint: null, missing: 'git knows no common commit with branch --output=x' });
  });
});
