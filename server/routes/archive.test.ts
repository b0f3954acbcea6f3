import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAnswer } from '../archive/records.ts';
import { TAR_END, padding, tarHeader } from '../archive/tar.ts';
import { Tokens } from '../auth/tokens.ts';
import { verdictAnswer } from '../baselines/contract.ts';
import { comparisonAnswer, uploadAnswer } from '../contract.ts';
import { formOf, problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

let from: TestServer;
let archive: Buffer<ArrayBuffer>;
const made = { base: '', head: '', lonely: '', verdict: '', comparison: '', mixed: '' };

async function upload(text: string, labels: Record<string, string>): Promise<string> {
  const fields = Object.entries(labels).map(([name, value]) => ({ name: `label.${name}`, text: value }));
  const body = formOf(
    { name: 'profile', text, fileName: 'λ.folded' },
    { name: 'forkPoint', text: 'f' },
    { name: 'ancestors', text: 'f e d' },
    ...fields,
  );
  const response = await fetch(`${from.api}/profiles`, { method: 'POST', body });
  return uploadAnswer.parse(await response.json()).profiles[0]?.id ?? '';
}

function post(server: TestServer, path: string, body: object, method = 'POST'): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.api}${path}`, { method, headers, body: JSON.stringify(body) });
}

async function download(query = ''): Promise<Buffer<ArrayBuffer>> {
  const response = await fetch(`${from.api}/export${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-tar');
  return Buffer.from(await response.arrayBuffer());
}

