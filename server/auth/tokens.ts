import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Clock } from '../ports.ts';
import type { Scope } from './contract.ts';
import type { SessionRow, TokenRow, TokenStore } from './ports.ts';
import type { Principal } from './principal.ts';
import { hashOf, idIn, newId, newSecret, sameHash, tokenText } from './secret.ts';

const DAY = 86_400_000;
/** A token's last use is written at most so often. */
const USE_STEP = 60_000;
const SESSION_DAYS = 7;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly project: string | null;
  /** Null: never. */
  readonly expiresInDays: number | null;
}

export interface Rotation {
  readonly overlapSeconds: number;
  /** Undefined: as before. */
  readonly expiresInDays?: number | null | undefined;
}

/** A token with its secret: the only time that it exists outside of the hands of its owner. */
export interface Issued {
  readonly row: TokenRow;
  readonly token: string;
}

export interface SignedIn {
  readonly cookie: string;
  readonly principal: Principal;
}

/** Makes, changes and recognizes tokens and the sessions of browsers. */
export class Tokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #written = new Map<string, number>();

  constructor({ tokens, clock }: { readonly tokens: TokenStore; readonly clock: Clock }) {
    this.#store = tokens;
    this.#clock = clock;
  }

  async create({ name, scopes, project, expiresInDays }: NewToken): Promise<Issued> {
    const now = this.#clock.now();
    const id = newId();
    const token = tokenText(id, newSecret());
    const row: TokenRow = {
      id,
      name,
      scopes: [...new Set(scopes)],
      project,
      hash: hashOf(token),
      oldHash: null,
      oldUntil: null,
      createdAt: now,
      expiresAt: endOf(now, expiresInDays),
      lastUsedAt: null,
    };
    await this.#store.add(row);
    return { row, token };
  }

  /** A new secret for a token; the one before it stays good for the overlap. */
  async rotate(id: string, { overlapSeconds, expiresInDays }: Rotation): Promise<Issued | null> {
    const now = this.#clock.now();
    const row = await this.#store.token(id);
    if (row === null) return null;
    const token = tokenText(id, newSecret());
    const change = {
      hash: hashOf(token),
      oldHash: overlapSeconds === 0 ? null : row.hash,
      oldUntil: overlapSeconds === 0 ? null : now + overlapSeconds * 1000,
      expiresAt: expiresInDays === undefined ? row.expiresAt : endOf(now, expiresInDays),
    };
    if ((await this.#store.rotate(id, change)) === 'missing') return null;
    return { row: { ...row, ...change }, token };
  }

  /** Whose token this is; null when it is none, or none any more. */
  async holder(token: string): Promise<Principal | null> {
    const id = idIn(token);
    const row = id === null ? null : await this.#store.token(id);
    if (row === null) return null;
    const now = this.#clock.now();
    if (!isGood(row, hashOf(token), now)) return null;
    await this.#noteUse(row, now);
    return principalOf(row, 'token', row.expiresAt);
  }

  /** A session for whoever holds the token; null when it is none, or none any more. Refuses tokens that cannot read. */
  async signIn(token: string): Promise<SignedIn | null> {
    const holder = await this.holder(token);
    if (holder === null || holder.tokenId === null) return null;
    if (!holder.scopes.includes('read') && !holder.scopes.includes('admin')) {
      throw new Refusal(fault('token-scope', { facts: { needed: ['read'], has: [...holder.scopes] } }));
    }
    const now = this.#clock.now();
    const cookie = newSecret();
    const expiresAt = Math.min(now + SESSION_DAYS * DAY, holder.expiresAt ?? Number.POSITIVE_INFINITY);
    const session = { hash: hashOf(cookie), tokenId: holder.tokenId, tokenHash: hashOf(token), expiresAt };
    await this.#store.addSession(session, now);
    return { cookie, principal: { ...holder, auth: 'session', expiresAt } };
  }

  /** Whose session this is; null when it is none, or none any more. It ends with the secret it was opened with. */
  async visitor(cookie: string): Promise<Principal | null> {
    const session: SessionRow | null = await this.#store.session(hashOf(cookie));
    const now = this.#clock.now();
    if (session === null || session.expiresAt <= now) return null;
    const row = await this.#store.token(session.tokenId);
    if (row === null || !isGood(row, session.tokenHash, now)) return null;
    await this.#noteUse(row, now);
    return principalOf(row, 'session', session.expiresAt);
  }

  async signOut(cookie: string): Promise<void> {
    await this.#store.removeSession(hashOf(cookie));
  }

  /** Whether somebody could sign in as administrator of everything. */
  async haveAdmin(): Promise<boolean> {
    const now = this.#clock.now();
    const rows = await this.#store.tokens();
    return rows.some(
      ({ scopes, project, expiresAt }) =>
        scopes.includes('admin') && project === null && (expiresAt === null || expiresAt > now),
    );
  }

  /** Written now and then, not at every request: the list is exact to the minute. */
  async #noteUse({ id, lastUsedAt }: TokenRow, now: number): Promise<void> {
    const last = Math.max(this.#written.get(id) ?? 0, lastUsedAt ?? 0);
    if (now - last < USE_STEP) return;
    this.#written.set(id, now);
    await this.#store.used(id, now);
  }
}

function endOf(now: number, days: number | null): number | null {
  return days === null ? null : now + days * DAY;
}

function isGood({ hash, oldHash, oldUntil, expiresAt }: TokenRow, given: string, now: number): boolean {
  if (expiresAt !== null && expiresAt <= now) return false;
  const isNew = sameHash(hash, given);
  const isOld = oldHash !== null && sameHash(oldHash, given);
  return isNew || (isOld && oldUntil !== null && oldUntil > now);
}

function principalOf({ id, name, scopes, project }: TokenRow, auth: 'token' | 'session', expiresAt: number | null) {
  return { auth, tokenId: id, name, scopes, project, expiresAt };
}
