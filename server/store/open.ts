import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { BlobStore } from '../ports.ts';
import { syncFolder } from './durable.ts';
import { openFileBlobs } from './file-blobs.ts';
import { lockFolder } from './folder-lock.ts';
import { openSqlite } from './sqlite.ts';
import type { Database } from './sqlite.ts';

export interface OpenStore extends Database {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** Opens (or makes) the store of one data folder for this process alone. */
export async function openStore(folder: string): Promise<Result<OpenStore, Fault>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(join(folder, 'lock.sqlite'));
    if (lock === null) return err(fault('data-folder-in-use', { facts: { folder } }));
    try {
      const blobs = await openFileBlobs(folder);
      const database = await openSqlite(join(folder, 'firebreak.sqlite'));
      await syncFolder(folder);
      return ok({
        ...database,
        blobs,
        async close() {
          await database.profiles.close();
          lock.release();
        },
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return err(fault('data-folder-unusable', { facts: { folder, what } }));
  }
}
