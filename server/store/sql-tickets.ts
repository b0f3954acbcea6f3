import type { Kysely } from 'kysely';
import type { PostedFile, TicketPost, TicketStore } from '../tickets/ports.ts';
import type { Tables } from './schema.ts';

/** Reports on tickets, one row each. */
export class SqlTicketStore implements TicketStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async post(tracker: string, ticket: string, pair: string): Promise<TicketPost | null> {
    const row = await this.#db
      .selectFrom('ticket_posts')
      .selectAll()
      .where('tracker', '=', tracker)
      .where('ticket', '=', ticket)
      .where('pair', '=', pair)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      tracker,
      ticket,
      pair,
      comparison: row.comparison_id,
      files: JSON.parse(row.files) as PostedFile[],
      stale: JSON.parse(row.stale) as string[],
      commentId: row.comment_id,
      state: row.state === 'posted' ? 'posted' : 'posting',
      updatedAt: row.updated_at,
    };
  }

  async put({ tracker, ticket, pair, ...post }: TicketPost): Promise<void> {
    const columns = {
      comparison_id: post.comparison,
      files: JSON.stringify(post.files),
      stale: JSON.stringify(post.stale),
      comment_id: post.commentId,
      state: post.state,
      updated_at: post.updatedAt,
    };
    await this.#db
      .insertInto('ticket_posts')
      .values({ tracker, ticket, pair, ...columns })
      .onConflict((conflict) => conflict.columns(['tracker', 'ticket', 'pair']).doUpdateSet(columns))
      .execute();
  }
}
