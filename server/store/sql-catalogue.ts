import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type {
  CatalogueStore,
  ComparisonFilter,
  Deleted,
  LabelValues,
  ListFilter,
  ProfileEdit,
} from '../catalogue/ports.ts';
import type { ComparisonRow, PageRequest, ProfileRow } from '../ports.ts';
import { comparisonRows } from './comparison-rows.ts';
import { placeOf } from './place.ts';
import { isForeignKeyError, profileRow } from './rows.ts';
import type { Tables } from './schema.ts';

type InProfiles = ExpressionBuilder<Tables, 'profiles'>;

/** Profiles and comparisons as people look for them, name them and throw them away. */
export class SqlCatalogueStore implements CatalogueStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async profilePage({ limit, after }: PageRequest, filter: ListFilter): Promise<readonly ProfileRow[]> {
    const { deleted, since, before } = filter;
    let query = this.#db
      .selectFrom('profiles')
      .selectAll()
      .where('deleted_at', deleted ? 'is not' : 'is', null)
      .where((eb) => eb.and([...ofPlace(eb, filter), ...filter.words.map((word) => hasWord(eb, word))]));
    if (since !== undefined) query = query.where('created_at', '>=', since);
    if (before !== undefined) query = query.where('created_at', '<', before);
    if (after) {
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)));
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(profileRow);
  }

  async comparisonPage({ limit, after }: PageRequest, filter: ComparisonFilter): Promise<readonly ComparisonRow[]> {
    const { project, deleted, since, before, profile, words } = filter;
    const { branch, commit, labels } = filter;
    let query = this.#db
      .selectFrom('comparisons')
      .selectAll('comparisons')
      .where('comparisons.deleted_at', deleted ? 'is not' : 'is', null);
    if (project !== undefined) query = query.where('comparisons.project', '=', project);
    if (since !== undefined) query = query.where('comparisons.created_at', '>=', since);
    if (before !== undefined) query = query.where('comparisons.created_at', '<', before);
    const ofProfiles = (condition: (eb: InProfiles) => Expression<SqlBool>) =>
      sql<SqlBool>`exists ${this.#db
        .selectFrom('comparison_runs')
        .innerJoin('profiles', 'profiles.id', 'comparison_runs.profile_id')
        .select('profiles.id')
        .where(sql<SqlBool>`comparison_runs.comparison_id = comparisons.id`)
        .where((eb) => condition(eb as unknown as InProfiles))}`;
    if (profile !== undefined) query = query.where(ofProfiles((eb) => eb('profiles.id', '=', profile)));
    if (branch !== undefined || commit !== undefined || labels.size > 0) {
      query = query.where(ofProfiles((eb) => eb.and(ofPlace(eb, { branch, commit, labels }))));
    }
    for (const word of words) {
      query = query.where((eb) =>
        eb.or([has(sql.ref('comparisons.name'), word), ofProfiles((profiles) => hasWord(profiles, word))]),
      );
    }
    if (after) {
      query = query.where((eb) =>
        eb(eb.refTuple('comparisons.created_at', 'comparisons.id'), '<', eb.tuple(after.createdAt, after.id)),
      );
    }
    const rows = await query
      .orderBy('comparisons.created_at', 'desc')
      .orderBy('comparisons.id', 'desc')
      .limit(limit)
      .execute();
    return comparisonRows(this.#db, rows);
  }

  async editProfile(id: string, { fileName, labels }: ProfileEdit): Promise<'done' | 'missing'> {
    const place = labels === undefined ? null : placeOf(labels);
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('profiles')
        .set({
          // Named again, so that a change of nothing is one as well.
          id,
          ...(fileName === undefined ? {} : { file_name: fileName }),
          ...(labels === undefined ? {} : { labels: JSON.stringify([...labels]) }),
          ...(place === null ? {} : { project: place.project, branch: place.branch, commit_name: place.commit }),
        })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return 'missing';
      if (place !== null) await followProject(transaction, id);
      return 'done';
    });
  }

  async nameComparison(id: string, name: string | null): Promise<'done' | 'missing'> {
    const { numUpdatedRows } = await this.#db
      .updateTable('comparisons')
      .set({ name })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'done' : 'missing';
  }

  deleteProfile(id: string, time: number): Promise<'done' | 'missing'> {
    return this.#delete('profiles', id, time);
  }

  deleteComparison(id: string, time: number): Promise<'done' | 'missing'> {
    return this.#delete('comparisons', id, time);
  }

  async #delete(table: 'profiles' | 'comparisons', id: string, time: number): Promise<'done' | 'missing'> {
    const { numUpdatedRows } = await this.#db
      .updateTable(table)
      .set({ deleted_at: time })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'done' : 'missing';
  }

  async restoreProfiles(ids: readonly string[]): Promise<boolean> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return true;
    const { numUpdatedRows } = await this.#db
      .updateTable('profiles')
      .set({ deleted_at: null })
      .where('id', 'in', wanted)
      .executeTakeFirst();
    return numUpdatedRows === BigInt(wanted.length);
  }

  async renewProfile(id: string, fileName: string | null): Promise<void> {
    await this.#db
      .updateTable('profiles')
      .set({ deleted_at: null, file_name: fileName })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
  }

  async restoreComparison(id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('comparisons')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .executeTakeFirst();
      await transaction
        .updateTable('profiles')
        .set({ deleted_at: null })
        .where('deleted_at', 'is not', null)
        .where('id', 'in', (eb) =>
          eb.selectFrom('comparison_runs').select('profile_id').where('comparison_id', '=', id),
        )
        .execute();
      return numUpdatedRows > 0n;
    });
  }

  async profilesDeletedBefore(time: number): Promise<readonly Deleted[]> {
    return this.#db
      .selectFrom('profiles')
      .select(['id', 'content_hash as hash'])
      .where('deleted_at', '<', time)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('comparison_runs')
              .select('comparison_runs.profile_id')
              .whereRef('comparison_runs.profile_id', '=', 'profiles.id'),
          ),
        ),
      )
      .execute();
  }

  async comparisonsDeletedBefore(time: number): Promise<readonly Deleted[]> {
    return this.#db
      .selectFrom('comparisons')
      .select(['id', 'result_hash as hash'])
      .where('deleted_at', '<', time)
      .execute();
  }

  async purgeProfile(id: string): Promise<'gone' | 'kept'> {
    try {
      return await this.#purge('profiles', id);
    } catch (error) {
      if (isForeignKeyError(error)) return 'kept';
      throw error;
    }
  }

  purgeComparison(id: string): Promise<'gone' | 'kept'> {
    return this.#purge('comparisons', id);
  }

  async #purge(table: 'profiles' | 'comparisons', id: string): Promise<'gone' | 'kept'> {
    const { numDeletedRows } = await this.#db
      .deleteFrom(table)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows > 0n ? 'gone' : 'kept';
  }

  async labelValues(project: string | undefined, limit: number): Promise<readonly LabelValues[]> {
    let query = this.#db
      .selectFrom('profiles')
      .select((eb) => ['labels', eb.fn.countAll().as('profiles')])
      .where('deleted_at', 'is', null);
    if (project !== undefined) query = query.where('project', '=', project);
    const found = new Map<string, Map<string, number>>();
    for (const { labels, profiles } of await query.groupBy('labels').execute()) {
      for (const [name, value] of JSON.parse(labels) as [string, string][]) {
        const values = found.get(name) ?? new Map<string, number>();
        found.set(name, values.set(value, (values.get(value) ?? 0) + Number(profiles)));
      }
    }
    return [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, values]) => ({
        name,
        values: [...values]
          .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
          .slice(0, limit)
          .map(([value]) => value),
      }));
  }
}

