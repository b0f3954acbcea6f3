import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { err, ok } from '../../core/result.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Result } from '../../core/result.ts';
import { dataFolder } from '../data-folder.ts';
import { Refusal } from '../http/problem.ts';
import { DEFAULT_POOL, openWorkers } from '../jobs/pool.ts';
import { rulesOf } from '../jobs/rules.ts';
import { Library } from '../library.ts';
import type { CompareOptions, Upload } from '../library.ts';
import { DEFAULT_LIMITS } from '../ports.ts';
import type { BlobStore, ComparisonRow } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { KeyLock } from '../store/key-lock.ts';
import { openStore } from '../store/open.ts';
import { readTrackers } from '../trackers/config.ts';
import { NODE_WIRE } from '../trackers/open.ts';
import { Tickets } from './tickets.ts';

export { postedAnswerOf, previewAnswerOf, ticketAnswerOf } from './answers.ts';

/** Tickets without a server, for the command line. */
export interface LocalTickets {
  readonly tickets: Tickets;
  /** Rules of the project in the data folder. */
  compareOptions(level: CompareOptions['level'], valueType: string | null): Promise<CompareOptions>;
  /** Compares files of this machine and stores the comparison. */
  compareFiles(base: readonly string[], head: readonly string[], options: CompareOptions): Promise<ComparisonRow>;
  close(): Promise<void>;
}

/**
 * Runs `action` on the trackers and, when something is to be kept, on the data folder, which it holds alone (fault
 * `data-folder-in-use` while a server runs on it). What only looks works in a folder of its own beside any server. A
 * `Refusal` comes back as its fault.
 */
export async function withLocalTickets<T>(
  keeps: boolean,
  action: (local: LocalTickets) => Promise<T>,
): Promise<Result<T, Fault>> {
  const data = dataFolder(process.env);
  const trackers = await readTrackers(data, process.env);
  if (!trackers.ok) return trackers;
  const temporary = keeps ? null : await mkdtemp(join(tmpdir(), 'firebreak-ticket-'));
  try {
    const store = await openStore(temporary ?? data);
    if (!store.ok) return store;
    const workers = openWorkers({ ...DEFAULT_POOL, threads: 1 }, () => {});
    const { profiles, blobs } = store.value;
    const lock = new KeyLock();
    const ports = {
      ...store.value,
      workers,
      clock: { now: () => Date.now() },
      limits: DEFAULT_LIMITS,
      rules: rulesOf(),
    };
    const library = new Library(ports, lock);
    const tickets = new Tickets({ ...ports, library, lock, trackers: trackers.value, wire: NODE_WIRE });
    const local: LocalTickets = {
      tickets,
      async compareOptions(level, valueType) {
        return { level, valueType, without: [], rulesHash: await projectRulesHash({ profiles }) };
      },
      async compareFiles(base, head, options) {
        return withUploads([...base, ...head], blobs, async (uploads) => {
          const sides = [uploads.slice(0, base.length), uploads.slice(base.length)] as const;
          return (await library.compareUploads(...sides, options)).row;
        });
      },
      async close() {
        await workers.close();
        await store.value.close();
      },
    };
    try {
      return ok(await action(local));
    } catch (error) {
      if (error instanceof Refusal) return err(error.fault);
      throw error;
    } finally {
      await local.close();
    }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}

async function withUploads<T>(
  paths: readonly string[],
  blobs: BlobStore,
  action: (uploads: readonly Upload[]) => Promise<T>,
): Promise<T> {
  const uploads: Upload[] = [];
  try {
    for (const path of paths)
      uploads.push({ ...(await blobs.stage(createReadStream(path))), fileName: basename(path) });
    return await action(uploads);
  } finally {
    for (const { path } of uploads) await blobs.discard(path);
  }
}
