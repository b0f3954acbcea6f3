import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeComparison } from '../../core/wire/comparison.ts';
import { comparisonAnswer, comparisonList, uploadAnswer } from '../contract.ts';
import type { ComparisonAnswer } from '../contract.ts';
import { eventually, formOf, problemIn, rawRequest, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

const GOOD = 'main;parse 300\nmain;render 100\n';
const BAD = 'main;parse 300\nmain;render 700\n';

/** A speedscope file of two threads, each with one stack. */
function threads(main: number, worker: number): string {
  const profile = (name: string, weight: number) => {
    return { type: 'sampled', name, unit: 'none', startValue: 0, endValue: weight, samples: [[0]], weights: [weight] };
  };
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: [{ name: 'run' }] },
    profiles: [profile('main', main), profile('worker', worker)],
  });
}

let server: TestServer;
let rules = 'rules 1';
beforeAll(async () => {
  server = await startTestServer({ rules: () => rules });
});
afterAll(() => server.close());

async function upload(text: string): Promise<string> {
  const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: text });
  return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
}

function compare(body: unknown): Promise<Response> {
  return fetch(`${server.api}/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function compared(base: string, head: string): Promise<ComparisonAnswer> {
  const response = await compare({ base: [await upload(base)], head: [await upload(head)] });
  return comparisonAnswer.parse(await response.json());
}

describe('comparing', () => {
  test('stored profiles: 201 with a permalink, then 200 with the same id', async () => {
    const [base, head] = [await upload(GOOD), await upload(BAD)];
    const response = await compare({ base: [base], head: [head] });
    expect(response.status).toBe(201);
    const answer = comparisonAnswer.parse(await response.json());
    expect(response.headers.get('location')).toBe(`/api/v1/comparisons/${answer.id}`);
    expect(answer).toMatchObject({ created: true, page: `/c/${answer.id}`, level: 'default', valueType: null });
    expect(answer.base).toEqual([{ id: base, fileName: null, format: 'folded' }]);

    const again = await compare({ base: [base], head: [head], level: 'default', valueType: null });
    expect(again.status).toBe(200);
    expect(comparisonAnswer.parse(await again.json())).toMatchObject({ id: answer.id, created: false });
    const other = comparisonAnswer.parse(await (await compare({ base: [base], head: [head], level: 'none' })).json());
    expect(other.id).not.toBe(answer.id);
    const swapped = comparisonAnswer.parse(await (await compare({ base: [head], head: [base] })).json());
    expect(swapped.id).not.toBe(answer.id);
  });

  test('files in one call store profiles and comparison; several a side are replicates', async () => {
    const form = formOf(
      { name: 'base', text: 'one;call 10\n', fileName: 'base-1.folded' },
      { name: 'base', text: 'one;call 12\n', fileName: 'base-2.folded' },
      { name: 'head', text: 'one;call 10\none;more 5\n', fileName: 'head.folded' },
      { name: 'level', text: 'syntax' },
    );
    const response = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const answer = comparisonAnswer.parse(await response.json());
    expect(answer.level).toBe('syntax');
    expect(answer.base.map(({ fileName }) => fileName)).toEqual(['base-1.folded', 'base-2.folded']);
    for (const { id } of [...answer.base, ...answer.head]) {
      expect((await fetch(`${server.api}/profiles/${id}`)).status).toBe(200);
    }
    expect(await server.temporaryFiles()).toEqual([]);
    const full = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${answer.id}`)).json());
    expect(full.result).toMatchObject({ base: { total: 22 }, head: { total: 15 } });
    const bare = await fetch(`${server.api}/comparisons/${answer.id}?result=none`);
    expect(comparisonAnswer.parse(await bare.json())).toEqual({ ...full, result: undefined });
    expect((await fetch(`${server.api}/comparisons/${answer.id}?result=some`)).status).toBe(400);
    expect(full.result?.functions.map(({ name }) => name).sort()).toEqual(['call', 'more', 'one']);
  });

  test('a differential file alone is both sides; beside another file it is refused', async () => {
    const both = await upload('main;parse 10 10\nmain;render 1 5\n');
    const answer = comparisonAnswer.parse(await (await compare({ base: [both], head: [both] })).json());
    const full = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${answer.id}`)).json());
    expect(full.result).toMatchObject({ base: { total: 11 }, head: { total: 15 } });
    const refused = await compare({ base: [both], head: [await upload(BAD)] });
    expect(refused.status).toBe(422);
    expect((await problemIn(refused)).code).toBe('file-is-differential');
  });

  test('an unreadable side stores nothing and names the file', async () => {
    const before = await server.blobs();
    const form = formOf(
      { name: 'base', text: 'unread;side 10\n', fileName: 'fine.folded' },
      { name: 'head', text: '\x00\x01', fileName: 'broken.bin' },
    );
    const response = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
    expect(response.status).toBe(422);
    expect(await problemIn(response)).toMatchObject({ code: 'format-unknown', file: 'broken.bin' });
    expect(await server.blobs()).toEqual(before);
    expect(await server.temporaryFiles()).toEqual([]);
  });

  test('a side without samples and an unknown value type are refused, with nothing stored', async () => {
    const before = await server.blobs();
    const form = formOf(
      { name: 'base', text: 'zero;side 0\n', fileName: 'zero.folded' },
      { name: 'head', text: 'zero;side 1\n', fileName: 'one.folded' },
    );
    const zero = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
    expect(zero.status).toBe(422);
    expect(await server.blobs()).toEqual(before);
    const id = await upload(GOOD);
    const wrong = await compare({ base: [id], head: [id], valueType: 'bytes' });
    expect(wrong.status).toBe(422);
    expect((await problemIn(wrong)).code).toBe('value-type-unknown');
  });

  test('of files with several recordings the one that is asked for', async () => {
    const [base, head] = [await upload(threads(10, 20)), await upload(threads(10, 70))];
    const totals = async (response: Response) => {
      const { id, recording } = comparisonAnswer.parse(await response.json());
      const full = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${id}`)).json());
      return { id, recording, totals: [full.result?.base.total, full.result?.head.total] };
    };
    const first = await totals(await compare({ base: [base], head: [head] }));
    expect(first).toMatchObject({ recording: null, totals: [10, 10] });
    const named = await totals(await compare({ base: [base], head: [head], recording: 'worker' }));
    expect(named).toMatchObject({ recording: 'worker', totals: [20, 70] });
    expect(named.id).not.toBe(first.id);
    const placed = await totals(await compare({ base: [base], head: [head], recording: '#2' }));
    expect(placed.totals).toEqual([20, 70]);
    const form = formOf(
      { name: 'base', text: threads(10, 20), fileName: 'good.json' },
      { name: 'head', text: threads(10, 70), fileName: 'bad.json' },
      { name: 'recording', text: 'worker' },
    );
    expect(await totals(await fetch(`${server.api}/comparisons`, { method: 'POST', body: form }))).toEqual(named);
    const unknown = await compare({ base: [base], head: [head], recording: 'none of them' });
    expect(unknown.status).toBe(422);
    expect(await problemIn(unknown)).toMatchObject({
      code: 'recording-unknown',
      detail: expect.stringContaining('main, worker') as string,
    });
  });

  test.each([
    [{}, 400, 'request-malformed'],
    [{ base: [], head: [] }, 400, 'request-malformed'],
    [{ base: ['x'], head: ['y'] }, 400, 'request-malformed'],
    [{ base: ['0'.repeat(32)], head: ['1'.repeat(32)] }, 422, 'profile-unknown'],
    [{ base: ['0'.repeat(32)], head: ['1'.repeat(32)], level: 'most' }, 400, 'request-malformed'],
    [{ base: ['0'.repeat(32)], head: ['1'.repeat(32)], colour: 'red' }, 400, 'request-malformed'],
    [[], 400, 'request-malformed'],
    [{ base: Array.from({ length: 65 }, () => '0'.repeat(32)), head: ['1'.repeat(32)] }, 413, 'request-too-large'],
  ])('a bad body %#: %j gives %d %s', async (body, status, code) => {
    const response = await compare(body);
    expect(response.status).toBe(status);
    expect((await problemIn(response)).code).toBe(code);
  });

  test('bodies that are no JSON, too long, or of another type', async () => {
    const post = (type: string, body: string) =>
      fetch(`${server.api}/comparisons`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('application/json', '{"base":')).status).toBe(400);
    expect((await post('application/json', JSON.stringify('x'.repeat(100_000)))).status).toBe(413);
    const text = await post('text/plain', '{}');
    expect(text.status).toBe(415);
    expect((await problemIn(text)).code).toBe('content-type-unsupported');
    const form = formOf({ name: 'base', text: GOOD, fileName: 'a' });
    const half = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
    expect(half.status).toBe(400);
    expect((await problemIn(half)).detail).toContain('"head"');
    for (const name of ['__proto__', 'colour', 'level[]']) {
      const parts = ['base', 'head'].map((side) => ({ name: side, text: GOOD, fileName: side }));
      const body = formOf({ name, text: 'x' }, ...parts);
      expect((await fetch(`${server.api}/comparisons`, { method: 'POST', body })).status, name).toBe(400);
    }
    await eventually(async () => (await server.temporaryFiles()).length === 0);
  });
});

