import type { Scope } from './contract.ts';

/** A token as it is stored. Times are milliseconds since 1970. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: all projects. */
  readonly project: string | null;
  /** SHA-256 of the whole token, hex. */
  readonly hash: string;
  /** Of the token before the last rotation, good until `oldUntil`. */
  readonly oldHash: string | null;
  readonly oldUntil: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface SessionRow {
  /** SHA-256 of the cookie, hex. */
  readonly hash: string;
  readonly tokenId: string;
  /** Of the secret that was signed in with. */
  readonly tokenHash: string;
  readonly expiresAt: number;
}

/** What a token stored or asked for. */
export type ThingKind = 'profile' | 'verdict';

export interface TokenStore {
  add(token: TokenRow): Promise<void>;
  token(id: string): Promise<TokenRow | null>;
  /** Newest first; of one project, or all when left out. */
  tokens(project?: string): Promise<readonly TokenRow[]>;
  /** Sets the secrets and the end; `missing`: it was removed meanwhile. */
  rotate(
    id: string,
    change: Pick<TokenRow, 'hash' | 'oldHash' | 'oldUntil' | 'expiresAt'>,
  ): Promise<'rotated' | 'missing'>;
  /** With its sessions. */
  remove(id: string): Promise<'removed' | 'missing'>;
  used(id: string, at: number): Promise<void>;
  /** Also removes sessions that ended before `now`. */
  addSession(session: SessionRow, now: number): Promise<void>;
  session(hash: string): Promise<SessionRow | null>;
  removeSession(hash: string): Promise<void>;
  /** Remembers that things belong to a token. */
  own(tokenId: string, kind: ThingKind, ids: readonly string[]): Promise<void>;
  /** Whether all of them belong to it. */
  owns(tokenId: string, kind: ThingKind, ids: readonly string[]): Promise<boolean>;
}
