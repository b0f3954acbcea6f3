import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profileAnswer, profileList, uploadAnswer } from '../contract.ts';
import { formOf, problemIn, rawRequest, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

const FOLDED = 'main;work 40\nmain;idle 2\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function upload(text: string, query = ''): Promise<string> {
  const response = await fetch(`${server.api}/profiles${query}`, { method: 'POST', body: text });
  const { profiles } = uploadAnswer.parse(await response.json());
  return profiles[0]?.id ?? '';
}

describe('uploading', () => {
  test('a form with a file and labels: 201, facts, location', async () => {
    const form = formOf(
      { name: 'profile', text: FOLDED, fileName: 'a.folded' },
      { name: 'label.branch', text: 'main' },
      { name: 'label.commit', text: '4f1c' },
    );
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const { profiles } = uploadAnswer.parse(await response.json());
    const [profile] = profiles;
    expect(profile).toMatchObject({
      created: true,
      fileName: 'a.folded',
      bytes: 25,
      labels: { branch: 'main', commit: '4f1c' },
      facts: { format: 'folded', total: 42, stacks: 2, maxDepth: 2 },
    });
    expect(response.headers.get('location')).toBe(`/api/v1/profiles/${profile?.id}`);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the same content with the same labels in any order is one profile; other labels make another', async () => {
    const first = await upload('same;content 1\n', '?label.a=1&label.b=2');
    const again = await fetch(`${server.api}/profiles?label.b=2&label.a=1&fileName=other`, {
      method: 'POST',
      body: 'same;content 1\n',
    });
    expect(again.status).toBe(200);
    expect(uploadAnswer.parse(await again.json()).profiles[0]).toMatchObject({ id: first, created: false });
    expect(await upload('same;content 1\n', '?label.a=2&label.b=2')).not.toBe(first);
    expect(await upload('same;content 1\n', '')).not.toBe(first);
  });

  test('several files in one form are several profiles; equal ones are one', async () => {
    const form = formOf(
      { name: 'profile', text: 'several;one 1\n', fileName: '1' },
      { name: 'profile', text: 'several;two 2\n', fileName: '2' },
      { name: 'profile', text: 'several;one 1\n', fileName: '3' },
    );
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    expect(uploadAnswer.parse(await response.json()).profiles.map(({ fileName }) => fileName)).toEqual(['1', '2']);
  });

  test('one unreadable file refuses the whole request, and nothing is stored', async () => {
    const blobs = await server.blobs();
    const form = formOf(
      { name: 'profile', text: 'never;stored 1\n', fileName: 'good.folded' },
      { name: 'profile', text: '\x00\x01\x02 no profile', fileName: 'bad.bin' },
    );
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: form });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await problemIn(response)).toMatchObject({
      type: 'urn:firebreak:problem:format-unknown',
      status: 422,
      file: 'bad.bin',
      position: { line: null, byte: 0 },
    });
    expect(await server.blobs()).toEqual(blobs);
    expect(await server.temporaryFiles()).toEqual([]);
  });

  test('an empty body is refused with words', async () => {
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: '' });
    expect(response.status).toBe(422);
    expect(await problemIn(response)).toMatchObject({ code: 'file-empty', advice: expect.any(String) });
  });

  test('gzip is read, whatever the type says', async () => {
    const body = new Blob([FOLDED]).stream().pipeThrough(new CompressionStream('gzip'));
    const response = await fetch(`${server.api}/profiles?fileName=a.svg`, {
      method: 'POST',
      headers: { 'content-type': 'image/svg+xml' },
      body: await new Response(body).arrayBuffer(),
    });
    expect(uploadAnswer.parse(await response.json()).profiles[0]?.facts).toMatchObject({
      format: 'folded',
      compression: 'gzip',
      total: 42,
    });
  });

  test.each([
    ['branch=main', 'branch'],
    ['label.=x', 'label.'],
    ['label.__proto__=x', 'label.__proto__'],
    ['label.9=x', 'label.9'],
    ['label.a=x&label.a=y', 'label.a'],
    [`label.a=${'x'.repeat(501)}`, 'label.a'],
  ])('a query that is not one of labels is refused by name: %s', async (query, name) => {
    const response = await fetch(`${server.api}/profiles?${query}`, { method: 'POST', body: 'query;checked 1\n' });
    expect(response.status).toBe(400);
    const problem = await problemIn(response);
    expect(problem.code).toBe('request-malformed');
    expect(problem.detail).toContain(name);
  });
});