/** Comparisons belong to the project of all their profiles, or to none. */
async function followProject(db: Kysely<Tables>, profile: string): Promise<void> {
  const comparisons = await db
    .selectFrom('comparison_runs')
    .select('comparison_id')
    .distinct()
    .where('profile_id', '=', profile)
    .execute();
  for (const { comparison_id: id } of comparisons) {
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
}

function ofPlace(
  eb: InProfiles,
  { project, branch, commit, labels }: Pick<ListFilter, 'project' | 'branch' | 'commit' | 'labels'>,
): Expression<SqlBool>[] {
  return [
    ...(project === undefined ? [] : [eb('profiles.project', '=', project)]),
    ...(branch === undefined ? [] : [eb('profiles.branch', '=', branch)]),
    // Not LIKE, which looks away from upper and lower case in one database and not in another.
    ...(commit === undefined ? [] : [sql<SqlBool>`substr(profiles.commit_name, 1, length(${commit})) = ${commit}`]),
    // A label stands in the JSON text as JSON writes it, and quotes inside a value are never bare there.
    ...[...labels].map(
      (label) => sql<SqlBool>`replace(profiles.labels, ${JSON.stringify(label)}, '') <> profiles.labels`,
    ),
  ];
}

function hasWord(eb: InProfiles, word: string): Expression<SqlBool> {
  return eb.or([
    has(sql.ref('profiles.file_name'), word),
    has(sql.ref('profiles.labels'), JSON.stringify(word).slice(1, -1)),
    has(sql.ref('profiles.format'), word),
  ]);
}

function has(column: Expression<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${column}) like lower(${`%${escaped(text)}%`}) escape '\\'`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
