import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ComparisonRow, ProfileRow, Staged } from '../ports.ts';
import { checkStore } from './check.ts';
import { comparisonId, profileId } from './ids.ts';
import { KeyLock } from './key-lock.ts';
import { openStore } from './open.ts';
import type { OpenStore } from './open.ts';

let folder: string;
let store: OpenStore;
const lock = new KeyLock();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-store-'));
  store = await opened();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function opened(): Promise<OpenStore> {
  const result = await openStore(folder);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

function rowOf({ hash, bytes }: Staged, more: Partial<ProfileRow> = {}): ProfileRow {
  const labels = new Map<string, string>();
  const id = profileId(hash, labels);
  return {
    id,
    contentHash: hash,
    bytes,
    fileName: null,
    format: 'folded',
    labels,
    metrics: [],
    facts: '{}',
    createdAt: 1,
    ...more,
  };
}

function comparisonOf(base: ProfileRow, head: ProfileRow, result: Staged): ComparisonRow {
  const inputs = {
    base: [base.id],
    head: [head.id],
    level: 'default',
    valueType: null,
    recording: null,
    rules: 'r',
    force: false,
    sameWidth: false,
  } as const;
  return {
    id: comparisonId({ ...inputs, metrics: [] }),
    ...inputs,
    without: ['go'],
    rulesHash: null,
    resultHash: result.hash,
    resultBytes: result.bytes,
    createdAt: 1,
  };
}

/** A stored comparison of two stored profiles. */
async function filled() {
  const staged = [];
  for (const text of ['base', 'head', 'result']) staged.push(await store.blobs.stage(bytesOf(text)));
  const [base, head, result] = staged as [Staged, Staged, Staged];
  for (const one of staged) await store.blobs.commit(one);
  const rows = { base: rowOf(base), head: rowOf(head) };
  const comparison = comparisonOf(rows.base, rows.head, result);
  expect(await store.profiles.add([rows.base, rows.head], comparison)).toBe('added');
  return { base, head, result, rows, comparison };
}

test('metrics of a profile are replaced as a whole', async () => {
  const { rows } = await filled();
  const metrics = [
    {
      fileName: 'sysbench.txt',
      sha256: 'ab',
      format: 'sysbench',
      generator: null,
      metrics: [{ name: 'tps', unit: 'per second', values: [1.5, 2] }],
      problems: [],
    },
  ];
  expect(await store.profiles.setMetrics(rows.base.id, metrics)).toBe('set');
  expect((await store.profiles.profile(rows.base.id))?.metrics).toEqual(metrics);
  expect((await store.profiles.profile(rows.head.id))?.metrics).toEqual([]);
  expect(await store.profiles.setMetrics('none', metrics)).toBe('missing');
});

describe('bytes', () => {
  test('are hashed, staged, and moved under their hash', async () => {
    const staged = await store.blobs.stage(bytesOf('ab', '', 'c'));
    expect(staged.hash).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(staged.bytes).toBe(3);
    expect(await store.blobs.size(staged.hash)).toBeNull();
    await store.blobs.commit(staged);
    expect(await store.blobs.size(staged.hash)).toBe(3);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    expect(await readdir(join(folder, 'blobs', staged.hash.slice(0, 2)))).toEqual([staged.hash]);
  });

  test('a source that fails leaves nothing', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    await expect(store.blobs.stage(failing())).rejects.toThrow('gone');
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  test('a hash that is none never becomes a path', async () => {
    for (const hash of ['../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(64)}\n`]) {
      await expect(store.blobs.size(hash)).rejects.toThrow('not a content hash');
    }
  });
});

describe('rows', () => {
  test('come back as they went in', async () => {
    const { rows, comparison } = await filled();
    expect(await store.profiles.profile(rows.base.id)).toEqual(rows.base);
    expect(await store.profiles.comparison(comparison.id)).toEqual(comparison);
    const labels = new Map([
      ['__proto__', 'x'],
      ['b', '"\'; drop table profiles; --'],
    ]);
    const odd = rowOf(
      { path: '', hash: 'f'.repeat(64), bytes: 2 ** 52 },
      { labels, fileName: 'плохой\u{1F525}', facts: '{"a":1}' },
    );
    await store.profiles.add([odd]);
    expect(await store.profiles.profile(odd.id)).toEqual(odd);
  });

  test('the first of two equal ids stays', async () => {
    const { rows } = await filled();
    await store.profiles.add([{ ...rows.base, fileName: 'second', createdAt: 99 }]);
    expect(await store.profiles.profile(rows.base.id)).toEqual(rows.base);
  });

  test('a comparison without its profiles is refused, and its other rows with it', async () => {
    const { rows, result } = await filled();
    const missing = rowOf({ path: '', hash: '0'.repeat(64), bytes: 1 });
    const extra = rowOf({ path: '', hash: '1'.repeat(64), bytes: 1 });
    expect(await store.profiles.add([extra], comparisonOf(missing, rows.head, result))).toBe('missing-profile');
    expect(await store.profiles.profile(extra.id)).toBeNull();
  });

  test('what is deleted is out of sight, comes back, and goes for good when nothing needs it', async () => {
    const { rows, comparison } = await filled();
    const { profiles, catalogue } = store;
    expect(await catalogue.deleteProfile(rows.base.id, 5)).toBe('done');
    expect(await catalogue.deleteProfile(rows.base.id, 6)).toBe('missing');
    expect(await profiles.profile(rows.base.id)).toBeNull();
    expect((await profiles.profilesById([rows.base.id])).get(rows.base.id)?.deletedAt).toBe(5);
    expect(await catalogue.profilesDeletedBefore(9)).toEqual([]);
    expect(await catalogue.purgeProfile(rows.base.id)).toBe('kept');
    expect(await catalogue.restoreProfiles([rows.base.id, rows.head.id])).toBe(true);
    expect(await catalogue.restoreProfiles([rows.base.id, 'none'])).toBe(false);
    await catalogue.renewProfile(rows.base.id, 'not deleted');
    expect((await profiles.profilesById([rows.base.id])).get(rows.base.id)?.fileName).toBe(rows.base.fileName);
    expect(await profiles.profile(rows.base.id)).toEqual(rows.base);
    expect(await catalogue.purgeProfile(rows.base.id)).toBe('kept');

    await catalogue.deleteProfile(rows.base.id, 5);
    expect(await catalogue.deleteComparison(comparison.id, 7)).toBe('done');
    expect(await profiles.comparison(comparison.id)).toBeNull();
    expect(await catalogue.comparisonsDeletedBefore(7)).toEqual([]);
    expect(await catalogue.comparisonsDeletedBefore(8)).toEqual([{ id: comparison.id, hash: comparison.resultHash }]);
    expect(await catalogue.restoreComparison(comparison.id)).toBe(true);
    expect(await profiles.profile(rows.base.id)).toEqual(rows.base);

    await catalogue.deleteComparison(comparison.id, 7);
    await catalogue.deleteProfile(rows.base.id, 8);
    expect(await catalogue.purgeComparison(comparison.id)).toBe('gone');
    expect(await catalogue.restoreComparison(comparison.id)).toBe(false);
    expect(await catalogue.profilesDeletedBefore(9)).toEqual([{ id: rows.base.id, hash: rows.base.contentHash }]);
    expect(await catalogue.purgeProfile(rows.base.id)).toBe('gone');
    expect(await profiles.references()).toEqual([
      { hash: rows.head.contentHash, bytes: rows.head.bytes, kind: 'profile', id: rows.head.id },
    ]);
  });

  test('survive closing and opening; migrations run once', async () => {
    const { comparison } = await filled();
    await store.close();
    store = await opened();
    expect(await store.profiles.comparison(comparison.id)).toEqual(comparison);
  });
});

describe('a data folder', () => {
  test('belongs to one process at a time', async () => {
    expect(await openStore(folder)).toMatchObject({ ok: false, error: { code: 'data-folder-in-use' } });
    await store.close();
    store = await opened();
  });

  test('that cannot be made is a fault with words', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await openStore(join(file, 'below'))).toMatchObject({ ok: false, error: { code: 'data-folder-unusable' } });
  });
});

describe('the checker', () => {
  const clean = { temporaryFiles: 0, orphanBlobs: [], lostResults: [], lostProfiles: [] };

  test('finds nothing in an intact store', async () => {
    await filled();
    expect(await checkStore(store, lock)).toEqual(clean);
  });

  test('removes blobs without rows and temporary files of nobody, but none in use', async () => {
    const orphan = await store.blobs.stage(bytesOf('orphan'));
    await store.blobs.commit(orphan);
    await writeFile(join(folder, 'tmp', 'left-behind'), 'x');
    const inUse = await store.blobs.stage(bytesOf('arriving now'));
    expect(await checkStore(store, lock)).toEqual({ ...clean, temporaryFiles: 1, orphanBlobs: [orphan.hash] });
    expect(await store.blobs.size(orphan.hash)).toBeNull();
    await store.blobs.commit(inUse);
    expect(await store.blobs.size(inUse.hash)).toBe(12);
  });

  test('reports rows whose bytes are gone or cut short, and keeps them', async () => {
    const { base, result, rows, comparison } = await filled();
    await truncate(store.blobs.localFile(base.hash), 2);
    await store.blobs.remove(result.hash);
    const report = await checkStore(store, lock);
    expect(report.lostProfiles.map(({ id }) => id)).toEqual([rows.base.id]);
    expect(report.lostResults.map(({ id }) => id)).toEqual([comparison.id]);
    expect(await store.profiles.profile(rows.base.id)).toEqual(rows.base);
  });
});

describe('ids', () => {
  const label = fc.tuple(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }));

  test('do not depend on the order of labels, and differ when anything differs', () => {
    const hash = 'a'.repeat(64);
    fc.assert(
      fc.property(
        fc.uniqueArray(label, { selector: ([name]) => name }),
        fc.uniqueArray(label, { selector: ([name]) => name }),
        (a, b) => {
          const [one, two] = [new Map(a), new Map(b)];
          const equal = one.size === two.size && [...one].every(([name, value]) => two.get(name) === value);
          expect(profileId(hash, new Map([...a].reverse()))).toBe(profileId(hash, one));
          expect(profileId(hash, one) === profileId(hash, two)).toBe(equal);
        },
      ),
      { seed: 20260 },
    );
  });

  test('of comparisons: sides and order count', () => {
    const inputs = {
      base: ['a', 'b'],
      head: ['c'],
      level: 'default' as const,
      valueType: null,
      recording: null,
      rules: 'r',
      force: false,
      sameWidth: false,
      metrics: [],
    };
    const ids = [
      inputs,
      { ...inputs, base: ['b', 'a'] },
      { ...inputs, base: ['a'], head: ['b', 'c'] },
      { ...inputs, level: 'none' as const },
      { ...inputs, valueType: 'null' },
      { ...inputs, recording: 'forced' },
      { ...inputs, recording: 'forced', force: true },
      { ...inputs, rules: 's' },
      { ...inputs, force: true },
      { ...inputs, sameWidth: true },
      { ...inputs, metrics: [['1'], [], []] },
      { ...inputs, metrics: [[], [], ['1']] },
    ].map(comparisonId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the lock runs actions on one key in order, and on different keys side by side', async () => {
  const lock = new KeyLock();
  const order: string[] = [];
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = lock.run(['b', 'a'], async () => {
    await gate;
    order.push('first');
    throw new Error('fails');
  });
  const second = lock.run(['a', 'b', 'a'], async () => void order.push('second'));
  await lock.run(['c'], async () => void order.push('other'));
  release();
  await expect(first).rejects.toThrow('fails');
  await second;
  expect(order).toEqual(['other', 'first', 'second']);
});
