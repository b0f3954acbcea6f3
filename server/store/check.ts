import type { BlobReference, Ports } from '../ports.ts';
import type { KeyLock } from './key-lock.ts';

export interface StoreReport {
  /** Temporary files of requests that never ended; removed. */
  readonly temporaryFiles: number;
  /** Blobs that no row needs: the server stopped before the row was committed, so nobody was told yes; removed. */
  readonly orphanBlobs: readonly string[];
  /** Results of comparisons that are gone or cut short; computed again when asked for. */
  readonly lostResults: readonly BlobReference[];
  /** Profiles whose bytes are gone or cut short. Kept: sending the same file again heals them. */
  readonly lostProfiles: readonly BlobReference[];
}

/**
 * Compares rows with blobs, both ways. Runs at start and may run at any time: it takes the same locks as uploads and
 * deletions, and looks again under the lock before it removes anything.
 */
export async function checkStore(
  { profiles, blobs }: Pick<Ports, 'profiles' | 'blobs'>,
  lock: KeyLock,
): Promise<StoreReport> {
  const temporaryFiles = await blobs.sweep();
  const needed = new Set((await profiles.references()).map(({ hash }) => hash));
  const orphanBlobs: string[] = [];
  for await (const hash of blobs.list()) {
    if (needed.has(hash)) continue;
    await lock.run([hash], async () => {
      if (await profiles.isReferenced(hash)) return;
      await blobs.remove(hash);
      orphanBlobs.push(hash);
    });
  }
  const lost: BlobReference[] = [];
  for (const reference of await profiles.references()) {
    const intact = await lock.run([reference.hash], async () => (await blobs.size(reference.hash)) === reference.bytes);
    if (!intact && (await profiles.isReferenced(reference.hash))) lost.push(reference);
  }
  return {
    temporaryFiles,
    orphanBlobs,
    lostResults: lost.filter(({ kind }) => kind === 'comparison'),
    lostProfiles: lost.filter(({ kind }) => kind === 'profile'),
  };
}
