import type { Ports } from '../ports.ts';
import type { Removal } from '../removal.ts';

const DAY = 86_400_000;
const BATCH = 100;

export interface Expired {
  readonly verdicts: number;
  readonly comparisons: number;
  readonly profiles: number;
}

/**
 * Deletes what is older than its project keeps things: verdicts at once, the rest as people delete it, so it can be
 * restored for a while. Profiles stay as long as there is a comparison of them.
 */
export async function deleteExpired(
  { projects, clock }: Pick<Ports, 'projects' | 'clock'>,
  removal: Pick<Removal, 'deleteComparison' | 'deleteProfile'>,
): Promise<Expired> {
  const expired = { verdicts: 0, comparisons: 0, profiles: 0 };
  for (const { project, settings } of await projects.allSettings()) {
    if (settings.retentionDays === null) continue;
    const time = clock.now() - settings.retentionDays * DAY;
    expired.verdicts += await projects.deleteVerdictsOlderThan(project, time);
    expired.comparisons += await inBatches(
      () => projects.comparisonsOlderThan(project, time, BATCH),
      (id) => removal.deleteComparison(id),
    );
    expired.profiles += await inBatches(
      () => projects.unusedProfilesOlderThan(project, time, BATCH),
      (id) => removal.deleteProfile(id),
    );
  }
  return expired;
}

/** What is deleted is not found again, so the same question gives the next ones. */
async function inBatches(
  next: () => Promise<readonly string[]>,
  remove: (id: string) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await next();
    if (ids.length === 0) return removed;
    for (const id of ids) await remove(id);
    removed += ids.length;
  }
}
