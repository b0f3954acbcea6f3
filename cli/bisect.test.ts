import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firebreak } from './cli.testkit.ts';
import type { Ports } from './ports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const recorded = (name: string) => join(root, `fixtures/examples/mariadb/${name}.folded`);

/** Eight commits, each with the profile that it gives. The fourth does not build, from the sixth on purge is slow. */
const COMMITS = ['good', 'good', 'good', 'broken', 'good', 'bad', 'bad', 'bad'] as const;
const FIRST_BAD = 'commit 6';

const repository = mkdtempSync(join(tmpdir(), 'firebreak-bisect-'));

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const { stdout, stderr } = spawnSync('git', ['-C', repository, ...identity, ...args], { encoding: 'utf8' });
  return stdout + stderr;
}

/** What `git bisect run firebreak bisect ARGS` finds. */
function found(...args: readonly string[]): { readonly subject: string | undefined; readonly log: string } {
  git('bisect', 'reset');
  git('bisect', 'start', 'main', 'first');
  const cli = [join(root, 'node_modules/.bin/tsx'), join(root, 'cli/main.ts')];
  const log = git('bisect', 'run', ...cli, 'bisect', ...args);
  return { subject: /is the first bad commit\n[\s\S]*?\n {4}(.*)\n/.exec(log)?.[1], log };
}

beforeAll(() => {
  spawnSync('git', ['init', '-q', '-b', 'main', repository]);
  for (const [i, kind] of COMMITS.entries()) {
    if (kind !== 'broken') copyFileSync(recorded(kind), join(repository, 'profile.folded'));
    writeFileSync(
      join(repository, 'bench.sh'),
      kind === 'broken' ? 'exit 2\n' : 'cp profile.folded "$FIREBREAK_PROFILE"\n',
    );
    writeFileSync(join(repository, 'number'), `${i + 1}`);
    git('add', '.');
    git('commit', '-qm', `commit ${i + 1}`);
    if (i === 0) git('tag', 'first');
  }
});

afterAll(() => rmSync(repository, { recursive: true, force: true }));

describe('git bisect run firebreak bisect', () => {
  it('finds the commit that made purge slow, by the gate against a good profile', () => {
    const { subject, log } = found('--good', recorded('good'), '--', 'sh', 'bench.sh');
    expect(subject).toBe(FIRST_BAD);
    expect(log).toContain('skip: the command ended with exit code 2');
    expect(log).toMatch(/bad: REGRESSION \(exit 1\): row_purge_is_unsafe grew from 2\.5 % to 93\.0 % of samples/);
  }, 240_000);

  it('finds it by the share of one function, several runs a commit', () => {
    const { subject, log } = found('--frame', '^row_purge_', '--above', '40', '--runs', '2', '--', 'sh', 'bench.sh');
    expect(subject).toBe(FIRST_BAD);
    expect(log).toMatch(/bad: \^row_purge_ has \d+\.\d % of samples \(median of 2 runs\), above 40\.0 %/);
  }, 240_000);

  it('finds it by a subsystem', () => {
    const args = ['--subsystem', 'innodb.purge', '--good', recorded('good'), '--', 'cat', 'profile.folded'];
    expect(found(...args).subject).toBe(FIRST_BAD);
  }, 240_000);
});

describe('firebreak bisect', () => {
  const FILES = { 'good.folded': 'a 900\nb 2000\n', 'folder/run1.profile': '', 'folder/run1.out': '' };
  const bisect = (
    written: Partial<Record<'profile' | 'out', string>>,
    code: number | null,
    ...args: readonly string[]
  ) => {
    const world: Partial<Ports> = { execute: async () => ({ code, out: '' }) };
    const files = { ...FILES, 'folder/run1.profile': written.profile ?? '', 'folder/run1.out': written.out ?? '' };
    return firebreak(['bisect', ...args], files, false, world);
  };
  const byShare = ['--frame', '^a$', '--above', '50%', '--', 'bench', '-q'];

  it.each<[string, Partial<Record<'profile' | 'out', string>>, number | null, string]>([
    ['the command failed', { out: 'a 1\n' }, 1, 'skip: the command ended with exit code 1\n'],
    ['the command was not there', {}, null, 'skip: the command could not be started, or was killed\n'],
    [
      'there is no profile',
      {},
      0,
      'skip: the command wrote no profile, neither to FIREBREAK_PROFILE nor to standard output\n',
    ],
    ['the profile cannot be read', { profile: 'not a profile' }, 0, 'skip: folder/run1.profile'],
  ])('skips when %s', async (_what, written, status, words) => {
    const { code, out } = await bisect(written, status, ...byShare);
    expect([code, out]).toEqual([125, expect.stringContaining(words)]);
  });

  it('takes the file before standard output, and says good or bad', async () => {
    const good = await bisect({ profile: 'a 1\nb 3\n', out: 'a 9\n' }, 0, ...byShare);
    expect([good.code, good.out]).toEqual([0, 'good: ^a$ has 25.0 % of samples, not above 50.0 %\n']);
    expect((await bisect({ out: 'a 9\n' }, 0, ...byShare)).code).toBe(1);
  });

  it('skips what exceeds the limits without proof, and not what is merely unproven', async () => {
    const args = ['--good', 'good.folded', '--', 'bench'];
    expect((await bisect({ out: 'a 2600\nb 2000\n' }, 0, ...args)).code).toBe(125);
    const { code, out } = await bisect({ out: 'a 905\nb 2000\n' }, 0, ...args);
    expect([code, out]).toEqual([0, expect.stringMatching(/^good: /)]);
  });

  it.each([
    [[]],
    [['--', 'bench']],
    [['--above', '5', '--', 'bench']],
    [['--frame', '(', '--above', '5', '--', 'bench']],
    [['--frame', 'a', '--subsystem', 'b', '--above', '5', '--', 'bench']],
    [['--good', 'absent', '--', 'bench']],
    [['--frame', 'a', '--above', '500', '--', 'bench']],
    [['--unknown', '--', 'bench']],
  ])('bad usage %j is no verdict: 125', async (args) => {
    const { code, talk } = await bisect({ out: 'a 9\n' }, 0, ...args);
    expect([code, talk]).toEqual([125, expect.stringMatching(/\S/)]);
  });

  it('a crash is no verdict either', async () => {
    const world: Partial<Ports> = { execute: () => Promise.reject(new Error('boom')) };
    const { code, talk } = await firebreak(['bisect', ...byShare], FILES, false, world);
    expect([code, talk]).toEqual([125, expect.stringContaining('boom')]);
  });
});
