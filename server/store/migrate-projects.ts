import type { Kysely } from 'kysely';
import { placeOf } from './place.ts';

/** The tables as this migration finds and leaves them. */
interface Migrated {
  profiles: { id: string; labels: string; project: string; branch: string | null; commit_name: string | null };
  comparisons: { id: string; project: string | null };
  comparison_runs: { comparison_id: string; profile_id: string };
}

/** Profiles get their place from the labels they have; comparisons get that of their profiles. */
export async function projectsVerdictsAndTokens(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Migrated>;
  await addPlaces(db);
  await addProjects(db);
  await addTokens(db);
}

async function addPlaces(db: Kysely<Migrated>): Promise<void> {
  await db.schema
    .alterTable('profiles')
    .addColumn('project', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await db.schema.alterTable('profiles').addColumn('branch', 'text').execute();
  await db.schema.alterTable('profiles').addColumn('commit_name', 'text').execute();
  await db.schema.alterTable('comparisons').addColumn('project', 'text').execute();
  for (const { id, labels } of await db.selectFrom('profiles').select(['id', 'labels']).execute()) {
    const { project, branch, commit } = placeOf(new Map(JSON.parse(labels) as [string, string][]));
    await db.updateTable('profiles').set({ project, branch, commit_name: commit }).where('id', '=', id).execute();
  }
  for (const { id } of await db.selectFrom('comparisons').select('id').execute()) {
    const projects = await db
      .selectFrom('comparison_runs')
      .innerJoin('profiles', 'profiles.id', 'comparison_runs.profile_id')
      .select('profiles.project')
      .distinct()
      .where('comparison_id', '=', id)
      .execute();
    const project = projects.length === 1 ? (projects[0]?.project ?? null) : null;
    await db.updateTable('comparisons').set({ project }).where('id', '=', id).execute();
  }
  await db.schema.createIndex('profiles_by_project').on('profiles').columns(['project', 'created_at', 'id']).execute();
  await db.schema.createIndex('profiles_by_commit').on('profiles').columns(['project', 'commit_name']).execute();
  await db.schema
    .createIndex('profiles_by_branch')
    .on('profiles')
    .columns(['project', 'branch', 'created_at', 'id'])
    .execute();
}

async function addProjects(db: Kysely<Migrated>): Promise<void> {
  await db.schema
    .createTable('commits')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('commit_name', 'text', (column) => column.notNull())
    .addColumn('fork_point', 'text')
    .addColumn('ancestors', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('commits_key', ['project', 'commit_name'])
    .execute();
  await db.schema
    .createTable('project_settings')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('verdicts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('branch', 'text')
    .addColumn('commit_name', 'text')
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('comparison_id', 'text', (column) => column.references('comparisons.id').onDelete('set null'))
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('gate', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('verdicts_by_age').on('verdicts').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('verdicts_by_project').on('verdicts').columns(['project', 'created_at', 'id']).execute();
  await db.schema.createIndex('verdicts_by_comparison').on('verdicts').column('comparison_id').execute();
}

async function addTokens(db: Kysely<Migrated>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('project', 'text')
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('old_hash', 'text')
    .addColumn('old_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('token_id', 'text', (column) => column.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_token').on('sessions').column('token_id').execute();
  await db.schema
    .createTable('token_things')
    .addColumn('token_id', 'text', (column) => column.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('token_things_key', ['token_id', 'kind', 'thing_id'])
    .execute();
}
