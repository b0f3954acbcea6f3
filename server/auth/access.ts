import { notFound } from '../http/not-found.ts';
import type { ComparisonRow, Ports, ProfileRow } from '../ports.ts';
import { placeOf } from '../store/place.ts';
import { mustHave, mustSee } from './guard.ts';
import { may } from './principal.ts';
import type { Principal } from './principal.ts';
import type { ThingKind } from './ports.ts';

/** What of the stored things is there for whoever asks. What is not is a 404, as if it did not exist. */
export class Access {
  readonly #ports: Pick<Ports, 'profiles' | 'tokens'>;

  constructor(ports: Pick<Ports, 'profiles' | 'tokens'>) {
    this.#ports = ports;
  }

  /** Refuses when one of the profiles lies in a project that the token is not for; ids that do not exist pass. */
  async mustSeeProfiles(ids: readonly string[], principal: Principal): Promise<void> {
    if (principal.project === null) return;
    for (const [id, { labels }] of await this.#ports.profiles.profilesById(ids)) {
      mustSee(principal, placeOf(labels).project, 'profile', id);
    }
  }

  async profile(id: string, principal: Principal): Promise<ProfileRow> {
    const row = await this.#ports.profiles.profile(id);
    if (row === null) throw notFound('profile', id);
    mustSee(principal, placeOf(row.labels).project, 'profile', id);
    return row;
  }

  async comparison(id: string, principal: Principal): Promise<ComparisonRow> {
    const row = await this.#ports.profiles.comparison(id);
    if (row === null) throw notFound('comparison', id);
    await this.#mustSeeComparison(row, principal);
    return row;
  }

  async #mustSeeComparison({ id, base, head }: ComparisonRow, principal: Principal): Promise<void> {
    if (principal.project === null) return;
    const rows = await this.#ports.profiles.profilesById([...base, ...head]);
    for (const { labels } of rows.values()) mustSee(principal, placeOf(labels).project, 'comparison', id);
  }

  /** A token for uploads alone has to do with what it stored or asked for itself. */
  async mustOwn(principal: Principal, kind: ThingKind, ids: readonly string[]): Promise<void> {
    if (may(principal, 'read') || principal.tokenId === null) return;
    if (!(await this.#ports.tokens.owns(principal.tokenId, kind, ids))) mustHave(principal, 'read');
  }

  /** Remembers who stored or asked for things. */
  async own(principal: Principal, kind: ThingKind, ids: readonly string[]): Promise<void> {
    if (principal.tokenId !== null) await this.#ports.tokens.own(principal.tokenId, kind, ids);
  }
}