describe('names of files', () => {
  test.each([
    ['../../../../srv/www/evil.svg', 'evil.svg'],
    ['C:\\Users\\me\\evil.svg', 'evil.svg'],
    ['плохой-коммит-λ.folded', 'плохой-коммит-λ.folded'],
    ['a\u0000\r\nb', 'ab'],
    ['<script>alert(1)<!--', '<script>alert(1)<!--'],
    ['__proto__', '__proto__'],
    ['x'.repeat(5000), 'x'.repeat(255)],
    ['', null],
    ['/', null],
  ])('%j is shown as %j and never becomes a path', async (sent, shown) => {
    const text = `name;test ${sent.length + 1};${sent.codePointAt(0) ?? 0} 1\n`;
    const id = await upload(text, `?fileName=${encodeURIComponent(sent)}`);
    const facts = profileAnswer.parse(await (await fetch(`${server.api}/profiles/${id}`)).json());
    expect(facts.fileName).toBe(shown);
    const raw = await fetch(`${server.api}/profiles/${id}/raw`);
    expect(raw.status).toBe(200);
    expect(raw.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(await raw.text()).toBe(text);
  });
});

describe('reading back', () => {
  test('the bytes come as a download that no browser opens', async () => {
    const svgNamed = await upload('raw;bytes 7\n', '?fileName=evil.svg');
    const raw = await fetch(`${server.api}/profiles/${svgNamed}/raw`);
    expect(await raw.text()).toBe('raw;bytes 7\n');
    expect(raw.headers.get('content-type')).toBe('application/octet-stream');
    expect(raw.headers.get('content-disposition')).toBe('attachment; filename=evil.svg');
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
    expect(raw.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    const known = await rawRequest(server.port, {
      path: `/api/v1/profiles/${svgNamed}/raw`,
      headers: { 'if-none-match': raw.headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  test('HEAD gives the length without the bytes', async () => {
    const id = await upload('head;bytes 7\n');
    const head = await fetch(`${server.api}/profiles/${id}/raw`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('13');
  });

  test('unknown and impossible ids', async () => {
    const unknown = await fetch(`${server.api}/profiles/${'0'.repeat(32)}`);
    expect(unknown.status).toBe(404);
    expect(await problemIn(unknown)).toMatchObject({ code: 'not-found', title: 'Not found' });
    for (const id of ['nonsense', '..%2f..%2fetc%2fpasswd', 'A'.repeat(32)]) {
      const response = await fetch(`${server.api}/profiles/${id}`);
      expect(response.status).toBe(400);
      expect((await problemIn(response)).code).toBe('request-malformed');
    }
    expect((await rawRequest(server.port, { path: '/api/v1/profiles/%zz' })).status).toBe(400);
  });

  test('bytes that vanished from the disk are said to be lost, and the same upload heals them', async () => {
    const id = await upload('lost;bytes 7\n');
    const row = await server.ports.profiles.profile(id);
    await server.ports.blobs.remove(row?.contentHash ?? '');
    const lost = await fetch(`${server.api}/profiles/${id}/raw`);
    expect(lost.status).toBe(500);
    expect((await problemIn(lost)).code).toBe('bytes-lost');
    const again = await fetch(`${server.api}/profiles`, { method: 'POST', body: 'lost;bytes 7\n' });
    expect(again.status).toBe(200);
    expect(await (await fetch(`${server.api}/profiles/${id}/raw`)).text()).toBe('lost;bytes 7\n');
  });
});

describe('deleting', () => {
  test('takes the row and the bytes, but not bytes that another profile needs', async () => {
    const plain = await upload('deleted;twice 1\n');
    const labelled = await upload('deleted;twice 1\n', '?label.a=b');
    const hash = (await server.ports.profiles.profile(plain))?.contentHash ?? '';
    expect((await fetch(`${server.api}/profiles/${plain}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${server.api}/profiles/${plain}`)).status).toBe(404);
    expect((await fetch(`${server.api}/profiles/${plain}`, { method: 'DELETE' })).status).toBe(404);
    await server.library.removal.purge(0);
    expect(await server.ports.blobs.size(hash)).toBe(16);
    expect((await fetch(`${server.api}/profiles/${labelled}`, { method: 'DELETE' })).status).toBe(204);
    expect(await server.ports.blobs.size(hash)).toBe(16);
    await server.library.removal.purge(0);
    expect(await server.ports.blobs.size(hash)).toBeNull();
  });
});

describe('the list', () => {
  test('pages through everything, newest first, each once', async () => {
    const own = await startTestServer();
    try {
      const sent: string[] = [];
      for (let i = 0; i < 7; i++) {
        const response = await fetch(`${own.api}/profiles`, { method: 'POST', body: `list;item${i} 1\n` });
        sent.unshift(uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '');
      }
      const seen: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const page = profileList.parse(await (await fetch(`${own.api}/profiles?limit=3${query}`)).json());
        seen.push(...page.profiles.map(({ id }) => id));
        cursor = page.next;
        pages++;
      } while (cursor !== null);
      expect(seen).toEqual(sent);
      expect(pages).toBe(3);
    } finally {
      await own.close();
    }
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=', 'colour=red', 'limit=1&limit=2'])(
    'a bad query is a 400: %s',
    async (query) => {
      const response = await fetch(`${server.api}/profiles?${query}`);
      expect(response.status).toBe(400);
      expect((await problemIn(response)).code).toBe('request-malformed');
    },
  );
});
