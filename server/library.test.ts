import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../core/result.ts';
import { Library } from './library.ts';
import type { Upload } from './library.ts';
import { DEFAULT_LIMITS } from './ports.ts';
import type { BlobStore, Ports, ProfileStore, Workers } from './ports.ts';
import { checkStore } from './store/check.ts';
import { KeyLock } from './store/key-lock.ts';
import { openStore } from './store/open.ts';
import type { OpenStore } from './store/open.ts';
import { stageTo } from './store/staging.ts';

/** A real store whose steps are written down and can be made to fail. */

let folder: string;
let store: OpenStore;
let steps: string[];
let failing: string | null;
let library: Library;
let ports: Ports;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-library-'));
  const opened = await openStore(folder);
  if (!opened.ok) throw new Error(opened.error.code);
  store = opened.value;
  steps = [];
  failing = null;
  ports = {
    profiles: watched<ProfileStore>(store.profiles, ['add']),
    catalogue: store.catalogue,
    projects: store.projects,
    tokens: store.tokens,
    jobs: store.jobs,
    blobs: watched<BlobStore>(store.blobs, ['commit', 'remove']),
    workers: workers(),
    clock: { now: () => 1 },
    limits: DEFAULT_LIMITS,
    rules: () => 'r',
  };
  library = new Library(ports, new KeyLock());
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function watched<T extends object>(target: T, names: readonly string[]): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (names.includes(String(name))) steps.push(String(name));
        if (failing === name) return Promise.reject(new Error(`${failing} fails`));
        return Reflect.apply(value, object, args) as unknown;
      };
    },
  });
}

/** Workers that read nothing. */
function workers(): Workers {
  const facts = { format: 'folded', facts: '{}' };
  return {
    inspect: () => Promise.resolve(ok((steps.push('inspect'), facts))),
    areMetrics: (files) => Promise.resolve(ok(files.map(() => false))),
    metrics: () => Promise.reject(new Error('not asked for')),
    exportProfile: () => Promise.reject(new Error('not asked for')),
    preview: () => Promise.reject(new Error('not asked for')),
    judge: () => Promise.reject(new Error('not asked for')),
    trend: () => Promise.reject(new Error('not asked for')),
    async compare({ base, head, output }) {
      steps.push('compare');
      const result = await stageTo(output, [Buffer.from('result')]);
      return ok({ inputs: [...base, ...head].map(() => facts), result });
    },
    report: () => Promise.reject(new Error('not asked for')),
    close: () => Promise.resolve(),
  };
}

async function uploaded(text: string): Promise<Upload> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return { ...(await store.blobs.stage(bytes())), fileName: null };
}

async function everythingStored() {
  const blobs: string[] = [];
  for await (const hash of store.blobs.list()) blobs.push(hash);
  return { blobs, references: await store.profiles.references() };
}

const options = { level: 'default', valueType: null, without: [], rulesHash: null } as const;

describe('the order of steps', () => {
  test('profiles are read, then their bytes are durable, then their rows', async () => {
    await library.addProfiles([await uploaded('a'), await uploaded('b')], new Map());
    expect(steps).toEqual(['inspect', 'inspect', 'commit', 'commit', 'add']);
  });

  test('a comparison comes with its profiles in one step', async () => {
    await library.compareUploads([await uploaded('a')], [await uploaded('b')], options);
    expect(steps).toEqual(['compare', 'commit', 'commit', 'commit', 'add']);
  });

  test('what is there already is neither read nor written again', async () => {
    await library.addProfiles([await uploaded('a')], new Map());
    steps = [];
    const [stored] = await library.addProfiles([await uploaded('a')], new Map());
    expect(stored?.created).toBe(false);
    expect(steps).toEqual([]);
  });
});

describe.each(['commit', 'add'])('when %s fails', (step) => {
  test('nothing is stored, and the next upload works', async () => {
    const [a, b] = [await uploaded('a'), await uploaded('b')];
    failing = step;
    await expect(library.compareUploads([a], [b], options)).rejects.toThrow(`${step} fails`);
    failing = null;
    expect(await everythingStored()).toEqual({ blobs: [], references: [] });
    await store.blobs.discard(a.path);
    await store.blobs.discard(b.path);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    await library.addProfiles([await uploaded('a')], new Map());
    expect((await everythingStored()).blobs.length).toBe(1);
  });
});

test('uploads, deletions and the checker at the same time never lose bytes that a row needs', async () => {
  const lock = new KeyLock();
  const shared = new Library(ports, lock);
  const labels = (n: number) => new Map([['n', String(n)]]);
  const tasks = Array.from({ length: 60 }, async (_, n) => {
    const [stored] = await shared.addProfiles([await uploaded(`content ${n % 3}`)], labels(n));
    if (n % 2 === 0) await shared.removal.deleteProfile(stored?.row.id ?? '');
    // The clock stands still.
    if (n % 4 === 0) await shared.removal.purge(-1);
    if (n % 10 === 0) await checkStore(ports, lock);
  });
  await Promise.all(tasks);
  await shared.removal.purge(-1);
  expect(await checkStore(ports, lock)).toEqual({
    temporaryFiles: 0,
    orphanBlobs: [],
    lostResults: [],
    lostProfiles: [],
  });
  expect((await everythingStored()).references.length).toBe(30);
});
