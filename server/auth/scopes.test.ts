import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API } from '../api/all.ts';
import { problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';
import { SCOPES } from './contract.ts';
import type { Scope } from './contract.ts';
import { Tokens } from './tokens.ts';

let server: TestServer;
const tokens = new Map<Scope, string>();
beforeAll(async () => {
  server = await startTestServer({ exposure: 'network', limits: { uploadsPerMinute: 10_000 } });
  const maker = new Tokens(server.ports);
  for (const scope of SCOPES) {
    tokens.set(scope, (await maker.create({ name: scope, scopes: [scope], project: null, expiresInDays: 1 })).token);
  }
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

const CALLS = API.flatMap(({ declarations }) =>
  Object.entries(declarations).map(([name, declaration]) => ({ name, ...declaration })),
);

/** What a token for uploads may ask for only where it is about what it stored itself: the content decides. */
const ABOUT_ITS_OWN: ReadonlySet<string> = new Set(['readVerdict', 'readVerdictReport', 'compare']);

/** Reading that its handler allows to whoever started the job, or has the scope read as well. */
const CHECKED_WITHIN: ReadonlySet<string> = new Set(['getJob', 'watchJob', 'getTicket']);

/** An address of the call about things that do not exist. */
function addressOf(path: string): string {
  return path.replace(':id', '0'.repeat(32)).replace(':project', 'nobodys').replace(':format', 'json');
}

async function ask({ method, path }: { readonly method: string; readonly path: string }, token: string | null) {
  const body = method === 'get' || method === 'delete' ? {} : { body: '{}' };
  const response = await fetch(`${server.api}${addressOf(path)}`, {
    method: method.toUpperCase(),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(method === 'get' ? {} : { 'content-type': 'application/json' }),
    },
    ...body,
  });
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
  const code = isProblem ? (await problemIn(response)).code : null;
  if (!isProblem) await response.body?.cancel();
  return { status: response.status, code, response };
}

describe.each(CALLS)('$method $path', ({ name, needs, ...call }) => {
  test('says whom it is for, and keeps others out', async () => {
    if (needs === 'nobody') {
      expect((await ask(call, null)).code).not.toBe('token-missing');
      return;
    }
    const nobody = await ask(call, null);
    expect(nobody).toMatchObject({ status: 401, code: 'token-missing' });
    expect(nobody.response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await ask(call, `fb_${'0'.repeat(32)}_${'A'.repeat(43)}`)).toMatchObject({
      status: 401,
      code: 'token-refused',
    });
    for (const scope of SCOPES) {
      const { status, code } = await ask(call, tokens.get(scope) ?? '');
      const isAllowed = scope === 'admin' || needs.length === 0 || needs.some((one) => one === scope);
      if (!isAllowed) expect([scope, status, code]).toEqual([scope, 403, 'token-scope']);
      else if (scope !== 'upload' || !ABOUT_ITS_OWN.has(name)) {
        expect([scope, code]).not.toEqual([scope, 'token-scope']);
        expect([scope, status]).not.toEqual([scope, 401]);
      }
    }
  });
});

test('what gives things away needs the scope read; what takes them away, admin', () => {
  for (const { name, method, needs, path } of CALLS) {
    if (needs === 'nobody' || path === '/session' || CHECKED_WITHIN.has(name)) continue;
    if (method === 'delete') expect([name, needs]).toEqual([name, ['admin']]);
    if (method === 'get' && !needs.includes('read')) expect([name, needs]).toEqual([name, ['admin']]);
  }
});
