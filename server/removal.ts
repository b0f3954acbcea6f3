import { notFound } from './http/not-found.ts';
import type { Ports } from './ports.ts';
import type { KeyLock } from './store/key-lock.ts';

/** How long what was deleted can be restored. */
export const UNDO_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/**
 * Deleting in two steps: what is deleted leaves every list at once and can be restored for a while; then its row goes,
 * and after it the blob, unless another row needs it. A comparison keeps working when its profiles are deleted: they stay,
 * out of sight, as long as there is a comparison of them.
 */
export class Removal {
  readonly #ports: Pick<Ports, 'profiles' | 'catalogue' | 'blobs' | 'clock'>;
  readonly #lock: KeyLock;

  constructor(ports: Pick<Ports, 'profiles' | 'catalogue' | 'blobs' | 'clock'>, lock: KeyLock) {
    this.#ports = ports;
    this.#lock = lock;
  }

  async deleteProfile(id: string): Promise<void> {
    const { catalogue, clock } = this.#ports;
    if ((await catalogue.deleteProfile(id, clock.now())) === 'missing') throw notFound('profile', id);
  }

  /** Its profiles stay. */
  async deleteComparison(id: string): Promise<void> {
    const { catalogue, clock } = this.#ports;
    if ((await catalogue.deleteComparison(id, clock.now())) === 'missing') throw notFound('comparison', id);
  }

  async restoreProfile(id: string): Promise<void> {
    if (!(await this.#ports.catalogue.restoreProfiles([id]))) throw notFound('profile', id);
  }

  /** With its profiles. */
  async restoreComparison(id: string): Promise<void> {
    if (!(await this.#ports.catalogue.restoreComparison(id))) throw notFound('comparison', id);
  }

  /** Takes away for good what was deleted so long ago that it cannot be restored any more; gives how much that was. */
  async purge(undoMilliseconds: number = UNDO_MILLISECONDS): Promise<{ comparisons: number; profiles: number }> {
    const { catalogue, clock } = this.#ports;
    const time = clock.now() - undoMilliseconds;
    // Comparisons first: they may be all that profiles are kept for.
    const comparisons = await this.#purge(await catalogue.comparisonsDeletedBefore(time), (id) =>
      catalogue.purgeComparison(id),
    );
    const profiles = await this.#purge(await catalogue.profilesDeletedBefore(time), (id) => catalogue.purgeProfile(id));
    return { comparisons, profiles };
  }

  async #purge(
    deleted: readonly { readonly id: string; readonly hash: string }[],
    remove: (id: string) => Promise<'gone' | 'kept'>,
  ): Promise<number> {
    let gone = 0;
    for (const { id, hash } of deleted) {
      await this.#lock.run([hash], async () => {
        if ((await remove(id)) === 'kept') return;
        gone++;
        if (!(await this.#ports.profiles.isReferenced(hash))) await this.#ports.blobs.remove(hash);
      });
    }
    return gone;
  }
}
