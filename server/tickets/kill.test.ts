import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJira } from '../trackers/fake-jira.testkit.ts';
import { TOKEN } from '../trackers/fake.testkit.ts';
import type { Fake } from '../trackers/fake.testkit.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = join(root, 'fixtures/examples/mariadb');

let fake: Fake;
let folder = '';

beforeAll(async () => {
  fake = await startJira('dc');
  folder = await mkdtemp(join(tmpdir(), 'firebreak-tickets-'));
  const { name, kind, url } = fake.entry;
  const trackers = { trackers: [{ name, kind, url, projects: ['MDEV'], tokenEnv: 'TEST_TOKEN', allowPrivate: true }] };
  await writeFile(join(folder, 'trackers.yml'), JSON.stringify(trackers));
  fake.ticket.addFile('good.svg', await readFile(join(example, 'good.svg')));
  fake.ticket.addFile('bad.svg', await readFile(join(example, 'bad.svg')));
});

afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

/** `firebreak ticket ARGS` as a process of its own; `killed` when it did not end by itself. */
function ticket(args: readonly string[], started: (child: ChildProcess) => void = () => {}) {
  return new Promise<{ code: number | null; out: string; talk: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'cli/main.ts'), 'ticket', ...args], {
      cwd: root,
      env: { ...process.env, FIREBREAK_DATA: folder, FIREBREAK_TRACKERS: '', TEST_TOKEN: TOKEN },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started(child);
    const [out, talk]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => talk.push(chunk));
    child.on('close', (code) => {
      resolve({ code, out: Buffer.concat(out).toString('utf8'), talk: Buffer.concat(talk).toString('utf8') });
    });
  });
}

const reports = () => fake.ticket.files.filter(({ name }) => name.startsWith('firebreak-'));

test('SIGKILL behind every request that changes the ticket: in the end one comment and one of each file', {
  timeout: 300_000,
}, async () => {
  // Three files and a comment: the process that was killed behind the n-th leaves the next one less to do.
  for (const left of [1, 2, 3]) {
    const { code } = await ticket(['compare', 'MDEV-34515'], (child) => {
      fake.twist = ({ method }) => {
        if (method !== 'POST') return null;
        child.kill('SIGKILL');
        return 'cut-after';
      };
    });
    expect(code).toBeNull();
    expect(reports()).toHaveLength(left);
    expect(fake.ticket.comments).toEqual([]);
  }
  await ticket(['compare', 'MDEV-34515'], (child) => {
    fake.twist = ({ method }) => {
      if (method === 'POST') child.kill('SIGKILL');
      return method === 'POST' ? 'cut-after' : null;
    };
  });
  expect([reports().length, fake.ticket.comments.length]).toEqual([3, 1]);

  fake.twist = () => null;
  const last = await ticket(['compare', 'MDEV-34515']);
  expect([last.code, last.out]).toEqual([0, expect.stringContaining('unchanged')]);
  expect([reports().length, fake.ticket.comments.length]).toEqual([3, 1]);
  expect(new Set(reports().map(({ name }) => name)).size).toBe(3);
  expect(last.talk + last.out).not.toContain(TOKEN);
});

test('a ticket is shown beside a server, and what would be posted is said before it is', {
  timeout: 60_000,
}, async () => {
  const shown = await ticket(['show', `${fake.url}/browse/MDEV-34515`, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({
    ticket: 'MDEV-34515',
    files: [{ side: 'base' }, { side: 'head' }, {}, {}, {}],
  });
  const before = fake.heard.filter(({ method }) => method !== 'GET').length;
  const dry = await ticket(['compare', 'MDEV-34515', '--level', 'none', '--dry-run', '--json', '--save', folder]);
  const preview = JSON.parse(dry.out) as { comment: string; files: { name: string; bytes: number }[] };
  expect(preview).toMatchObject({ preview: true, comment: 'changed', markup: 'jira' });
  for (const { name, bytes } of preview.files) expect((await readFile(join(folder, name))).length).toBe(bytes);
  expect(fake.heard.filter(({ method }) => method !== 'GET')).toHaveLength(before);
});

test('refusals say what to do, and hold no credentials', { timeout: 60_000 }, async () => {
  const unknown = await ticket(['show', 'nothing:1']);
  expect([unknown.code, unknown.talk]).toEqual([
    2,
    expect.stringContaining(`these are configured: team (${fake.url})`),
  ]);
  fake.twist = () => ({ status: 401, body: `no ${TOKEN}` });
  const refused = await ticket(['compare', 'MDEV-34515']);
  expect([refused.code, refused.talk]).toEqual([2, expect.stringContaining('team refuses this account (status 401)')]);
  expect(unknown.talk + refused.talk).not.toContain(TOKEN);
});
