import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadAnswer } from '../contract.ts';
import { eventually, formOf, problemIn, rawRequest, sendAndHangUp, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

const BOUNDARY = '----fgBoundary7d91';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const FOLDED = 'main;work 40\nmain;idle 2\n';

/** A body with one part, ended properly. */
function bodyOf(disposition: string, type = 'text/plain'): string {
  const head = `Content-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  return `--${BOUNDARY}\r\n${head}${FOLDED}\r\n--${BOUNDARY}--\r\n`;
}

const WHOLE = bodyOf('name="profile"; filename="a.folded"');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { maxUploadBytes: 100_000, maxFilesPerRequest: 3, maxLabels: 4 } });
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
});

function post(body: string | Uint8Array, type = TYPE) {
  return rawRequest(server.port, {
    method: 'POST',
    path: '/api/v1/profiles',
    headers: { 'content-type': type },
    body,
  });
}

/** After each bad request: nothing left behind, and the next request works. */
async function stillWell(): Promise<void> {
  expect(await server.temporaryFiles()).toEqual([]);
  expect((await fetch(`${server.api}/healthz`)).status).toBe(200);
}

/** The same where no answer tells that the server is done with the request. */
async function soonWell(): Promise<void> {
  expect((await fetch(`${server.api}/healthz`)).status).toBe(200);
  await eventually(async () => (await server.temporaryFiles()).length === 0);
}

describe('forms that end too early', () => {
  test.each([
    ['without its end', WHOLE.slice(0, -`--${BOUNDARY}--\r\n`.length)],
    ['in a header', WHOLE.slice(0, 80)],
    ['in the boundary', WHOLE.slice(0, 10)],
    ['empty', ''],
    [
      'a part without content',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="profile"; filename=""\r\n--${BOUNDARY}--\r\n`,
    ],
  ])('%s', async (_what, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect((await problemIn(response)).detail).toMatch(/multipart form is incomplete|holds no file/);
    await stillWell();
  });

  test('without a boundary in the type', async () => {
    const response = await post(WHOLE, 'multipart/form-data');
    expect(response.status).toBe(400);
    expect((await problemIn(response)).code).toBe('form-incomplete');
    expect((await post(WHOLE, 'multipart/mixed; boundary=x')).status).toBe(400);
    await stillWell();
  });

  test('cut at every byte: an answer each time, never a success, nothing left', async () => {
    for (let length = 0; length < WHOLE.length - 4; length++) {
      expect((await post(WHOLE.slice(0, length))).status, `cut at ${length}`).toBe(400);
    }
    await stillWell();
  });

  test.each([60, 150, WHOLE.length - 30])('the client hangs up after %d bytes', async (length) => {
    const head = `POST /api/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${TYPE}\r\nContent-Length: ${WHOLE.length}\r\n\r\n`;
    await sendAndHangUp(server.port, head + WHOLE.slice(0, length));
    await soonWell();
  });

  test('the client hangs up within a body without form', async () => {
    const head = 'POST /api/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n';
    await sendAndHangUp(server.port, `${head}main;work 1\n`);
    await soonWell();
  });
});

describe('names and types', () => {
  test.each([
    ['name="profile"; filename="плохой-коммит-λ.folded"', 'плохой-коммит-λ.folded'],
    ['name="profile"; filename="../../../../srv/www/evil.svg"', 'evil.svg'],
    ['name="profile"; filename="a%22b.folded"', 'a"b.folded'],
  ])('%s is %s', async (disposition, name) => {
    // The same content keeps its first name; each name is read with content of its own here.
    const response = await post(Buffer.from(bodyOf(disposition).replace('main;work', `main;${name.length}`)));
    expect([200, 201]).toContain(response.status);
    const { profiles } = uploadAnswer.parse(JSON.parse(response.body));
    expect(profiles[0]?.facts).toMatchObject({ format: 'folded', total: 42 });
    expect(profiles[0]?.fileName).toBe(name);
    await stillWell();
  });

  test('a quote in the name gives an answer', async () => {
    expect([200, 201, 400]).toContain((await post(bodyOf('name="profile"; filename="a"b".folded"'))).status);
    await stillWell();
  });

  test('what claims to be SVG is read as what it is', async () => {
    const response = await post(bodyOf('name="profile"; filename="a.svg"', 'image/svg+xml'));
    expect(uploadAnswer.parse(JSON.parse(response.body)).profiles[0]?.facts.format).toBe('folded');
  });

  test('nothing is ever written beside the store', async () => {
    const entries = (await readdir(server.folder)).filter((name) => !/^(firebreak|lock)\.sqlite/.test(name));
    expect(entries.sort()).toEqual(['blobs', 'tmp']);
  });
});

describe('limits', () => {
  const long = 'main;x 1\n'.repeat(12_000);

  test('a file that is too large: 413 with the limit in words, in a form and without', async () => {
    const form = await fetch(`${server.api}/profiles`, {
      method: 'POST',
      body: formOf({ name: 'profile', text: long, fileName: 'long' }),
    });
    expect(form.status).toBe(413);
    expect(await problemIn(form)).toMatchObject({ code: 'upload-too-large' });
    const raw = await fetch(`${server.api}/profiles`, { method: 'POST', body: long });
    expect(raw.status).toBe(413);
    expect(await problemIn(raw)).toMatchObject({ code: 'upload-too-large', advice: expect.any(String) });
    await stillWell();
  });

  test('exactly the limit is allowed', async () => {
    const exact = 'main;x 1\n'.repeat(11_111) + '\n';
    expect(exact.length).toBe(100_000);
    expect((await fetch(`${server.api}/profiles`, { method: 'POST', body: exact })).status).toBe(201);
  });

  test('too many files, too many and too long fields', async () => {
    const files = formOf(...[1, 2, 3, 4].map((n) => ({ name: 'profile', text: `f;${n} 1\n`, fileName: `${n}` })));
    const file = { name: 'profile', text: FOLDED, fileName: 'a' };
    const fields = formOf(...Array.from({ length: 9 }, (_, n) => ({ name: `label.l${n}`, text: 'x' })), file);
    const labels = formOf(...Array.from({ length: 5 }, (_, n) => ({ name: `label.l${n}`, text: 'x' })), file);
    const value = formOf({ name: 'label.a', text: 'x'.repeat(65_001) }, file);
    const name = formOf({ name: `label.${'x'.repeat(200)}`, text: 'x' }, file);
    for (const body of [files, fields, labels, value, name]) {
      const response = await fetch(`${server.api}/profiles`, { method: 'POST', body });
      expect(response.status).toBe(413);
      expect((await problemIn(response)).code).toBe('request-too-large');
      await stillWell();
    }
  });

  test.each(['a[b]', 'a[0]', 'a[]', '__proto__', 'constructor', 'branch', 'label.__proto__', 'label.a[b]'])(
    'the field %s is refused',
    async (name) => {
      const body = formOf({ name, text: 'x' }, { name: 'profile', text: FOLDED, fileName: 'a' });
      const response = await fetch(`${server.api}/profiles`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect((await problemIn(response)).code).toBe('request-malformed');
      await stillWell();
    },
  );

  test('a file in another field is refused with the right name', async () => {
    const body = formOf({ name: 'file', text: FOLDED, fileName: 'a' });
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect((await problemIn(response)).detail).toContain('"file"; files go into profile');
    await stillWell();
  });
});
