import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparisonAnswer, comparisonList, profileAnswer, profileList, uploadAnswer } from '../contract.ts';
import { labelList } from '../catalogue/contract.ts';
import { formOf, problemIn, startTestServer } from '../server.testkit.ts';
import type { TestServer } from '../server.testkit.ts';

/** Looking for, naming and throwing away profiles and comparisons. */

let server: TestServer;
const ids = new Map<string, string>();
let comparison: string;

beforeAll(async () => {
  server = await startTestServer();
  const profiles: readonly [name: string, labels: Record<string, string>][] = [
    ['one.folded', { project: 'mariadb', branch: 'main', commit: 'abc123', run: '1' }],
    ['two.folded', { project: 'mariadb', branch: 'main', commit: 'abc123', run: '2' }],
    ['three_50%.folded', { project: 'mariadb', branch: 'purge', commit: 'def456', note: 'say "hi"\\' }],
    ['four.folded', {}],
  ];
  for (const [name, labels] of profiles) {
    const query = new URLSearchParams({ fileName: name });
    for (const [label, value] of Object.entries(labels)) query.set(`label.${label}`, value);
    const response = await fetch(`${server.api}/profiles?${query.toString()}`, {
      method: 'POST',
      body: `all;of ${name.length}\n`,
    });
    const [stored] = uploadAnswer.parse(await response.json()).profiles;
    ids.set(name, stored?.id ?? '');
  }
  const response = await fetch(`${server.api}/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ base: [ids.get('one.folded')], head: [ids.get('three_50%.folded')] }),
  });
  comparison = comparisonAnswer.parse(await response.json()).id;
});
afterAll(() => server.close());

async function found(query: Record<string, string> | [string, string][]): Promise<(string | null)[]> {
  const response = await fetch(`${server.api}/profiles?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(200);
  return profileList.parse(await response.json()).profiles.map(({ fileName }) => fileName);
}

async function foundComparisons(query: Record<string, string>): Promise<number> {
  const response = await fetch(`${server.api}/comparisons?${new URLSearchParams(query).toString()}`);
  return comparisonList.parse(await response.json()).comparisons.length;
}

function change(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.api}${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
}

test('profiles are found by project, branch, commit, labels, words and dates', async () => {
  expect(await found({})).toEqual(['four.folded', 'three_50%.folded', 'two.folded', 'one.folded']);
  expect(await found({ project: 'default' })).toEqual(['four.folded']);
  expect(await found({ branch: 'main' })).toEqual(['two.folded', 'one.folded']);
  expect(await found({ commit: 'def' })).toEqual(['three_50%.folded']);
  expect(await found({ commit: '%' })).toEqual([]);
  expect(await found({ label: 'run=2' })).toEqual(['two.folded']);
  expect(await found({ label: 'note=say "hi"\\' })).toEqual(['three_50%.folded']);
  expect(await found({ label: 'note=hi' })).toEqual([]);
  expect(await found({ label: 'branch=MAIN' })).toEqual([]);
  expect(await found({ commit: 'DEF' })).toEqual([]);
  expect(
    await found([
      ['label', 'run=2'],
      ['label', 'branch=purge'],
    ]),
  ).toEqual([]);
  expect(await found({ text: 'FOLDED purge' })).toEqual(['three_50%.folded']);
  expect(await found({ text: '50%' })).toEqual(['three_50%.folded']);
  expect(await found({ text: '5_%' })).toEqual([]);
  expect(await found({ since: '2030-01-01' })).toEqual([]);
  expect(await found({ before: '2030-01-01T00:00:00+02:00', text: 'two' })).toEqual(['two.folded']);
});

test('comparisons are found by what they compare, and by their name', async () => {
  expect(await foundComparisons({})).toBe(1);
  expect(await foundComparisons({ project: 'mariadb' })).toBe(1);
  expect(await foundComparisons({ branch: 'purge' })).toBe(1);
  expect(await foundComparisons({ branch: 'other' })).toBe(0);
  expect(await foundComparisons({ profile: ids.get('one.folded') ?? '' })).toBe(1);
  expect(await foundComparisons({ profile: ids.get('two.folded') ?? '' })).toBe(0);
  expect(await foundComparisons({ text: 'three abc123' })).toBe(1);
  expect(await foundComparisons({ text: 'MDEV-1' })).toBe(0);
  const named = await change(`/comparisons/${comparison}`, { name: 'MDEV-12345' });
  expect(comparisonAnswer.parse(await named.json()).name).toBe('MDEV-12345');
  expect(await foundComparisons({ text: 'mdev-1' })).toBe(1);
  expect((await change(`/comparisons/${'0'.repeat(32)}`, { name: 'x' })).status).toBe(404);
});

test('a cursor goes on where the list ended', async () => {
  const first = profileList.parse(await (await fetch(`${server.api}/profiles?limit=1&branch=main`)).json());
  expect(first.profiles.map(({ fileName }) => fileName)).toEqual(['two.folded']);
  expect(await found({ branch: 'main', cursor: first.next ?? '' })).toEqual(['one.folded']);
});

test('a profile gets another name and other labels, and keeps its id', async () => {
  const id = ids.get('four.folded') ?? '';
  const answer = await change(`/profiles/${id}`, {
    fileName: '4',
    labels: { project: 'p', branch: 'b', constructor: 'x' },
  });
  const changed = profileAnswer.parse(await answer.json());
  expect([changed.id, changed.fileName, changed.labels]).toEqual([
    id,
    '4',
    { project: 'p', branch: 'b', constructor: 'x' },
  ]);
  expect(await found({ project: 'p', branch: 'b' })).toEqual(['4']);
  expect(await found({ project: 'default' })).toEqual([]);
  for (const labels of [{ '1': 'x' }, { '': 'x' }, { a: 'x'.repeat(501) }]) {
    expect(await problemIn(await change(`/profiles/${id}`, { labels }))).toMatchObject({ code: 'request-malformed' });
  }
});

test('labels are listed with the values that there are', async () => {
  const { labels } = labelList.parse(await (await fetch(`${server.api}/labels?project=mariadb`)).json());
  expect(labels.find(({ name }) => name === 'branch')?.values).toEqual(['main', 'purge']);
  expect(labels.find(({ name }) => name === 'constructor')).toBeUndefined();
});

test('what is deleted leaves the list, is listed apart, and comes back when it is restored or sent again', async () => {
  const id = ids.get('two.folded') ?? '';
  await fetch(`${server.api}/profiles/${id}`, { method: 'DELETE' });
  expect(await found({ branch: 'main' })).toEqual(['one.folded']);
  const list = await (await fetch(`${server.api}/profiles?deleted=only`)).json();
  const [deleted] = profileList.parse(list).profiles;
  expect(deleted?.id).toBe(id);
  expect(Date.parse(deleted?.deletedUntil ?? '')).toBeGreaterThan(Date.parse(deleted?.createdAt ?? ''));
  expect((await fetch(`${server.api}/profiles/${id}/restore`, { method: 'POST' })).status).toBe(200);
  expect(await found({ branch: 'main' })).toEqual(['two.folded', 'one.folded']);

  await fetch(`${server.api}/profiles/${id}`, { method: 'DELETE' });
  const form = formOf(
    { name: 'profile', text: `all;of ${'two.folded'.length}\n`, fileName: 'two.folded' },
    ...Object.entries({ project: 'mariadb', branch: 'main', commit: 'abc123', run: '2' }).map(([name, text]) => ({
      name: `label.${name}`,
      text,
    })),
  );
  const again = await fetch(`${server.api}/profiles`, { method: 'POST', body: form });
  expect(again.status).toBe(200);
  expect(await found({ branch: 'main' })).toEqual(['two.folded', 'one.folded']);
});
