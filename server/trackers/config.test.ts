import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../main.ts';
import { readTrackers } from './config.ts';
import { ticketPlace } from './references.ts';
import type { TrackerEntry } from './config.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-trackers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string, env: Record<string, string> = {}) {
  await writeFile(join(folder, 'trackers.yml'), text);
  const read = await readTrackers(folder, env);
  return read.ok ? read.value : `${read.error.code} ${String(read.error.facts['where'] ?? '')}`.trim();
}

const entry = (more: string) =>
  `trackers:\n  - name: team\n    kind: jira-dc\n    url: https://jira.example.com/\n${more}`;

describe('the file of trackers', () => {
  it('may be missing, but not where the environment names one', async () => {
    expect(await readTrackers(join(folder, 'none'), {})).toEqual({
      ok: true,
      value: { publicUrl: null, trackers: [] },
    });
    const named = await readTrackers(folder, { FIREBREAK_TRACKERS: join(folder, 'gone.yml') });
    expect(named.ok ? '' : named.error.code).toBe('trackers-unreadable');
  });

  it('takes the token from the environment', async () => {
    const config = await read(`publicUrl: https://fb.example.com/\n${entry('    tokenEnv: JIRA')}`, { JIRA: ' tok ' });
    expect(config).toMatchObject({
      publicUrl: 'https://fb.example.com',
      trackers: [{ url: 'https://jira.example.com', token: 'tok' }],
    });
    expect(await read(entry('    tokenEnv: JIRA'))).toBe('tracker-secret-missing JIRA');
    expect(await read(entry('    tokenEnv: JIRA'), { JIRA: 'two\nlines' })).toBe('tracker-secret-missing JIRA');
  });

  it('takes it from a file that its owner alone can read', async () => {
    const secret = join(folder, 'token');
    await writeFile(secret, 'tok\n', { mode: 0o600 });
    expect(await read(entry(`    tokenFile: ${secret}`))).toMatchObject({ trackers: [{ token: 'tok' }] });
    await chmod(secret, 0o640);
    expect(await read(entry(`    tokenFile: ${secret}`))).toBe('tracker-secret-exposed');
  });

  it.each([
    ['a token in the file itself', entry('    token: abc\n    tokenEnv: JIRA'), 'trackers.0'],
    ['no token', entry(''), 'trackers.0.tokenEnv'],
    ['plain http to the internet', entry('    tokenEnv: JIRA').replace('https', 'http'), 'trackers.0.url'],
    ['credentials in the address', entry('    tokenEnv: JIRA').replace('https://', 'https://me@'), 'trackers.0.url'],
    ['another scheme', entry('    tokenEnv: JIRA').replace('https://', 'file://'), 'trackers.0.url'],
    ['an unknown kind', entry('    tokenEnv: JIRA').replace('jira-dc', 'trac'), 'trackers.0.kind'],
    [
      'a Jira Cloud without its account',
      entry('    tokenEnv: JIRA').replace('jira-dc', 'jira-cloud'),
      'trackers.0.email',
    ],
    [
      'a name twice',
      `${entry('    tokenEnv: JIRA')}\n${entry('    tokenEnv: JIRA').replace('trackers:\n', '')}`,
      'trackers.1.name',
    ],
    ['no YAML', 'trackers: [', ''],
  ])('refuses %s', async (_what, text, where) => {
    expect(await read(text, { JIRA: 'tok' })).toBe(`trackers-invalid ${where}`.trim());
  });
});

it('keeps a server from starting when it is wrong, before anything else is touched', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'trackers.yml'), 'trackers: 5');
  const started = await startServer({ dataDirectory: data, port: 0 });
  expect(started.ok ? '' : started.error.code).toBe('trackers-invalid');
  expect(await readdir(data)).toEqual(['trackers.yml']);
});

const tracker = (name: string, kind: TrackerEntry['kind'], url: string, projects: string[] = []): TrackerEntry => ({
  name,
  kind,
  url,
  projects,
  mediaHosts: [],
  allowPrivate: false,
  token: 't',
});

const ALL = [
  tracker('jira', 'jira-cloud', 'https://jira.example.com', ['MDEV']),
  tracker('old', 'jira-dc', 'https://old.example.com/jira'),
  tracker('gh', 'github', 'https://github.com'),
  tracker('gl', 'gitlab', 'https://gitlab.example.com', ['db/server']),
  tracker('red', 'redmine', 'https://red.example.com/tracker'),
  tracker('bz', 'bugzilla', 'https://bugzilla.example.com'),
];

describe('references to tickets', () => {
  it.each([
    ['https://jira.example.com/browse/MDEV-34515', 'jira MDEV-34515'],
    ['https://jira.example.com/jira/software/projects/MDEV/boards/1?selectedIssue=MDEV-2', 'jira MDEV-2'],
    ['https://old.example.com/jira/browse/ABC-1', 'old ABC-1'],
    ['https://github.com/MariaDB/server/issues/7#issuecomment-1', 'gh MariaDB/server#7'],
    ['https://github.com/MariaDB/server/pull/8/files', 'gh MariaDB/server#8'],
    ['https://gitlab.example.com/a/b/c/-/issues/9', 'gl a/b/c#9'],
    ['https://gitlab.example.com/a/b/-/merge_requests/10/diffs', 'gl a/b!10'],
    ['https://red.example.com/tracker/issues/11?tab=notes', 'red 11'],
    ['https://bugzilla.example.com/show_bug.cgi?id=12', 'bz 12'],
    ['MDEV-34515', 'jira MDEV-34515'],
    ['old:ABC-1', 'old ABC-1'],
    ['db/server#3', 'gl db/server#3'],
    ['db/server!3', 'gl db/server!3'],
    ['red:#14', 'red 14'],
    [' bz:15 ', 'bz 15'],
  ])('%s is %s', (reference, expected) => {
    const place = ticketPlace(reference, ALL);
    expect(place.ok ? `${place.value.tracker.name} ${place.value.key}` : place.error.code).toBe(expected);
  });

  it.each([
    ['ABC-1', 'ticket-reference-ambiguous'],
    ['17', 'ticket-reference-ambiguous'],
    ['other/project#1', 'ticket-reference-ambiguous'],
    ['https://evil.example.com/browse/MDEV-1', 'ticket-reference-unknown'],
    ['https://jira.example.com.evil.example/browse/MDEV-1', 'ticket-reference-unknown'],
    ['http://jira.example.com/browse/MDEV-1', 'ticket-reference-unknown'],
    ['https://old.example.com/jira2/browse/ABC-1', 'ticket-reference-unknown'],
    ['https://jira.example.com/browse/../admin', 'ticket-reference-unknown'],
    ['nothing:1', 'ticket-reference-unknown'],
    ['MDEV-34515/../../x', 'ticket-reference-unknown'],
    ['', 'ticket-reference-unknown'],
  ])('%s is refused: %s', (reference, code) => {
    const place = ticketPlace(reference, ALL);
    expect(place.ok ? place.value : place.error.code).toBe(code);
  });
});
