import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparisonAnswer, profileAnswer, uploadAnswer } from '../contract.ts';
import { formOf, problemIn, startTestServer } from '../server.testkit.ts';
import type { Part, TestServer } from '../server.testkit.ts';

const SYSBENCH = readFileSync('fixtures/valid/metrics-sysbench.txt', 'utf8');
const GOOD = 'main;work 40\nmain;idle 2\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const file = (name: string, text: string, fileName = name): Part => ({ name, text, fileName });

async function upload(...parts: readonly Part[]) {
  const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: formOf(...parts) });
  return uploadAnswer.parse(await response.json()).profiles;
}

function tpsOf(metrics: readonly { metrics: readonly { name: string; values: readonly number[] }[] }[]) {
  return metrics.map((one) => one.metrics.find(({ name }) => name === 'tps')?.values);
}

async function compare(base: string, head: string) {
  const response = await fetch(`${server.api}/comparisons`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ base: [base], head: [head] }),
  });
  const { id } = comparisonAnswer.parse(await response.json());
  const answer = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${id}`)).json());
  return { id, rows: answer.result?.metrics.rows ?? [] };
}

describe('metrics of a run', () => {
  test('come with the profile, in a field of their own or among the profiles', async () => {
    const [one] = await upload(file('profile', GOOD), file('metrics', SYSBENCH));
    expect(one?.metrics).toMatchObject([{ fileName: 'metrics', format: 'sysbench', generator: 'sysbench 1.0.20' }]);
    expect(tpsOf(one?.metrics ?? [])).toEqual([[75]]);
    const [first, second] = await upload(
      file('profile', 'a 1\n'),
      file('profile', 'tps=5\n'),
      file('profile', 'b 2\n'),
    );
    expect([tpsOf(first?.metrics ?? []), second?.metrics]).toEqual([[[5]], []]);
  });

  test('come later; the same file again changes nothing; another comparison follows', async () => {
    const [good] = await upload(file('profile', 'later;good 1\nlater;x 3\n'));
    const [bad] = await upload(file('profile', 'later;bad 1\nlater;x 3\n'));
    const before = await compare(good?.id ?? '', bad?.id ?? '');
    expect(before.rows).toEqual([]);
    const add = (id: string | undefined, text: string) =>
      fetch(`${server.api}/profiles/${id ?? ''}/metrics?fileName=numbers.txt`, { method: 'POST', body: text });
    expect((await add(good?.id, 'tps=1000\n')).status).toBe(200);
    await add(bad?.id, 'tps=100\n');
    const again = profileAnswer.parse(await (await add(bad?.id, 'tps=100\n')).json());
    expect(again.metrics).toMatchObject([{ fileName: 'numbers.txt', format: 'key-value' }]);
    const after = await compare(good?.id ?? '', bad?.id ?? '');
    expect(after.id).not.toBe(before.id);
    expect(after.rows).toEqual([{ name: 'tps', unit: 'count', base: [1000], head: [100], ratio: 0.1 }]);
  });

  test('come with the files of a comparison, found by their content', async () => {
    const form = formOf(
      file('base', 'files;good 4\nfiles;x 3\n'),
      file('base', 'tps=10\n', 'a.txt'),
      file('head', 'tps=5\n', 'b.txt'),
      file('head', 'files;bad 4\nfiles;x 3\n'),
    );
    const response = await fetch(`${server.api}/comparisons`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const { id, base, head } = comparisonAnswer.parse(await response.json());
    expect([base.length, head.length]).toEqual([1, 1]);
    const { result } = comparisonAnswer.parse(await (await fetch(`${server.api}/comparisons/${id}`)).json());
    expect(result?.metrics.rows).toMatchObject([{ name: 'tps', base: [10], head: [5], ratio: 0.5 }]);
  });

  test.each([
    ['without a profile', [file('profile', SYSBENCH)], 422, 'metrics-without-profile'],
    [
      'that nobody can assign',
      [file('profile', 'p 1\n'), file('profile', 'q 1\n'), file('metrics', SYSBENCH)],
      422,
      'metrics-ambiguous',
    ],
    ['that are none', [file('profile', 'r 1\n'), file('metrics', 'a poem\n')], 422, 'metrics-unknown'],
  ])('are refused %s', async (_, parts, status, code) => {
    const blobs = await server.blobs();
    const response = await fetch(`${server.api}/profiles`, { method: 'POST', body: formOf(...parts) });
    expect([response.status, (await problemIn(response)).code]).toEqual([status, code]);
    expect(await server.blobs()).toEqual(blobs);
  });

  test('need a profile that is stored', async () => {
    const response = await fetch(`${server.api}/profiles/${'0'.repeat(32)}/metrics`, { method: 'POST', body: 'tps=1' });
    expect(response.status).toBe(404);
  });
});
