import { describe, expect, test } from 'vitest';
import { ApiClient } from './client.ts';
import type { FetchInit } from './client.ts';

const ID = '0123456789abcdef0123456789abcdef';

interface Sent {
  readonly url: string;
  readonly init: FetchInit;
}

/** A client whose server answers always the same; and what it was asked. */
function clientOf(status: number, text: string, token: string | null = null) {
  const sent: Sent[] = [];
  const client = new ApiClient({
    address: 'http://host:1/',
    token,
    fetch(url, init) {
      sent.push({ url, init });
      const bytes = new TextEncoder().encode(text);
      return Promise.resolve({
        status,
        headers: { get: () => null },
        text: () => Promise.resolve(text),
        arrayBuffer: () => Promise.resolve(bytes.buffer),
      });
    },
  });
  return { client, sent };
}

const PROBLEM = { type: 'urn:x', title: 'Not found', status: 404, detail: 'there is no profile', code: 'not-found' };

describe('requests', () => {
  test('parameters, queries and labels are escaped', async () => {
    const { client, sent } = clientOf(200, '{}');
    await client.call('getProfile', { params: { id: '../a b' } });
    await client.call('listProfiles', { query: { limit: 5, label: ['a=1', 'b=&'] } });
    await client.call('uploadProfiles', {
      query: { fileName: 'a?b' },
      labels: { branch: 'x/y' },
      body: { bytes: 'main 1' },
    });
    expect(sent.map(({ url }) => url.slice('http://host:1/api/v1'.length))).toEqual([
      '/profiles/..%2Fa%20b',
      '/profiles?limit=5&label=a%3D1&label=b%3D%26',
      '/profiles?fileName=a%3Fb&label.branch=x%2Fy',
    ]);
    expect(sent[2]?.init).toMatchObject({
      method: 'POST',
      body: 'main 1',
      headers: { 'content-type': 'application/octet-stream' },
    });
  });

  test('JSON, a token and more headers', async () => {
    const { client, sent } = clientOf(200, '{}', 'fb_secret');
    const body = { json: { base: [ID], head: [ID] } };
    await client.call('compare', { body }, { headers: { prefer: 'wait=5' } });
    expect(sent[0]?.init).toMatchObject({
      body: JSON.stringify(body.json),
      redirect: 'manual',
      headers: { authorization: 'Bearer fb_secret', 'content-type': 'application/json', prefer: 'wait=5' },
    });
  });
});

describe('answers', () => {
  test('JSON, nothing, bytes', async () => {
    expect(await clientOf(200, '{"status":"ok","version":"1"}').client.call('getHealth', {})).toMatchObject({
      ok: true,
      value: { status: 200, value: { version: '1' } },
    });
    expect(await clientOf(204, '').client.call('deleteProfile', { params: { id: ID } })).toMatchObject({
      ok: true,
      value: { status: 204, value: null },
    });
    const raw = await clientOf(200, 'main 1').client.call('getRawProfile', { params: { id: ID } });
    expect(raw.ok && new TextDecoder().decode(raw.value.value as ArrayBuffer)).toBe('main 1');
  });

  test('problems, other answers, no answer', async () => {
    const ask = (status: number, text: string) =>
      clientOf(status, text).client.call('getProfile', { params: { id: ID } });
    expect(await ask(404, JSON.stringify(PROBLEM))).toEqual({
      ok: false,
      error: { kind: 'problem', status: 404, problem: PROBLEM },
    });
    expect(await ask(502, '<html>')).toEqual({ ok: false, error: { kind: 'status', status: 502 } });
    expect(await ask(502, 'null')).toEqual({ ok: false, error: { kind: 'status', status: 502 } });
    expect(await ask(200, '{"message":"of another kind of server"}')).toEqual({
      ok: false,
      error: { kind: 'unreadable', status: 200 },
    });
    expect(await ask(200, '<html>')).toEqual({ ok: false, error: { kind: 'unreadable', status: 200 } });
    const cause = new Error('refused');
    const client = new ApiClient({ address: '', fetch: () => Promise.reject(cause) });
    expect(await client.call('getHealth', {})).toEqual({ ok: false, error: { kind: 'unreachable', cause } });
  });
});
