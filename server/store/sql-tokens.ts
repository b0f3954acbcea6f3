import type { Kysely, Selectable } from 'kysely';
import { SCOPES } from '../auth/contract.ts';
import type { SessionRow, ThingKind, TokenRow, TokenStore } from '../auth/ports.ts';
import { isForeignKeyError } from './rows.ts';
import type { Tables } from './schema.ts';

/** Tokens, sessions and what tokens own. Each method is one statement or one transaction. */
export class SqlTokenStore implements TokenStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async add(token: TokenRow): Promise<void> {
    await this.#db
      .insertInto('tokens')
      .values({
        id: token.id,
        name: token.name,
        scopes: JSON.stringify(token.scopes),
        project: token.project,
        hash: token.hash,
        old_hash: token.oldHash,
        old_until: token.oldUntil,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
        last_used_at: token.lastUsedAt,
      })
      .execute();
  }

  async token(id: string): Promise<TokenRow | null> {
    const row = await this.#db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? tokenRow(row) : null;
  }

  async tokens(project?: string): Promise<readonly TokenRow[]> {
    let query = this.#db.selectFrom('tokens').selectAll();
    if (project !== undefined) query = query.where('project', '=', project);
    const rows = await query.orderBy('created_at', 'desc').orderBy('id').execute();
    return rows.map(tokenRow);
  }

  async rotate(
    id: string,
    { hash, oldHash, oldUntil, expiresAt }: Pick<TokenRow, 'hash' | 'oldHash' | 'oldUntil' | 'expiresAt'>,
  ): Promise<'rotated' | 'missing'> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tokens')
      .set({ hash, old_hash: oldHash, old_until: oldUntil, expires_at: expiresAt })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'rotated' : 'missing';
  }

  async remove(id: string): Promise<'removed' | 'missing'> {
    const { numDeletedRows } = await this.#db.deleteFrom('tokens').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n ? 'removed' : 'missing';
  }

  async used(id: string, at: number): Promise<void> {
    await this.#db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
  }

  async addSession({ hash, tokenId, tokenHash, expiresAt }: SessionRow, now: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('sessions').where('expires_at', '<=', now).execute();
      await transaction
        .insertInto('sessions')
        .values({ hash, token_id: tokenId, token_hash: tokenHash, expires_at: expiresAt })
        .execute();
    });
  }

  async session(hash: string): Promise<SessionRow | null> {
    const row = await this.#db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
    if (row === undefined) return null;
    return { hash: row.hash, tokenId: row.token_id, tokenHash: row.token_hash, expiresAt: row.expires_at };
  }

  async removeSession(hash: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('hash', '=', hash).execute();
  }

  async own(tokenId: string, kind: ThingKind, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      await this.#db
        .insertInto('token_things')
        .values(ids.map((id) => ({ token_id: tokenId, kind, thing_id: id })))
        .onConflict((conflict) => conflict.columns(['token_id', 'kind', 'thing_id']).doNothing())
        .execute();
    } catch (error) {
      // The token was removed while its request ran: then nobody is left to own anything.
      if (!isForeignKeyError(error)) throw error;
    }
  }

  async owns(tokenId: string, kind: ThingKind, ids: readonly string[]): Promise<boolean> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return true;
    const rows = await this.#db
      .selectFrom('token_things')
      .select('thing_id')
      .where('token_id', '=', tokenId)
      .where('kind', '=', kind)
      .where('thing_id', 'in', wanted)
      .execute();
    return rows.length === wanted.length;
  }
}

function tokenRow(row: Selectable<Tables['tokens']>): TokenRow {
  const scopes = JSON.parse(row.scopes) as string[];
  return {
    id: row.id,
    name: row.name,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    project: row.project,
    hash: row.hash,
    oldHash: row.old_hash,
    oldUntil: row.old_until,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
