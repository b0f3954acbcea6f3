import type { Kysely } from 'kysely';

/** What is deleted stays for a while, and comparisons have names. */
export async function namesAndDeletion(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('deleted_at', 'bigint').execute();
  await db.schema.alterTable('comparisons').addColumn('deleted_at', 'bigint').execute();
  await db.schema.alterTable('comparisons').addColumn('name', 'text').execute();
  await db.schema.createIndex('profiles_by_deletion').on('profiles').column('deleted_at').execute();
  await db.schema.createIndex('comparisons_by_deletion').on('comparisons').column('deleted_at').execute();
}
