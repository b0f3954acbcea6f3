import type { Insertable, Selectable } from 'kysely';
import type { AttachedMetrics, ProfileRow } from '../ports.ts';
import { placeOf } from './place.ts';
import type { Tables } from './schema.ts';

/** Profiles as rows of their table, and what databases say about rows that refer to each other. */

export function tableRow(profile: ProfileRow): Insertable<Tables['profiles']> {
  const { project, branch, commit } = placeOf(profile.labels);
  return {
    id: profile.id,
    content_hash: profile.contentHash,
    bytes: profile.bytes,
    file_name: profile.fileName,
    format: profile.format,
    labels: JSON.stringify([...profile.labels]),
    facts: profile.facts,
    metrics: JSON.stringify(profile.metrics),
    project,
    branch,
    commit_name: commit,
    created_at: profile.createdAt,
  };
}

export function profileRow(row: Selectable<Tables['profiles']>): ProfileRow {
  return {
    id: row.id,
    contentHash: row.content_hash,
    bytes: row.bytes,
    fileName: row.file_name,
    format: row.format,
    labels: new Map(JSON.parse(row.labels) as [string, string][]),
    facts: row.facts,
    metrics: JSON.parse(row.metrics) as AttachedMetrics[],
    createdAt: row.created_at,
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  };
}

/** A row that others point to was deleted, or one that is pointed to does not exist (SQLite, PostgreSQL). */
export function isForeignKeyError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503';
}
