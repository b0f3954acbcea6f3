import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonToPprof } from '../../render/pprof.ts';
import { comparisonOf } from '../../render/render.testkit.ts';
import { startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

type Body = NonNullable<RequestInit['body']>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.temporaryFiles()).toEqual([]);
  await server.close();
});

const FOLDED = 'main;parse 30\nmain;run 70\n';

async function profiles(label: string) {
  const answer = await fetch(`${server.api}/profiles?label=${encodeURIComponent(label)}`);
  return (
    (await answer.json()) as {
      profiles: { fileName: string; labels: object; facts: { format: string; total: number } }[];
    }
  ).profiles;
}

function send(path: string, query: Readonly<Record<string, string>>, body: Body, headers: Record<string, string> = {}) {
  const search = new URLSearchParams(query);
  return fetch(`${server.url}${path}?${search.toString()}`, { method: 'POST', body, headers });
}

describe('POST /ingest', () => {
  it('stores folded stacks with the labels and the time of the agent, under both addresses', async () => {
    for (const path of ['/ingest', '/pyroscope/ingest']) {
      const name = 'shop.cpu{env=prod,otel.scope.name=com.x/y,__session__=1,ünicode=z}';
      const answer = await send(path, { name, from: '1767225600', until: '1767225610', spyName: 'nodespy' }, FOLDED);
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
    }
    const found = await profiles('app=shop.cpu');
    expect(found).toMatchObject([
      {
        fileName: 'shop.cpu',
        facts: { format: 'folded', total: 100 },
        labels: {
          app: 'shop.cpu',
          env: 'prod',
          'otel.scope.name': 'com.x/y',
          nicode: 'z',
          spy: 'nodespy',
          time: '2026-01-01T00:00:00.000Z',
        },
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('session');
  });

  it('keeps each window of an application, in whatever unit it says the time', async () => {
    for (const from of ['1767225600', '1767225610000', '1767225620000000000', '1767225600000']) {
      expect((await send('/ingest', { name: 'windows', from }, FOLDED)).status).toBe(200);
    }
    const times = (await profiles('app=windows')).map(({ labels }) => (labels as { time: string }).time);
    expect(times.sort()).toEqual([0, 10, 20].map((s) => `2026-01-01T00:00:${String(s).padStart(2, '0')}.000Z`));
  });

  it('counts lines', async () => {
    expect((await send('/ingest', { name: 'lines', format: 'lines' }, 'a;b\na;b\r\n\na;c')).status).toBe(200);
    expect(await profiles('app=lines')).toMatchObject([{ facts: { format: 'folded', total: 3 } }]);
  });

  it('takes pprof, raw, in a form, and in a gzip body', async () => {
    const { bytes } = comparisonToPprof(comparisonOf('main;run 1', 'main;run 9'));
    const form = new FormData();
    form.append('profile', new Blob([bytes]), 'profile.pprof');
    form.append('sample_type_config', new Blob(['{}']), 'sample_type_config.json');
    const body = bytes as Uint8Array<ArrayBuffer>;
    expect((await send('/ingest', { name: 'pprof', format: 'pprof', from: '1' }, body)).status).toBe(200);
    expect((await send('/ingest', { name: 'pprof', from: '2' }, form)).status).toBe(200);
    const zipped = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' };
    const gz = gzipSync(FOLDED) as Uint8Array<ArrayBuffer>;
    expect((await send('/ingest', { name: 'pprof', from: '3' }, gz, zipped)).status).toBe(200);
    expect((await profiles('app=pprof')).map(({ facts }) => facts.format)).toEqual(['folded', 'pprof', 'pprof']);
  });

  it.each<[string, Record<string, string>, Body, number, RegExp]>([
    ['no name', {}, FOLDED, 400, /name/],
    ['a broken name', { name: 'a{b' }, FOLDED, 422, /no name of an application/],
    [
      'labels without end',
      { name: `a{${Array.from({ length: 60 }, (_, i) => `b${i}=c`).join()}}` },
      FOLDED,
      413,
      /labels/,
    ],
    [
      'a format of its own',
      { name: 'a', format: 'tree' },
      FOLDED,
      422,
      /"tree" of an agent cannot be read\. Send one of folded, lines/,
    ],
    ['no time', { name: 'a', from: 'yesterday' }, FOLDED, 400, /from/],
    ['a time beyond all', { name: 'a', from: '99999999999999999999' }, FOLDED, 200, /^$/],
    ['nothing', { name: 'a' }, '', 422, /\S/],
    ['what is no profile', { name: 'a', format: 'pprof' }, '\u0000\u0001\u0002', 422, /\S/],
    ['an empty form', { name: 'a' }, new FormData(), 400, /\S/],
  ])('answers %s as agents read it', async (_what, query, body, status, message) => {
    const answer = await send('/ingest', query, body);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(await answer.json()).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(message),
    });
  });

  it('refuses what would have to be reduced by a profile before', async () => {
    const form = new FormData();
    form.append('profile', new Blob([FOLDED]), 'p');
    form.append('prev_profile', new Blob([FOLDED]), 'q');
    const answer = await send('/ingest', { name: 'a' }, form);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('previous profile')]);
  });
});

