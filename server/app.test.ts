import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fault } from '../core/model/problem.ts';
import { hasWords } from '../core/words/faults.ts';
import { err } from '../core/result.ts';
import { Tokens } from './auth/tokens.ts';
import { comparisonAnswer } from './contract.ts';
import { Refusal, problemOf } from './http/problem.ts';
import { Busy } from './ports.ts';
import type { Workers } from './ports.ts';
import { problemIn, rawRequest, startTestServer } from './server.testkit.ts';
import type { TestServer } from './server.testkit.ts';

/** Workers that do as told: for what real ones do only now and then. */
function workersThat(inspect: Workers['inspect']): Workers {
  const never = () => Promise.reject(new Error('not asked for'));
  const areMetrics: Workers['areMetrics'] = (files) => Promise.resolve({ ok: true, value: files.map(() => false) });
  const rest = {
    metrics: never,
    exportProfile: never,
    compare: never,
    report: never,
    preview: never,
    judge: never,
    trend: never,
  };
  return { inspect, areMetrics, ...rest, close: () => Promise.resolve() };
}

let client: string;
let server: TestServer;
beforeAll(async () => {
  client = await mkdtemp(join(tmpdir(), 'firebreak-client-'));
  await mkdir(join(client, 'assets'));
  await writeFile(join(client, 'index.html'), '<!doctype html><title>Firebreak</title>');
  await writeFile(join(client, 'assets', 'main-1a2b.js'), 'console.log(1)');
  await writeFile(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  server = await startTestServer({ clientDirectory: client });
});
afterAll(async () => {
  await server.close();
  await rm(client, { recursive: true, force: true });
});

describe('pages', () => {
  test.each(['/', '/library', '/c/0123456789abcdef0123456789abcdef'])(
    '%s is the page, asked for anew',
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Firebreak</title>');
    },
  );

  test('assets are kept for ever', async () => {
    const response = await fetch(`${server.url}/assets/main-1a2b.js`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect((await fetch(`${server.url}/favicon.svg`)).status).toBe(200);
  });

  test.each([
    '/c',
    '/c/1/2',
    '/nothing',
    '/assets/nothing.js',
    '/assets',
    '/../package.json',
    '/api',
    '/api/v2/profiles',
  ])('%s is not found', async (path) => {
    const response = await rawRequest(server.port, { path });
    expect(response.status).toBe(404);
    expect((await problemIn(response)).code).toBe('not-found');
  });
});

describe('every answer', () => {
  test('forbids inline script, frames and sniffing, and tells nothing about the server', async () => {
    for (const path of ['/', '/api/v1/healthz', '/nothing']) {
      const { headers } = await fetch(server.url + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('that is an error names the request', async () => {
    const response = await fetch(`${server.url}/nothing`);
    expect((await problemIn(response)).instance).toBe(`urn:uuid:${response.headers.get('x-request-id')}`);
  });

  test.each([
    ['PUT', '/api/v1/profiles', 'GET, POST'],
    ['DELETE', '/api/v1/comparisons', 'GET, POST'],
    ['POST', `/api/v1/profiles/${'0'.repeat(32)}`, 'GET, PATCH, DELETE'],
    ['POST', '/api/v1/healthz', 'GET'],
    ['POST', '/api/v1/example', 'GET'],
    ['OPTIONS', '/api/v1/profiles', 'GET, POST'],
  ])('%s %s is 405 with the methods that are', async (method, path, allow) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect((await problemIn(response)).code).toBe('method-not-allowed');
  });
});

describe('who may ask', () => {
  test.each(['127.0.0.1', '127.0.0.1:7878', 'localhost:1', 'firebreak.localhost', '[::1]:80', 'LOCALHOST'])(
    'the host %s is this machine',
    async (host) => {
      expect((await rawRequest(server.port, { path: '/api/v1/healthz', headers: { host } })).status).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'evil.example:7878',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost:123456',
  ])('the host %j is refused', async (host) => {
    const response = await rawRequest(server.port, { path: '/api/v1/healthz', headers: { host } });
    expect(response.status).toBe(421);
    expect((await problemIn(response)).code).toBe('host-not-allowed');
  });

  test('a page of another origin can change nothing', async () => {
    const post = (origin: string) =>
      rawRequest(server.port, {
        method: 'POST',
        path: '/api/v1/profiles',
        headers: { host: 'localhost:7878', origin },
        body: 'origin;test 1\n',
      });
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null', 'nonsense']) {
      const response = await post(origin);
      expect(response.status).toBe(403);
      expect((await problemIn(response)).code).toBe('cross-origin');
    }
    expect((await post('http://localhost:7878')).status).toBe(201);
  });

  test('where the network can reach it, uploads of one address are counted', async () => {
    const open = await startTestServer({ exposure: 'network', limits: { uploadsPerMinute: 2 } });
    try {
      const asked = { name: 'test', scopes: ['read', 'upload'], project: null, expiresInDays: 1 } as const;
      const { token } = await new Tokens(open.ports).create(asked);
      const headers = { authorization: `Bearer ${token}` };
      const post = () => fetch(`${open.api}/profiles`, { method: 'POST', headers, body: 'rate;limited 1\n' });
      expect([(await post()).status, (await post()).status]).toEqual([201, 200]);
      const third = await post();
      expect(third.status).toBe(429);
      expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await problemIn(third)).code).toBe('uploads-too-many');
      expect((await fetch(`${open.api}/profiles`, { headers })).status).toBe(200);
      expect((await fetch(`${open.api}/profiles`)).status).toBe(401);
    } finally {
      await open.close();
    }
  });
});

describe('when the work cannot be done', () => {
  async function uploadTo(workers: Workers) {
    const own = await startTestServer({ workers });
    try {
      const response = await fetch(`${own.api}/profiles?fileName=a.folded`, { method: 'POST', body: 'some;thing 1\n' });
      expect(await own.blobs()).toEqual([]);
      expect(await own.temporaryFiles()).toEqual([]);
      return { response, problem: await problemIn(response), errors: own.errors };
    } finally {
      await own.close();
    }
  }

  test('because all workers are busy: 503 with Retry-After', async () => {
    const { response, problem } = await uploadTo(workersThat(() => Promise.reject(new Busy())));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(problem.code).toBe('workers-busy');
  });

  test('because of a fault of ours: 500 without details, and all of them in the log', async () => {
    const { problem, errors } = await uploadTo(workersThat(() => Promise.reject(new Error('secret /path'))));
    expect(problem).toMatchObject({ status: 500, code: 'server-error', seen: null });
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(errors.join('')).toContain('secret /path');
  });

  test.each([
    ['memory-limit', 413],
    ['time-limit', 422],
    ['limit-exceeded', 413],
  ])('because of %s: %d', async (code, status) => {
    const { problem } = await uploadTo(workersThat(() => Promise.resolve(err({ fault: fault(code), input: 0 }))));
    expect(problem).toMatchObject({ status, code, file: 'a.folded' });
  });
});

test('every code of the server has words', () => {
  const codes = `form-incomplete request-malformed file-missing field-unexpected cross-origin not-found bytes-lost
    method-not-allowed upload-too-large request-too-large memory-limit time-limit profile-unknown
    content-type-unsupported host-not-allowed uploads-too-many server-error workers-busy port-in-use host-unusable
    host-needs-token data-folder-in-use data-folder-unusable`.split(/\s+/);
  for (const code of codes) {
    expect(hasWords(code), code).toBe(true);
    expect(problemOf(new Refusal(fault(code, { facts: { maximum: 1 } })), 'id').detail).not.toMatch(/NaN|\[object/);
  }
});

test('the health check says when the database cannot be read', async () => {
  const own = await startTestServer();
  await own.ports.profiles.close();
  const failing = await fetch(`${own.api}/healthz`);
  expect([failing.status, await failing.json()]).toEqual([503, { status: 'failing', version: '0.0.0-test' }]);
  await own.close();
});

test('the example is made once and then found', async () => {
  const first = await fetch(`${server.api}/example`);
  expect(first.status).toBe(200);
  const answer = comparisonAnswer.parse(await first.json());
  expect(answer.base[0]?.fileName).toBe('good.svg');
  const again = comparisonAnswer.parse(await (await fetch(`${server.api}/example`)).json());
  expect([again.id, again.created]).toEqual([answer.id, false]);
});
