import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Busy } from '../ports.ts';
import type { Workers } from '../ports.ts';
import { DEFAULT_POOL, openWorkers } from './pool.ts';

let folder: string;
let workers: Workers;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-pool-'));
  workers = openWorkers({ ...DEFAULT_POOL, threads: 1 }, () => undefined);
});
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, fileName: name, maxInflatedBytes: 1_000_000 };
}

test('facts cross the thread boundary as JSON text', async () => {
  const read = await workers.inspect(await fileOf('a.folded', 'main;work 40\n'));
  expect(read.ok && JSON.parse(read.value.facts)).toMatchObject({ file: 'a.folded', format: 'folded', total: 40 });
});

test('faults cross it whole', async () => {
  const read = await workers.inspect(await fileOf('b.bin', Buffer.from([0, 1, 2, 3])));
  expect(read).toMatchObject({
    ok: false,
    error: { input: 0, fault: { code: 'format-unknown', position: { byte: 0 } } },
  });
});

test('of several inputs the one at fault is named by its place', async () => {
  const good = await fileOf('good.folded', 'main 1\n');
  const bad = await fileOf('empty.folded', '');
  const rules = { level: 'none', without: [], rulesText: null } as const;
  const task = {
    ...rules,
    valueType: null,
    recording: null,
    force: false,
    sameWidth: false,
    maxInflatedBytes: 1000,
    output: join(folder, 'out'),
  };
  const run = <T>(file: T) => ({ ...file, metrics: [] });
  const compared = await workers.compare({ ...task, base: [run(good)], head: [run(good), run(bad)] });
  expect(compared).toMatchObject({ ok: false, error: { input: 2, fault: { code: 'file-empty' } } });
});

test('inflated size is limited', async () => {
  const long = await fileOf('long.folded', 'main;work 1\n'.repeat(1000));
  const read = await workers.inspect({ ...long, maxInflatedBytes: 1000 });
  expect(read).toMatchObject({ ok: false, error: { fault: { code: 'limit-exceeded' } } });
});

test('a damaged result is a fault, not a crash', async () => {
  const { path } = await fileOf('damaged', 'no comparison at all');
  const report = await workers.report({ path, format: 'svg', output: join(folder, 'report') });
  expect(report.ok).toBe(false);
});

describe('bounds', () => {
  test('one task more than the queue holds is refused as busy', async () => {
    const small = openWorkers({ ...DEFAULT_POOL, threads: 1, queue: 1 }, () => undefined);
    const file = await fileOf('c.folded', 'main 1\n');
    const tasks = await Promise.allSettled(Array.from({ length: 5 }, () => small.inspect(file)));
    const outcomes = tasks.map((task) => (task.status === 'fulfilled' ? task.value.ok : task.reason instanceof Busy));
    expect(tasks.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(outcomes).toEqual([true, true, true, true, true]);
    expect((await small.inspect(file)).ok).toBe(true);
    await small.close();
  });

  test('a task that takes too long is stopped with a fault, and the pool lives on', async () => {
    const hasty = openWorkers({ ...DEFAULT_POOL, threads: 1, seconds: 0 }, () => undefined);
    const stopped = await hasty.inspect(await fileOf('d.folded', 'main 1\n'));
    expect(stopped).toMatchObject({ ok: false, error: { fault: { code: 'time-limit', facts: { seconds: 0 } } } });
    expect((await hasty.inspect(await fileOf('e.folded', 'main 1\n'))).ok).toBe(false);
    await hasty.close();
  });
});
