import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../auth/contract.ts';
import { Tokens } from '../auth/tokens.ts';
import { startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

/** Who may push and read where the network reaches the server. */
let server: TestServer;
let tokens: Tokens;
beforeAll(async () => {
  server = await startTestServer({ exposure: 'network' });
  tokens = new Tokens(server.ports);
});
afterAll(() => server.close());

async function tokenFor(scopes: readonly Scope[], project: string | null = null): Promise<string> {
  return (await tokens.create({ name: 'agent', scopes: [...scopes], project, expiresInDays: 1 })).token;
}

let pushes = 0;
/** A push of a stack that was not sent before. */
function push(headers: Readonly<Record<string, string>>): Promise<Response> {
  pushes++;
  return fetch(`${server.url}/ingest?name=app${pushes}`, { method: 'POST', headers, body: `main;f${pushes} 5\n` });
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

/** The only profile of the last push. */
async function stored() {
  const [row] = await server.ports.catalogue.profilePage(
    { limit: 1, after: null },
    { labels: new Map([['app', `app${pushes}`]]), words: [], deleted: false },
  );
  return row;
}

describe('an agent says who it is', () => {
  it('as a bearer, by the password or the name of Basic, or by its tenant', async () => {
    const token = await tokenFor(['upload']);
    const { tokenId = null } = (await tokens.holder(token)) ?? {};
    for (const headers of [
      { authorization: `Bearer ${token}` },
      basic(`12345:${token}`),
      basic(`${token}:`),
      { 'x-scope-orgid': token },
    ]) {
      expect((await push(headers)).status).toBe(200);
      const row = await stored();
      expect(row?.labels.has('project')).toBe(false);
      expect(await server.ports.tokens.owns(tokenId ?? '', 'profile', [row?.id ?? ''])).toBe(true);
    }
  });

  it('and is refused in its own words otherwise', async () => {
    for (const headers of [
      {},
      basic('user:wrong'),
      basic(':'),
      { authorization: 'Bearer no' },
      { 'x-scope-orgid': 'fb_no' },
    ]) {
      const answer = await push(headers);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { code: 'unauthenticated', message: expect.any(String) },
      ]);
      expect(answer.headers.get('www-authenticate')).toContain('Basic');
    }
    const reader = await push(basic(`x:${await tokenFor(['read'])}`));
    expect([reader.status, await reader.json()]).toEqual([403, expect.objectContaining({ code: 'permission_denied' })]);
  });

  it('a tenant is a project; a token of one project puts everything there', async () => {
    const anywhere = await tokenFor(['upload']);
    await push({ ...basic(`x:${anywhere}`), 'x-scope-orgid': 'team-a' });
    expect((await stored())?.labels.get('project')).toBe('team-a');
    await push({ ...basic(`x:${anywhere}`), 'x-scope-orgid': 'anonymous' });
    expect((await stored())?.labels.has('project')).toBe(false);
    const ofB = await tokenFor(['upload'], 'team-b');
    await push(basic(`x:${ofB}`));
    expect((await stored())?.labels.get('project')).toBe('team-b');
    expect((await push({ ...basic(`x:${ofB}`), 'x-scope-orgid': 'team-a' })).status).toBe(403);
  });

  it('an upload token reads nothing, and Basic opens no other address', async () => {
    const [upload, read] = [await tokenFor(['upload']), await tokenFor(['read'])];
    const diff = (token: string) =>
      fetch(`${server.url}/pyroscope/render-diff?leftQuery=a&rightQuery=b`, { headers: basic(`x:${token}`) });
    expect((await diff(upload)).status).toBe(403);
    expect((await diff(read)).status).toBe(422);
    expect((await fetch(`${server.api}/profiles`, { headers: basic(`x:${read}`) })).status).toBe(401);
  });
});
