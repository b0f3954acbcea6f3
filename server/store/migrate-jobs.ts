import type { Kysely } from 'kysely';

/** Jobs, and what else a comparison was asked for with. */
export async function jobsAndForce(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text')
    .addColumn('comparison_id', 'text')
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('jobs_by_age').on('jobs').column('created_at').execute();
  await db.schema
    .alterTable('comparisons')
    .addColumn('forced', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
