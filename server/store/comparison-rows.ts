import type { Kysely, Selectable } from 'kysely';
import { LEVELS } from '../../core/normalize/rule.ts';
import type { ComparisonRow } from '../ports.ts';
import type { Tables } from './schema.ts';

/** Comparisons with the profiles of both sides. */
export async function comparisonRows(
  db: Kysely<Tables>,
  rows: readonly Selectable<Tables['comparisons']>[],
): Promise<ComparisonRow[]> {
  if (rows.length === 0) return [];
  const runs = await db
    .selectFrom('comparison_runs')
    .selectAll()
    .where(
      'comparison_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  const runsOf = new Map<string, string[]>();
  for (const { comparison_id, side, profile_id } of runs) {
    const key = `${comparison_id} ${side}`;
    const ids = runsOf.get(key);
    if (ids === undefined) runsOf.set(key, [profile_id]);
    else ids.push(profile_id);
  }
  return rows.map((row) => {
    const ids = (side: string) => runsOf.get(`${row.id} ${side}`) ?? [];
    const level = LEVELS.find((known) => known === row.level);
    if (level === undefined) throw new Error(`comparison ${row.id} has the unknown level ${row.level}`);
    return {
      id: row.id,
      ...(row.name === null ? {} : { name: row.name }),
      base: ids('base'),
      head: ids('head'),
      level,
      valueType: row.value_type,
      recording: row.recording,
      rules: row.rules,
      without: JSON.parse(row.without) as string[],
      rulesHash: row.rules_hash,
      force: row.forced === 1,
      sameWidth: row.same_width === 1,
      resultHash: row.result_hash,
      resultBytes: row.result_bytes,
      createdAt: row.created_at,
      ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
    };
  });
}
