import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

let clientDirectory: string;
let server: TestServer;

beforeAll(async () => {
  clientDirectory = await mkdtemp(join(tmpdir(), 'firebreak-pages-'));
  server = await startTestServer({ clientDirectory });
});
afterAll(async () => {
  await server.close();
  await rm(clientDirectory, { recursive: true, force: true });
});

test('a page that is not built yet is a 503 that says what to do, and is there as soon as it is built', async () => {
  for (const path of ['/', '/library', `/c/${'0'.repeat(32)}`, '/local/1']) {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(503);
    const problem = await problemIn(response);
    expect([problem.code, problem.advice]).toEqual(['page-not-built', expect.stringContaining('npm run build')]);
  }
  await writeFile(join(clientDirectory, 'index.html'), '<!doctype html>');
  for (const path of ['/', '/library', '/local/1']) expect((await fetch(`${server.url}${path}`)).status).toBe(200);
});

test('WebAssembly may be compiled in the thread that compares, and nowhere else', async () => {
  const policyOf = async (path: string) =>
    /script-src [^;]*/.exec((await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '')?.[0];
  expect(await policyOf('/assets/local-worker-DiouIF3L.js')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  for (const path of [
    '/',
    '/library',
    '/assets/index-CINJcgHp.js',
    '/assets/local-worker-x.js/..%2Fx',
    '/api/v1/healthz',
  ]) {
    expect(await policyOf(path)).toBe("script-src 'self'");
  }
});

test('an address that means nothing is told to people by the page, and to programs by a problem', async () => {
  await writeFile(join(clientDirectory, 'index.html'), '<!doctype html>');
  const answered = async (path: string, accept: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { accept } });
    return [response.status, response.headers.get('content-type')?.split(';')[0]];
  };
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await answered('/nowhere/at/all', browser)).toEqual([404, 'text/html']);
  expect(await answered('/nowhere', '*/*')).toEqual([404, 'application/problem+json']);
  expect(await answered('/api/v1/nowhere', browser)).toEqual([404, 'application/problem+json']);
});