describe('the result', () => {
  test('binary, with an ETag that is its hash', async () => {
    const { id } = await compared(GOOD, BAD);
    const response = await fetch(`${server.api}/comparisons/${id}/data`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    const decoded = decodeComparison(bytes);
    expect(decoded.ok && decoded.value.head.total).toBe(1000);
    // fetch adds "Cache-Control: no-cache" to such a request, which forbids the 304.
    const path = `/api/v1/comparisons/${id}/data`;
    const known = await rawRequest(server.port, { path, headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
  });

  test('reports are downloads', async () => {
    const { id } = await compared(GOOD, BAD);
    const report = async (format: string) => {
      const response = await fetch(`${server.api}/comparisons/${id}/report.${format}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename=firebreak-${id.slice(0, 8)}.${format}`,
      );
      return response.text();
    };
    expect(await report('folded')).toBe('main;parse 300 300\nmain;render 100 700\n');
    expect(await report('svg')).toContain('<svg');
    expect(JSON.parse(await report('json'))).toMatchObject({ base: { total: 400 }, head: { total: 1000 } });
    expect((await fetch(`${server.api}/comparisons/${id}/report.exe`)).status).toBe(400);
    await eventually(async () => (await server.temporaryFiles()).length === 0);
  });

  test('is computed again when its bytes are gone', async () => {
    const { id } = await compared(GOOD, BAD);
    const row = await server.ports.profiles.comparison(id);
    await server.ports.blobs.remove(row?.resultHash ?? '');
    expect((await fetch(`${server.api}/comparisons/${id}/data`)).status).toBe(200);
    expect(await server.ports.blobs.size(row?.resultHash ?? '')).toBe(row?.resultBytes);
  });

  test('stays as it was under older rules; new rules make a new comparison', async () => {
    const old = await compared(GOOD, BAD);
    rules = 'rules 2';
    const fresh = await compared(GOOD, BAD);
    rules = 'rules 1';
    expect(fresh.id).not.toBe(old.id);
    expect([old.rules, fresh.rules]).toEqual(['rules 1', 'rules 2']);
    expect((await fetch(`${server.api}/comparisons/${old.id}/data`)).status).toBe(200);
  });
});

describe('list and deletion', () => {
  test('a comparison works without its profile in the lists, and goes for good with its result', async () => {
    const answer = await compared('used;input 1\n', 'used;input 2\nused;more 1\n');
    const input = answer.base[0]?.id ?? '';
    const row = await server.ports.profiles.comparison(answer.id);
    const ask = (path: string, method = 'GET') => fetch(`${server.api}${path}`, { method });
    expect((await ask(`/profiles/${input}`, 'DELETE')).status).toBe(204);
    expect((await ask(`/profiles/${input}`)).status).toBe(404);
    expect(await server.library.removal.purge(0)).toEqual({ comparisons: 0, profiles: 0 });
    expect((await ask(`/comparisons/${answer.id}/data`)).status).toBe(200);
    expect((await ask(`/comparisons/${answer.id}`, 'DELETE')).status).toBe(204);
    expect((await ask(`/comparisons/${answer.id}`)).status).toBe(404);
    expect((await ask(`/comparisons/${answer.id}/data`)).status).toBe(404);
    expect((await ask(`/comparisons/${answer.id}`, 'DELETE')).status).toBe(404);
    expect((await ask(`/comparisons/${answer.id}/restore`, 'POST')).status).toBe(200);
    expect((await ask(`/profiles/${input}`)).status).toBe(200);
    await ask(`/comparisons/${answer.id}`, 'DELETE');
    await ask(`/profiles/${input}`, 'DELETE');
    expect(await server.library.removal.purge(60_000)).toEqual({ comparisons: 0, profiles: 0 });
    expect(await server.library.removal.purge(0)).toEqual({ comparisons: 1, profiles: 1 });
    expect(await server.ports.blobs.size(row?.resultHash ?? '')).toBeNull();
    expect((await ask(`/comparisons/${answer.id}/restore`, 'POST')).status).toBe(404);
    expect((await ask(`/profiles/${input}/restore`, 'POST')).status).toBe(404);
  });

  test('comparing the same again brings a deleted comparison back', async () => {
    const answer = await compared('again;input 1\n', 'again;input 2\n');
    await fetch(`${server.api}/comparisons/${answer.id}`, { method: 'DELETE' });
    expect((await compared('again;input 1\n', 'again;input 2\n')).id).toBe(answer.id);
    expect((await fetch(`${server.api}/comparisons/${answer.id}`)).status).toBe(200);
  });

  test('pages, newest first', async () => {
    const newest = await compared('list;input 1\n', 'list;input 2\n');
    const page = comparisonList.parse(await (await fetch(`${server.api}/comparisons?limit=1`)).json());
    expect(page.comparisons.map(({ id }) => id)).toEqual([newest.id]);
    const rest = comparisonList.parse(
      await (await fetch(`${server.api}/comparisons?limit=200&cursor=${page.next}`)).json(),
    );
    expect(rest.comparisons.length).toBeGreaterThan(2);
    expect(rest.comparisons.some(({ id }) => id === newest.id)).toBe(false);
    expect(rest.next).toBeNull();
  });
});
