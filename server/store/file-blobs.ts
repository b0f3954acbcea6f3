import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore, Staged } from '../ports.ts';
import { syncFolder } from './durable.ts';
import { stageTo } from './staging.ts';

const HASH = /^[0-9a-f]{64}$/;

/**
 * Content-addressed bytes in a folder: `blobs/ab/abcd…` beside `tmp/`, on one file system so that a rename is atomic.
 * The 256 shards are made (and synced) when opening, so a commit syncs one folder only.
 */
export async function openFileBlobs(root: string): Promise<BlobStore> {
  const blobs = join(root, 'blobs');
  const temporary = join(root, 'tmp');
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const shards = Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, '0'));
  for (const shard of shards) await mkdir(join(blobs, shard), { recursive: true, mode: 0o700 });
  await syncFolder(blobs);
  await syncFolder(root);
  return new FileBlobStore(blobs, temporary, shards);
}

class FileBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #temporary: string;
  readonly #shards: readonly string[];
  /** Names in the temporary folder that a request of this process still needs. */
  readonly #inUse = new Set<string>();

  constructor(blobs: string, temporary: string, shards: readonly string[]) {
    this.#blobs = blobs;
    this.#temporary = temporary;
    this.#shards = shards;
  }

  async stage(source: AsyncIterable<Uint8Array>): Promise<Staged> {
    const path = this.reserve();
    try {
      return await stageTo(path, source);
    } catch (error) {
      await this.discard(path);
      throw error;
    }
  }

  reserve(): string {
    const name = randomUUID();
    this.#inUse.add(name);
    return join(this.#temporary, name);
  }

  async commit(staged: Staged): Promise<void> {
    const target = this.localFile(staged.hash);
    await rename(staged.path, target);
    this.#inUse.delete(basename(staged.path));
    await syncFolder(dirname(target));
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
    this.#inUse.delete(basename(path));
  }

  async size(hash: string): Promise<number | null> {
    try {
      return (await stat(this.localFile(hash))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  open(hash: string): Readable {
    return createReadStream(this.localFile(hash));
  }

  localFile(hash: string): string {
    if (!HASH.test(hash)) throw new Error('not a content hash');
    return join(this.#blobs, hash.slice(0, 2), hash);
  }

  async remove(hash: string): Promise<void> {
    const path = this.localFile(hash);
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  }

  async *list(): AsyncIterable<string> {
    for (const shard of this.#shards) {
      for (const name of await readdir(join(this.#blobs, shard))) if (HASH.test(name)) yield name;
    }
  }

  async sweep(): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#temporary)) {
      if (this.#inUse.has(name)) continue;
      await rm(join(this.#temporary, name), { force: true });
      removed++;
    }
    return removed;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