describe('Push', () => {
  const push = (body: unknown, type = 'application/json') =>
    fetch(`${server.url}/push.v1.PusherService/Push`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });

  it('stores every sample of every series', async () => {
    const rawProfile = Buffer.from(comparisonToPprof(comparisonOf('main;run 1', 'main;run 9')).bytes).toString(
      'base64',
    );
    const labels = Object.entries({ __name__: 'process_cpu', service_name: 'pushed', env: 'prod' });
    const series = [{ labels: labels.map(([name, value]) => ({ name, value })), samples: [{ ID: 'x', rawProfile }] }];
    const answer = await push({ series });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await profiles('app=pushed')).toMatchObject([
      {
        facts: { format: 'pprof' },
        labels: { app: 'pushed', env: 'prod', profile: 'process_cpu', service_name: 'pushed' },
      },
    ]);
    expect((await push({})).status).toBe(200);
  });

  it('takes the binary form, and refuses one that is cut at any byte', async () => {
    const field = (number: number, bytes: Uint8Array) => {
      const size = [];
      for (let left = bytes.length; ; left >>>= 7) {
        size.push(left < 128 ? left : (left & 127) | 128);
        if (left < 128) break;
      }
      return Buffer.concat([Uint8Array.of(number * 8 + 2, ...size), bytes]);
    };
    const label = (name: string, value: string) =>
      field(1, Buffer.concat([field(1, Buffer.from(name)), field(2, Buffer.from(value))]));
    const rawProfile = comparisonToPprof(comparisonOf('main;run 2', 'main;run 9')).bytes;
    // An id as text, and fields of a later version: a number, eight bytes, four bytes.
    const later = Uint8Array.of(0x98, 0x06, 0x96, 0x01, 0x99, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x06, 0, 0, 0, 0);
    const sample = field(2, Buffer.concat([field(1, rawProfile), field(2, Buffer.from('id')), later]));
    const request = field(1, Buffer.concat([label('service_name', 'proto'), label('env', 'prod'), sample]));
    const send = (body: Uint8Array) =>
      fetch(`${server.url}/push.v1.PusherService/Push`, {
        method: 'POST',
        headers: { 'content-type': 'application/proto' },
        body: body as Uint8Array<ArrayBuffer>,
      });
    const answer = await send(request);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/proto',
      '',
    ]);
    expect(await profiles('app=proto')).toMatchObject([{ facts: { format: 'pprof' }, labels: { env: 'prod' } }]);
    for (const length of [1, 2, 3, 10, 40, request.length - 1]) {
      expect((await send(request.subarray(0, length))).status).toBe(400);
    }
  });

  it('refuses what it cannot read', async () => {
    expect((await push({ series: 7 })).status).toBe(400);
    expect((await push({ series: [{ samples: [{ rawProfile: '***' }] }] })).status).toBe(400);
    expect((await push({ series: [{ samples: [{ rawProfile: 'AAAA' }] }] })).status).toBe(422);
    const other = await push({}, 'application/grpc');
    expect([other.status, await other.json()]).toEqual([415, expect.objectContaining({ code: 'unimplemented' })]);
  });
});

