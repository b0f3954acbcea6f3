import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTokenAnswer, sessionAnswer, tokenAnswer, tokenList } from '../auth/contract.ts';
import { Tokens } from '../auth/tokens.ts';
import { problemIn, rawRequest, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ exposure: 'network' });
  const made = await new Tokens(server.ports).create({
    name: 'admin',
    scopes: ['admin'],
    project: null,
    expiresInDays: 9,
  });
  admin = made.token;
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

function asAdmin(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  return fetch(`${server.api}${path}`, { ...init, headers });
}

async function made(body: object): Promise<ReturnType<typeof newTokenAnswer.parse>> {
  const response = await asAdmin('/tokens', { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return newTokenAnswer.parse(await response.json());
}

function signIn(token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.api}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('a browser', () => {
  test('signs in with a token, is known by its cookie, and signs out', async () => {
    const { token } = await made({ name: 'page', scopes: ['read'], project: 'p' });
    const response = await signIn(` ${token}\n`);
    expect(response.status).toBe(200);
    expect(sessionAnswer.parse(await response.json())).toMatchObject({ auth: 'session', name: 'page', project: 'p' });
    const set = response.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^firebreak_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: `other=1; ${cookieOf(response)}` };
    expect((await fetch(`${server.api}/profiles`, { headers })).status).toBe(200);
    expect(await (await fetch(`${server.api}/session`, { headers })).json()).toMatchObject({ scopes: ['read'] });
    const out = await fetch(`${server.api}/session`, { method: 'DELETE', headers });
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toContain('Expires=Thu, 01 Jan 1970');
    expect(await problemIn(await fetch(`${server.api}/profiles`, { headers }))).toMatchObject({
      code: 'token-refused',
    });
  });

  test('over https the cookie goes over https alone, also behind a proxy', async () => {
    const { token } = await made({ name: 'page', scopes: ['read'] });
    const host = `127.0.0.1:${server.port}`;
    const body = JSON.stringify({ token });
    const headers = { host, origin: `https://${host}`, 'content-type': 'application/json' };
    const answer = await rawRequest(server.port, { method: 'POST', path: '/api/v1/session', headers, body });
    expect(answer.status).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('; Secure');
  });

  test('of another site changes nothing with the cookie', async () => {
    const { token } = await made({ name: 'page', scopes: ['admin'] });
    const cookie = cookieOf(await signIn(token));
    const answer = await rawRequest(server.port, {
      method: 'PUT',
      path: '/api/v1/rules',
      headers: { cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{"text":""}',
    });
    expect([answer.status, (await problemIn(answer)).code]).toEqual([403, 'cross-origin']);
  });

  test('is not let in with a token for uploads, nor with one that ended', async () => {
    const { token } = await made({ name: 'ci', scopes: ['upload'] });
    expect(await problemIn(await signIn(token))).toMatchObject({ status: 403, code: 'token-scope' });
    const { id, token: revoked } = await made({ name: 'gone', scopes: ['read'] });
    const cookie = cookieOf(await signIn(revoked));
    expect((await asAdmin(`/tokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await problemIn(await signIn(revoked))).toMatchObject({ status: 401, code: 'token-refused' });
    expect((await fetch(`${server.api}/profiles`, { headers: { cookie } })).status).toBe(401);
  });
});

describe('tokens over the API', () => {
  test('are shown without secrets, and rotated with an overlap', async () => {
    const { id, token, prefix } = await made({
      name: 'nightly',
      scopes: ['upload', 'read'],
      project: 'p',
      expiresInDays: 1,
    });
    expect(token.startsWith(`${prefix}_`)).toBe(true);
    const listed = await (await asAdmin('/tokens')).text();
    expect(listed).not.toContain(token.slice(-43));
    expect(tokenList.parse(JSON.parse(listed)).tokens.find((one) => one.id === id)).toMatchObject({
      name: 'nightly',
      scopes: ['read', 'upload'],
      project: 'p',
      oldSecretUntil: null,
    });
    const rotated = await asAdmin(`/tokens/${id}/rotate`, { method: 'POST', body: '{"overlapSeconds":3600}' });
    const { token: next, oldSecretUntil } = newTokenAnswer.parse(await rotated.json());
    expect(oldSecretUntil).not.toBeNull();
    for (const good of [token, next]) {
      const response = await fetch(`${server.api}/session`, { headers: { authorization: `Bearer ${good}` } });
      expect(await response.json()).toMatchObject({ auth: 'token', name: 'nightly', project: 'p' });
    }
    expect(tokenAnswer.parse(await (await asAdmin(`/tokens/${id}`)).json()).lastUsedAt).not.toBeNull();
    expect((await asAdmin(`/tokens/${'0'.repeat(32)}/rotate`, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test('an administrator of one project has to do with the tokens of that one', async () => {
    const { token } = await made({ name: 'head of p', scopes: ['admin'], project: 'p' });
    const { id: foreign } = await made({ name: 'of q', scopes: ['read'], project: 'q' });
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.api}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const own = await ask('/tokens', { method: 'POST', body: '{"name":"x","scopes":["admin"]}' });
    expect(newTokenAnswer.parse(await own.json()).project).toBe('p');
    const body = '{"name":"x","scopes":["read"],"project":"q"}';
    expect((await ask('/tokens', { method: 'POST', body })).status).toBe(403);
    expect((await ask(`/tokens/${foreign}`, { method: 'DELETE' })).status).toBe(404);
    const seen = tokenList.parse(await (await ask('/tokens')).json()).tokens;
    expect(new Set(seen.map(({ project }) => project))).toEqual(new Set(['p']));
    expect((await ask('/rules', { method: 'PUT', body: '{"text":""}' })).status).toBe(403);
    expect((await ask('/projects/q/settings', { method: 'PUT', body: '{}' })).status).toBe(404);
    expect((await ask('/projects/p/settings', { method: 'PUT', body: '{}' })).status).toBe(200);
  });
});

test('an address that keeps failing to sign in has to wait', async () => {
  const open = await startTestServer({ exposure: 'network' });
  try {
    const attempt = () =>
      fetch(`${open.api}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'fb_guess' }),
      });
    for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(401);
    const stopped = await attempt();
    expect(stopped.status).toBe(429);
    expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await problemIn(stopped)).code).toBe('sign-ins-too-many');
    // Who is known already is not kept out by it.
    expect((await fetch(`${open.api}/session`)).status).toBe(401);
  } finally {
    await open.close();
  }
});

test('where only this machine reaches the server, nobody is asked', async () => {
  const local = await startTestServer();
  try {
    const response = await fetch(`${local.api}/session`);
    expect(sessionAnswer.parse(await response.json())).toMatchObject({
      auth: 'none',
      scopes: ['read', 'upload', 'admin'],
    });
  } finally {
    await local.close();
  }
});
