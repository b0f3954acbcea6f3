import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadAnswer } from '../contract.ts';
import { formOf, problemIn, rawRequest, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { maxUploadBytes: 1_000_000 } });
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  expect(await server.temporaryFiles()).toEqual([]);
  await server.close();
});

async function upload(text: string | Uint8Array, headers: Record<string, string> = {}): Promise<string> {
  const response = await rawRequest(server.port, { method: 'POST', path: '/api/v1/profiles', body: text, headers });
  return uploadAnswer.parse(JSON.parse(response.body)).profiles[0]?.id ?? '';
}

describe('a profile in the form of another tool', () => {
  test.each(['folded', 'pb.gz', 'speedscope.json'])('as %s, always a download', async (format) => {
    const id = await upload('main;work 40\nmain;idle 2\n');
    const url = `${server.api}/profiles/${id}/profile.${format}`;
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=firebreak-${id.slice(0, 8)}.${format}`,
    );
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = (format === 'pb.gz' ? gunzipSync(bytes) : bytes).toString('latin1');
    expect(text).toContain('idle');
    const etag = response.headers.get('etag') ?? '';
    const again = { path: new URL(url).pathname, headers: { 'if-none-match': etag } };
    expect((await rawRequest(server.port, again)).status).toBe(304);
  });

  test('of a differential file one side has to be named', async () => {
    const id = await upload('main;a 1 2\nmain;b 3 4\n');
    const url = `${server.api}/profiles/${id}/profile.folded`;
    expect((await problemIn(await fetch(url))).code).toBe('file-is-differential');
    expect(await (await fetch(`${url}?side=head`)).text()).toContain('main;b 4');
  });

  test('other forms and other profiles are not there', async () => {
    const id = await upload('main;work 40\n');
    expect((await fetch(`${server.api}/profiles/${id}/profile.exe`)).status).toBe(400);
    expect((await fetch(`${server.api}/profiles/${'0'.repeat(32)}/profile.folded`)).status).toBe(404);
  });
});

describe('bodies that are compressed on the way', () => {
  const text = 'main;gzip 12\nmain;way 3\n';
  const gzip = { 'content-encoding': 'gzip' };

  test('one file: the same profile as without', async () => {
    expect(await upload(gzipSync(text), gzip)).toBe(await upload(text));
  });

  test('a form', async () => {
    const form = new Response(formOf({ name: 'profile', text: 'main;form 1\n', fileName: 'a.folded' }));
    const headers = { ...gzip, 'content-type': form.headers.get('content-type') ?? '' };
    const body = gzipSync(Buffer.from(await form.arrayBuffer()));
    const response = await rawRequest(server.port, { method: 'POST', path: '/api/v1/profiles', headers, body });
    expect(uploadAnswer.parse(JSON.parse(response.body)).profiles[0]).toMatchObject({
      fileName: 'a.folded',
      bytes: 12,
    });
    const cut = await rawRequest(server.port, {
      method: 'POST',
      path: '/api/v1/profiles',
      headers,
      body: body.subarray(0, 60),
    });
    expect([cut.status, (await problemIn(cut)).code]).toEqual([400, 'body-damaged']);
  });

  test.each([
    ['no gzip at all', Buffer.from(text)],
    ['cut off', gzipSync(text).subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
  ])('damaged: %s', async (_what, body) => {
    const response = await rawRequest(server.port, { method: 'POST', path: '/api/v1/profiles', headers: gzip, body });
    expect([400, 422]).toContain(response.status);
  });

  test('the limit holds for what it inflates to', async () => {
    const body = gzipSync('main;x 1\n'.repeat(200_000));
    const response = await rawRequest(server.port, { method: 'POST', path: '/api/v1/profiles', headers: gzip, body });
    expect([response.status, (await problemIn(response)).code]).toEqual([413, 'upload-too-large']);
  });

  test('other encodings are refused, with what can be read', async () => {
    const headers = { 'content-encoding': 'br' };
    const response = await rawRequest(server.port, { method: 'POST', path: '/api/v1/profiles', headers, body: text });
    expect([response.status, response.headers['accept-encoding']]).toEqual([415, 'gzip']);
  });
});