describe('GET /pyroscope/render-diff', () => {
  const day = Date.UTC(2026, 2, 1) / 1000;
  const diff = (more: Record<string, string> = {}) => {
    const query = { leftQuery: 'diffed{side="l"}', leftFrom: `${day}`, leftUntil: `${day + 60}` };
    const right = { rightQuery: 'diffed{side="r"}', rightFrom: `${day}`, rightUntil: `${day + 60}` };
    const search = new URLSearchParams({ ...query, ...right, ...more });
    return fetch(`${server.url}/pyroscope/render-diff?${search.toString()}`);
  };

  it('gives the double flamebearer of the profiles in both spans', async () => {
    await send('/ingest', { name: 'diffed{side=l}', from: `${day}` }, 'main;a 2\nmain;a;b 3\nmain 1\n');
    await send('/ingest', { name: 'diffed{side=r}', from: `${day + 5}` }, 'main;a 4\nmain;c 10\n');
    await send('/ingest', { name: 'diffed{side=r}', from: `${day + 500}` }, 'elsewhere 1\n');
    const answer = await diff();
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toEqual({
      version: 1,
      flamebearer: {
        names: ['total', 'main', 'a', 'b', 'c'],
        levels: [
          [0, 6, 0, 0, 14, 0, 0],
          [0, 6, 1, 0, 14, 0, 1],
          [1, 5, 2, 0, 4, 4, 2, 0, 0, 0, 0, 10, 10, 4],
          [3, 3, 3, 4, 0, 0, 3],
        ],
        numTicks: 20,
        maxSelf: 10,
      },
      metadata: { format: 'double', spyName: '', sampleRate: 100, units: 'samples', name: 'samples' },
      leftTicks: 6,
      rightTicks: 14,
    });
  });

  it.each<[Record<string, string>, number, RegExp]>([
    [{ leftQuery: 'diffed{side!="l"}' }, 422, /cannot be looked for/],
    [{ leftQuery: 'diffed{side=~"l.*"}' }, 422, /cannot be looked for/],
    [{ leftQuery: '' }, 422, /cannot be looked for/],
    [{ leftFrom: 'then' }, 422, /cannot be looked for/],
    [{ leftQuery: 'absent' }, 422, /no profile fits absent/],
    [{ rightUntil: 'now-1h', rightFrom: 'now-2h' }, 422, /no profile fits/],
    [{ level: 'x' }, 400, /level/],
  ])('%j', async (more, status, message) => {
    const answer = await diff(more);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { code: 'invalid_argument', message: expect.stringMatching(message) },
    ]);
  });
});

it('answers no random request with a fault of its own', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((one) => one.replace(/\p{Cs}/gu, ''));
  const key = fc.oneof(
    text,
    fc.tuple(text, text, text).map(([app, name, value]) => `${app}{${name}=${value}}`),
  );
  const time = fc.oneof(
    text,
    fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String),
    fc.constantFrom('now', 'now-9999999999w'),
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    text.map((one) => new TextEncoder().encode(one)),
  );
  const type = fc.constantFrom('application/proto', 'application/json', 'multipart/form-data', 'text/plain', '');
  const paths = ['/ingest', '/pyroscope/ingest', '/push.v1.PusherService/Push', '/pyroscope/render-diff'];
  const request = fc.record({ path: fc.constantFrom(...paths), key, time, format: text, body, type });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, key: name, time: from, format, body: bytes, type: given }) => {
      const isRead = path.endsWith('render-diff');
      const query = isRead
        ? { leftQuery: name, leftFrom: from, rightQuery: name, level: format }
        : { name, from, ...(format === '' ? {} : { format }) };
      const search = new URLSearchParams(Object.entries(query));
      const answer = await fetch(`${server.url}${path}?${search.toString()}`, {
        method: isRead ? 'GET' : 'POST',
        headers: given === '' ? {} : { 'content-type': given },
        ...(isRead ? {} : { body: bytes as Uint8Array<ArrayBuffer> }),
      });
      expect([path, answer.status < 500, await answer.text()]).toEqual([path, true, expect.any(String)]);
    }),
    { seed: 7, numRuns: 1_000 },
  );
  expect(server.errors).toEqual([]);
}, 240_000);
