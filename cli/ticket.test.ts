import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../server/server.testkit.ts';
import type { TestServer } from '../server/server.testkit.ts';
import { startGitHub } from '../server/trackers/fake-github.testkit.ts';
import { startJira } from '../server/trackers/fake-jira.testkit.ts';
import type { Fake } from '../server/trackers/fake.testkit.ts';
import { firebreak } from './cli.testkit.ts';
import type { Outcome } from './cli.testkit.ts';

let server: TestServer;
let jira: Fake;
let github: Fake;

beforeAll(async () => {
  jira = await startJira('dc');
  github = await startGitHub();
  const trackers = [jira.entry, { ...github.entry, name: 'code' }];
  server = await startTestServer({ trackers: { publicUrl: 'https://fb.example.com', trackers } });
  jira.ticket.addFile('good.folded', 'main;work 90\nmain;purge 10\n', 'text/plain');
  jira.ticket.addFile('bad.folded', 'main;work 10\nmain;purge 190\n', 'text/plain');
  jira.ticket.addFile('\u001b[2J\u202eevil.txt', 'no profile', 'text/plain');
}, 60_000);

afterAll(async () => {
  await server.close();
  await jira.close();
  await github.close();
});

function ticket(...args: readonly string[]): Promise<Outcome> {
  const ports = { fetch: (address: string, request?: RequestInit) => fetch(address, request) };
  return firebreak(['ticket', ...args], {}, false, ports);
}

describe('firebreak ticket by a server', { timeout: 60_000 }, () => {
  it('shows what hangs on a ticket; names cannot take over the terminal', async () => {
    const { code, out } = await ticket('show', 'MDEV-34515', '--server', server.url);
    expect(code).toBe(0);
    expect(out).toContain('team MDEV-34515: Contention in purge');
    expect(out).toMatch(/^good {2}good\.folded .*its name says "good"$/m);
    expect(out).not.toMatch(/[\u001b\u202e]/u); // oxlint-disable-line no-control-regex
  });

  it('previews, posts, and posts once; another tracker gets the stored comparison', async () => {
    const dry = await ticket('compare', 'MDEV-34515', '--server', server.url, '--dry-run');
    expect(dry.out).toContain('*purge grew from 10.0 % to 95.0 %');
    expect(dry.talk).toContain('would post a comment on team MDEV-34515, in jira, and attach:');
    expect(jira.ticket.comments).toEqual([]);

    const posted = await ticket('compare', 'MDEV-34515', '--server', server.url, '--json');
    const { comparison, comment } = JSON.parse(posted.out) as { comparison: string; comment: string };
    expect(comment).toBe('posted');
    const again = await ticket('compare', 'MDEV-34515', '--server', server.url);
    expect(again.out).toContain('unchanged');
    expect(jira.ticket.comments).toHaveLength(1);

    const other = await ticket('attach', 'MariaDB/server#7', '--comparison', comparison, '--server', server.url);
    expect([other.code, other.out]).toEqual([0, expect.stringContaining('code MariaDB/server#7: comment')]);
    const body = String(github.ticket.comments[0]?.body);
    expect(body).toContain(`https://fb.example.com/c/${comparison}`);
    expect(body).toContain('This tracker takes no attachments from programs');
  });

  it.each([
    [['show', 'nothing:1', '--server', 'URL'], 'is no ticket of a configured tracker'],
    [['compare', 'MDEV-34515', '--good', 'none.svg', '--server', 'URL'], 'the ticket has no file "none.svg"'],
    [['show', 'MDEV-34515', '--server', 'ftp://x'], 'ftp://x is no address of a server'],
    [
      ['attach', 'MDEV-34515', '--good', 'a.svg', '--bad', 'b.svg', '--server', 'URL'],
      'with --server give --comparison ID',
    ],
    [['attach', 'MDEV-34515', '--good', 'a.svg'], 'give --good and --bad files, or --comparison ID'],
  ])('refuses %s', async (args, said) => {
    const { code, talk } = await ticket(...args.map((arg) => (arg === 'URL' ? server.url : arg)));
    expect([code, talk]).toEqual([2, expect.stringContaining(said)]);
  });
});