function send(
  server: TestServer,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.api}/import`, { method: 'POST', body, headers });
}

async function importedInto(server: TestServer, bytes: Uint8Array<ArrayBuffer>) {
  const response = await send(server, bytes);
  expect(response.status).toBe(200);
  return importAnswer.parse(await response.json());
}

beforeAll(async () => {
  from = await startTestServer();
  await post(from, '/rules', { text: 'pack: own\nrules:\n  - name: one\n    match: ^x$\n    replace: y\n' }, 'PUT');
  made.base = await upload('main;work 4000\n', { project: 'p', branch: 'main', commit: 'a' });
  made.head = await upload('main;work 4000\nmain;more 4000\n', { project: 'p', branch: 'topic', commit: 'b' });
  made.lonely = await upload('other;project 1\n', { project: 'q', commit: 'c' });
  await post(from, '/projects/p/settings', { retentionDays: 30 }, 'PUT');
  const verdict = await post(from, '/verdicts', { head: { profiles: [made.head] }, base: { branch: 'main' } });
  const { id, comparison } = verdictAnswer.parse(await verdict.json());
  Object.assign(made, { verdict: id, comparison });
  const mixed = await post(from, '/comparisons', { base: [made.lonely], head: [made.head] });
  made.mixed = comparisonAnswer.parse(await mixed.json()).id;
  archive = await download();
});
afterAll(async () => {
  expect(from.errors).toEqual([]);
  await from.close();
});

describe('everything', () => {
  test('is there after an import into an empty server, and once more changes nothing', async () => {
    const to = await startTestServer();
    try {
      expect(await importedInto(to, archive)).toEqual({
        profiles: { added: 3, known: 0 },
        comparisons: { added: 2, known: 0 },
        verdicts: { added: 1, known: 0 },
        left: [],
      });
      const paths = [
        `/profiles/${made.base}`,
        `/profiles/${made.head}/raw`,
        `/profiles/${made.lonely}`,
        `/comparisons/${made.comparison}/data`,
        `/comparisons/${made.mixed}/data`,
        `/comparisons/${made.mixed}?result=none`,
        `/verdicts/${made.verdict}`,
        '/rules',
        '/projects/p/settings',
        `/projects/p/baseline?head=${made.head}`,
      ];
      for (const path of paths) {
        const [there, here] = [await fetch(to.api + path), await fetch(from.api + path)];
        expect([path, there.status]).toEqual([path, 200]);
        expect(await there.text(), path).toBe(await here.text());
      }
      expect(await importedInto(to, archive)).toEqual({
        profiles: { added: 0, known: 3 },
        comparisons: { added: 0, known: 2 },
        verdicts: { added: 0, known: 1 },
        left: [],
      });
      expect(await to.temporaryFiles()).toEqual([]);
      expect(to.errors).toEqual([]);
    } finally {
      await to.close();
    }
  });

  test('or one project: what belongs to it, and to nothing else', async () => {
    const to = await startTestServer();
    try {
      const counted = await importedInto(to, Buffer.from(await download('?project=p')));
      expect(counted).toMatchObject({ profiles: { added: 2 }, comparisons: { added: 1 }, verdicts: { added: 1 } });
      expect((await fetch(`${to.api}/profiles/${made.lonely}`)).status).toBe(404);
      expect(await (await fetch(`${to.api}/rules`)).json()).toMatchObject({ text: '' });
    } finally {
      await to.close();
    }
  });

  test('is an archive that tar reads, without tokens in it', async () => {
    await new Tokens(from.ports).create({ name: 'secret name', scopes: ['read'], project: null, expiresInDays: 1 });
    const listed = spawnSync('tar', ['-tf', '-'], { input: await download() });
    expect([listed.status, listed.stderr.toString()]).toEqual([0, '']);
    const names = listed.stdout.toString().trim().split('\n');
    expect(names[0]).toBe('manifest.json');
    expect(names).toContain(`profiles/${made.base}.json`);
    expect((await download()).includes('secret name')).toBe(false);
  });
});

describe('an import', () => {
  test('goes on where it was cut off', async () => {
    const to = await startTestServer();
    try {
      const cut = await send(to, archive.subarray(0, archive.indexOf(`comparisons/${made.comparison}`) + 700));
      expect(await problemIn(cut)).toMatchObject({ status: 422, code: 'archive-malformed' });
      expect((await fetch(`${to.api}/profiles/${made.base}/raw`)).status).toBe(200);
      expect(await to.temporaryFiles()).toEqual([]);
      const rest = await send(to, gzipSync(archive), { 'content-encoding': 'gzip' });
      expect(importAnswer.parse(await rest.json())).toMatchObject({
        profiles: { known: 3 },
        comparisons: { added: 1, known: 1 },
      });
      expect((await fetch(`${to.api}/comparisons/${made.mixed}/data`)).status).toBe(200);
      expect(to.errors).toEqual([]);
    } finally {
      await to.close();
    }
  });

  test('takes no bytes that are not what their name says, no other files, no damaged rows', async () => {
    const to = await startTestServer();
    const head = ['manifest.json', '{"format":"firebreak-archive","version":1,"rules":null}'] as const;
    const made = (...files: (readonly [string, string])[]) =>
      Buffer.concat([
        ...files.flatMap(([name, text]) => [tarHeader(name, text.length, 0), Buffer.from(text), padding(text.length)]),
        TAR_END,
      ]);
    try {
      for (const [bytes, words] of [
        [made([`blobs/${'0'.repeat(64)}`, 'x']), 'does not begin with a manifest'],
        [made(head, [`blobs/${'0'.repeat(64)}`, 'x']), 'not those that their name says'],
        [made(head, ['../../etc/passwd', 'x']), 'no part of one'],
        [made(head, ['profiles/x.json', '{"id":"x"}']), 'profiles/x.json'],
        [made(head, ['profiles/x.json', '{']), 'no JSON'],
        [made(['manifest.json', '{"format":"firebreak-archive","version":2,"rules":null}']), 'version'],
        [Buffer.from('no archive at all'), 'cut short'],
      ] as const) {
        const problem = await problemIn(await send(to, bytes));
        expect(problem).toMatchObject({ status: 422, code: 'archive-malformed' });
        expect(problem.detail).toContain(words);
      }
      expect(await to.temporaryFiles()).toEqual([]);
      expect(await to.blobs()).toEqual([]);
      expect(to.errors).toEqual([]);
    } finally {
      await to.close();
    }
  });

  test('leaves out rows whose bytes are missing, and says which', async () => {
    const to = await startTestServer();
    try {
      const row = (await from.ports.profiles.profile(made.base)) ?? null;
      const text = JSON.stringify({ ...row, labels: [...(row?.labels ?? [])] });
      const parts = [
        ['manifest.json', '{"format":"firebreak-archive","version":1,"rules":null}'],
        [`profiles/${made.base}.json`, text],
      ] as const;
      const bytes = parts.flatMap(([name, body]) => {
        const content = Buffer.from(body);
        return [tarHeader(name, content.length, 0), content, padding(content.length)];
      });
      const answer = await importedInto(to, Buffer.concat([...bytes, TAR_END]));
      expect(answer.left).toEqual([`profiles/${made.base}.json`]);
      expect((await fetch(`${to.api}/profiles/${made.base}`)).status).toBe(404);
    } finally {
      await to.close();
    }
  });
});
