import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokensOfFolder } from './auth/folder.ts';
import { dataFolder } from './data-folder.ts';
import { startServer } from './main.ts';
import type { RunningServer } from './main.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-main-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function started(): Promise<RunningServer> {
  const server = await startServer({ port: 0, dataDirectory: folder });
  if (!server.ok) throw new Error(server.error.code);
  return server.value;
}

describe('starting', () => {
  test('listens on 127.0.0.1 only, and starts again on the same data', async () => {
    const first = await started();
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await fetch(`${first.url}/api/v1/profiles`, { method: 'POST', body: 'kept;over restart 1\n' });
    await first.close();
    const second = await started();
    const list = (await (await fetch(`${second.url}/api/v1/profiles`)).json()) as { profiles: unknown[] };
    expect(list.profiles.length).toBe(1);
    await second.close();
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com'])(
    'refuses %s as long as there is no token',
    async (host) => {
      const refused = await startServer({ host, port: 0, dataDirectory: folder });
      expect(refused).toMatchObject({ ok: false, error: { code: 'host-needs-token', facts: { host } } });
    },
  );

  test('listens on the network once there is an administrator, and then asks who is there', async () => {
    const opened = await tokensOfFolder(folder);
    if (!opened.ok) throw new Error(opened.error.code);
    const limited = { name: 'of one project', scopes: ['admin'], project: 'p', expiresInDays: null } as const;
    await opened.value.tokens.create(limited);
    await opened.value.close();
    const options = { host: '0.0.0.0', port: 0, dataDirectory: folder };
    expect(await startServer(options)).toMatchObject({ ok: false, error: { code: 'host-needs-token' } });
    const again = await tokensOfFolder(folder);
    if (!again.ok) throw new Error(again.error.code);
    const { token } = await again.value.tokens.create({ ...limited, project: null });
    await again.value.close();
    const server = await startServer(options);
    if (!server.ok) throw new Error(server.error.code);
    const api = `http://127.0.0.1:${new URL(server.value.url).port}/api/v1`;
    expect((await fetch(`${api}/healthz`)).status).toBe(200);
    expect((await fetch(`${api}/profiles`)).status).toBe(401);
    expect((await fetch(`${api}/profiles`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    await server.value.close();
  });

  test('says so when the port or the folder is taken, and leaves nothing open', async () => {
    const first = await started();
    const port = Number(new URL(first.url).port);
    expect(await startServer({ port: 0, dataDirectory: folder })).toMatchObject({
      ok: false,
      error: { code: 'data-folder-in-use' },
    });
    const other = join(folder, 'other');
    expect(await startServer({ port, dataDirectory: other })).toMatchObject({
      ok: false,
      error: { code: 'port-in-use', facts: { port } },
    });
    const free = await startServer({ port: 0, dataDirectory: other });
    expect(free.ok).toBe(true);
    if (free.ok) await free.value.close();
    await first.close();
  });
});

test('closing lets a running upload finish', async () => {
  const server = await started();
  const body = 'sent;in two halves 1\n';
  const upload = request(`${server.url}/api/v1/profiles`, {
    method: 'POST',
    headers: { 'content-length': String(body.length), expect: '100-continue' },
  });
  // The server has the request once it asks for the body.
  const asked = once(upload, 'continue');
  upload.flushHeaders();
  await asked;
  upload.write(body.slice(0, 8));
  const closed = server.close();
  upload.end(body.slice(8));
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(201);
  answer.resume();
  await closed;
  await expect(fetch(`${server.url}/api/v1/healthz`)).rejects.toThrow('fetch failed');
});

test('SIGTERM ends the process in good order', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./kill-child.testkit.ts', import.meta.url)), folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const url of createInterface({ input: child.stdout })) {
    await fetch(`${url}/api/v1/profiles`, { method: 'POST', body: 'before;the end 1\n' });
    child.kill('SIGTERM');
    break;
  }
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect([code, signal]).toEqual([0, null]);
});

describe('the data folder', () => {
  test('is the one of FIREBREAK_DATA, or of the platform', () => {
    expect(dataFolder({ FIREBREAK_DATA: '/data' })).toBe('/data');
    expect(dataFolder({ XDG_DATA_HOME: '/home/me/share' }, 'linux')).toBe('/home/me/share/firebreak');
    expect(dataFolder({ FIREBREAK_DATA: '' }, 'linux')).toMatch(/\/\.local\/share\/firebreak$/);
    expect(dataFolder({}, 'darwin')).toMatch(/\/Library\/Application Support\/Firebreak$/);
    expect(dataFolder({ LOCALAPPDATA: 'C:\\Local' }, 'win32')).toContain('Firebreak');
  });
});
