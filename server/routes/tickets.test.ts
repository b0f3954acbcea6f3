import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Tokens } from '../auth/tokens.ts';
import type { Scope } from '../auth/contract.ts';
import { problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';
import {
  ticketAnswer,
  ticketCompareAnswer,
  ticketPostedAnswer,
  ticketPreviewAnswer,
  trackerList,
} from '../tickets/contract.ts';
import { startJira } from '../trackers/fake-jira.testkit.ts';
import { TOKEN } from '../trackers/fake.testkit.ts';
import type { Fake } from '../trackers/fake.testkit.ts';

const EXAMPLE = new URL('../../fixtures/examples/mariadb/', import.meta.url);

let server: TestServer;
let fake: Fake;

beforeAll(async () => {
  fake = await startJira('cloud');
  fake.ticket.addFile('flame-10.6.17.svg', await readFile(new URL('good.svg', EXAMPLE)));
  fake.ticket.addFile('flame-10.6.18.svg', await readFile(new URL('bad.svg', EXAMPLE)));
  fake.ticket.addFile('sysbench-10.6.18.txt', SYSBENCH, 'text/plain');
  fake.ticket.addFile('screenshot.png', 'PNG', 'image/png');
  fake.ticket.addFile('letter.txt', 'Dear all, it is slow.', 'text/plain');
  server = await startTestServer({ trackers: { publicUrl: 'https://fb.example.com', trackers: [fake.entry] } });
}, 60_000);

afterAll(async () => {
  await server.close();
  await fake.close();
});

const SYSBENCH = `sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)

SQL statistics:
    queries performed:
        read:                            700
        write:                           200
        other:                           100
        total:                           1000
    transactions:                        592    (59.20 per sec.)
    queries:                             1000   (100.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0001s
    total number of events:              592

Latency (ms):
         min:                                    1.00
         avg:                                    2.00
         max:                                    9.00
         95th percentile:                        3.00
         sum:                                 9999.00
`;

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('tickets over the API', { timeout: 60_000 }, () => {
  it('lists trackers without their credentials', async () => {
    const text = await (await fetch(`${server.api}/trackers`)).text();
    expect(trackerList.parse(JSON.parse(text)).trackers).toMatchObject([
      { name: 'team', kind: 'jira-cloud', projects: ['MDEV'] },
    ]);
    expect(text).not.toContain(TOKEN);
  });

  it('shows what hangs on a ticket, with pictures of its own', async () => {
    const address = encodeURIComponent(`${fake.url}/browse/MDEV-34515`);
    const answer = ticketAnswer.parse(
      await (await fetch(`${server.api}/tickets?ref=${address}&thumbnails=true`)).json(),
    );
    expect(answer.files.map(({ name, side, chosen }) => [name, side, chosen])).toEqual([
      ['flame-10.6.17.svg', 'base', true],
      ['flame-10.6.18.svg', 'head', true],
      ['sysbench-10.6.18.txt', 'head', true],
      ['screenshot.png', null, false],
      ['letter.txt', null, false],
    ]);
    expect(answer.files.map(({ recognised }) => recognised?.kind)).toEqual([
      'profile',
      'profile',
      'metrics',
      undefined,
      undefined,
    ]);
    expect(answer.files[3]?.problem?.code).toBe('ticket-file-skipped');
    expect(answer.files[4]?.problem?.sentence).toBeTruthy();
    const picture = Buffer.from(answer.files[0]?.thumbnail?.replace('data:image/png;base64,', '') ?? '', 'base64');
    expect([...picture.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(await server.temporaryFiles()).toEqual([]);
  });

  it('compares the files of a ticket, previews, posts, and posts no second time', async () => {
    const compared = ticketCompareAnswer.parse(await (await post('/tickets/compare', { ref: 'MDEV-34515' })).json());
    expect(compared.comparison.base.map(({ fileName }) => fileName)).toEqual(['flame-10.6.17.svg']);
    const path = `/comparisons/${compared.comparison.id}/tickets`;

    const preview = ticketPreviewAnswer.parse(await (await post(path, { ref: 'MDEV-34515', preview: true })).json());
    expect(preview).toMatchObject({ comment: 'posted', markup: 'adf' });
    expect(preview.text).toContain(`https://fb.example.com/c/${compared.comparison.id}`);
    expect(fake.ticket.comments).toEqual([]);

    const posted = ticketPostedAnswer.parse(await (await post(path, { ref: 'MDEV-34515', preview: false })).json());
    expect(posted).toMatchObject({ comment: 'posted', attached: { length: 3 }, leftOut: [] });
    expect(JSON.parse(preview.text)).toEqual(fake.ticket.comments[0]?.body);
    const again = ticketPostedAnswer.parse(await (await post(path, { ref: 'MDEV-34515', preview: false })).json());
    expect(again).toMatchObject({ comment: 'unchanged', attached: [], commentId: posted.commentId });
    expect(fake.ticket.comments).toHaveLength(1);

    const files = fake.ticket.files.filter(({ name }) => name.startsWith('firebreak-'));
    expect(files.map(({ name, type }) => [name.split('.')[1], type])).toEqual([
      ['png', 'image/png'],
      ['svg', 'image/svg+xml'],
      ['html', 'text/html'],
    ]);
    // What it attached is no candidate for the next comparison.
    const seen = ticketAnswer.parse(await (await fetch(`${server.api}/tickets?ref=MDEV-34515`)).json());
    expect(seen.files.filter(({ chosen }) => chosen)).toHaveLength(3);
  });

  it('takes the sides that somebody names', async () => {
    const body = { ref: 'team:MDEV-34515', good: ['flame-10.6.18.svg'], bad: ['flame-10.6.17.svg'] };
    const { comparison } = ticketCompareAnswer.parse(await (await post('/tickets/compare', body)).json());
    expect(comparison.head.map(({ fileName }) => fileName)).toEqual(['flame-10.6.17.svg']);
    const unknown = await problemIn(await post('/tickets/compare', { ...body, bad: ['none.svg'] }));
    expect(unknown).toMatchObject({ status: 422, code: 'ticket-file-unknown' });
  });

  it.each([
    ['OTHER/1', 404, 'ticket-reference-unknown'],
    ['https://evil.example.com/browse/MDEV-34515', 404, 'ticket-reference-unknown'],
    ['MDEV-1', 404, 'ticket-not-found'],
  ])('refuses %s', async (ref, status, code) => {
    expect(await problemIn(await fetch(`${server.api}/tickets?ref=${encodeURIComponent(ref)}`))).toMatchObject({
      status,
      code,
    });
  });
});

it('takes a token with both scopes, for all projects', { timeout: 60_000 }, async () => {
  const open = await startTestServer({ exposure: 'network', trackers: { publicUrl: null, trackers: [fake.entry] } });
  try {
    const tokens = new Tokens(open.ports);
    const statusWith = async (scopes: readonly Scope[], project: string | null, path: string) => {
      const { token } = await tokens.create({ name: 'test', scopes, project, expiresInDays: null });
      return (await fetch(`${open.api}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    };
    expect((await fetch(`${open.api}/trackers`)).status).toBe(401);
    expect(await statusWith(['read'], null, '/trackers')).toBe(200);
    expect(await statusWith(['read'], 'one', '/trackers')).toBe(403);
    expect(await statusWith(['read'], null, '/tickets?ref=MDEV-1')).toBe(403);
    expect(await statusWith(['upload'], null, '/tickets?ref=MDEV-1')).toBe(403);
    expect(await statusWith(['read', 'upload'], 'one', '/tickets?ref=MDEV-1')).toBe(403);
    expect(await statusWith(['read', 'upload'], null, '/tickets?ref=MDEV-1')).toBe(404);
  } finally {
    await open.close();
  }
});
