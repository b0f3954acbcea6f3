import { Kysely, sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { TokenStore } from '../auth/ports.ts';
import type { ProjectStore } from '../baselines/ports.ts';
import type { CatalogueStore } from '../catalogue/ports.ts';
import type { TicketStore } from '../tickets/ports.ts';
import type { JobStore } from '../work/ports.ts';
import type { AttachedMetrics, BlobReference, ComparisonRow, ProfileRow, ProfileStore, RuleText } from '../ports.ts';
import { comparisonRows } from './comparison-rows.ts';
import { isForeignKeyError, profileRow, tableRow } from './rows.ts';
import { isMigrated, migrate } from './schema.ts';
import type { Tables } from './schema.ts';
import { SqlCatalogueStore } from './sql-catalogue.ts';
import { SqlJobStore } from './sql-jobs.ts';
import { SqlProjectStore } from './sql-projects.ts';
import { SqlTicketStore } from './sql-tickets.ts';
import { threadedSqlite } from './sqlite-dialect.ts';
import { SqlTokenStore } from './sql-tokens.ts';

/** Everything but bytes. */
export interface Database {
  readonly profiles: ProfileStore;
  readonly catalogue: CatalogueStore;
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly tickets: TicketStore;
  readonly jobs: JobStore;
}

/**
 * Metadata in one SQLite file, held by a thread of its own. `synchronous = FULL` syncs the write-ahead log at each commit, so a resolved promise
 * means a durable row.
 */
export async function openSqlite(path: string): Promise<Database> {
  const db = connect(path);
  await migrate(db);
  return {
    profiles: new SqlProfileStore(db),
    catalogue: new SqlCatalogueStore(db),
    projects: new SqlProjectStore(db),
    tokens: new SqlTokenStore(db),
    tickets: new SqlTicketStore(db),
    jobs: new SqlJobStore(db),
  };
}

/** The tokens alone, while a server uses the file; null when its tables are of another version. Close it with `close`. */
export async function openTokens(
  path: string,
): Promise<{ readonly tokens: TokenStore; close(): Promise<void> } | null> {
  const db = connect(path);
  const close = () => db.destroy();
  if (await isMigrated(db)) return { tokens: new SqlTokenStore(db), close };
  await close();
  return null;
}

function connect(path: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: threadedSqlite(path) });
}

/** One project is enough for one team; the table has room for more. */
const PROJECT = 'default';

class SqlProfileStore implements ProfileStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async add(profiles: readonly ProfileRow[], comparison?: ComparisonRow): Promise<'added' | 'missing-profile'> {
    try {
      await this.#db.transaction().execute(async (transaction) => {
        for (const profile of profiles) {
          await transaction
            .insertInto('profiles')
            .values(tableRow(profile))
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute();
        }
        if (comparison) await insertComparison(transaction, comparison);
      });
      return 'added';
    } catch (error) {
      if (isForeignKeyError(error)) return 'missing-profile';
      throw error;
    }
  }

  async profile(id: string): Promise<ProfileRow | null> {
    const row = await this.#db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row ? profileRow(row) : null;
  }

  async profilesById(ids: readonly string[]): Promise<ReadonlyMap<string, ProfileRow>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('profiles')
      .selectAll()
      .where('id', 'in', [...new Set(ids)])
      .execute();
    return new Map(rows.map((row) => [row.id, profileRow(row)]));
  }

  async comparison(id: string): Promise<ComparisonRow | null> {
    const row = await this.#db
      .selectFrom('comparisons')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row ? ((await comparisonRows(this.#db, [row]))[0] ?? null) : null;
  }

  async setResult(
    id: string,
    { rules, resultHash, resultBytes }: Pick<ComparisonRow, 'rules' | 'resultHash' | 'resultBytes'>,
  ): Promise<void> {
    await this.#db
      .updateTable('comparisons')
      .set({ rules, result_hash: resultHash, result_bytes: resultBytes })
      .where('id', '=', id)
      .execute();
  }

  async setMetrics(id: string, metrics: readonly AttachedMetrics[]): Promise<'set' | 'missing'> {
    const { numUpdatedRows } = await this.#db
      .updateTable('profiles')
      .set({ metrics: JSON.stringify(metrics) })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'set' : 'missing';
  }

  async isReferenced(hash: string): Promise<boolean> {
    const profile = await this.#db
      .selectFrom('profiles')
      .select('id')
      .where('content_hash', '=', hash)
      .limit(1)
      .executeTakeFirst();
    if (profile) return true;
    const comparison = await this.#db
      .selectFrom('comparisons')
      .select('id')
      .where('result_hash', '=', hash)
      .limit(1)
      .executeTakeFirst();
    return comparison !== undefined;
  }

  async references(): Promise<readonly BlobReference[]> {
    const profiles = await this.#db.selectFrom('profiles').select(['id', 'content_hash', 'bytes']).execute();
    const comparisons = await this.#db
      .selectFrom('comparisons')
      .select(['id', 'result_hash', 'result_bytes'])
      .execute();
    return [
      ...profiles.map((row) => ({ hash: row.content_hash, bytes: row.bytes, kind: 'profile' as const, id: row.id })),
      ...comparisons.map((row) => ({
        hash: row.result_hash,
        bytes: row.result_bytes,
        kind: 'comparison' as const,
        id: row.id,
      })),
    ];
  }

  async projectRules(): Promise<RuleText | null> {
    const row = await this.#db
      .selectFrom('project_rules')
      .innerJoin('rule_texts', 'rule_texts.hash', 'project_rules.hash')
      .select(['rule_texts.hash', 'rule_texts.text'])
      .where('project', '=', PROJECT)
      .executeTakeFirst();
    return row ?? null;
  }

  async setProjectRules(rules: RuleText, expected: string | null | undefined): Promise<'set' | 'changed'> {
    return this.#db.transaction().execute(async (transaction) => {
      const now = await transaction
        .selectFrom('project_rules')
        .select('hash')
        .where('project', '=', PROJECT)
        .executeTakeFirst();
      if (expected !== undefined && (now?.hash ?? null) !== expected) return 'changed';
      const { hash, text } = rules;
      await transaction
        .insertInto('rule_texts')
        .values({ hash, text })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
      await transaction
        .insertInto('project_rules')
        .values({ project: PROJECT, hash })
        .onConflict((conflict) => conflict.column('project').doUpdateSet({ hash }))
        .execute();
      return 'set';
    });
  }

  async addRuleText({ hash, text }: RuleText): Promise<void> {
    await this.#db
      .insertInto('rule_texts')
      .values({ hash, text })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }

  async ruleText(hash: string): Promise<string | null> {
    const row = await this.#db.selectFrom('rule_texts').select('text').where('hash', '=', hash).executeTakeFirst();
    return row?.text ?? null;
  }

  async check(): Promise<void> {
    await sql`select 1`.execute(this.#db);
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

async function insertComparison(transaction: Transaction<Tables>, comparison: ComparisonRow): Promise<void> {
  const projects = await transaction
    .selectFrom('profiles')
    .select('project')
    .distinct()
    .where('id', 'in', [...comparison.base, ...comparison.head])
    .execute();
  const inserted = await transaction
    .insertInto('comparisons')
    .values({
      id: comparison.id,
      name: comparison.name ?? null,
      level: comparison.level,
      value_type: comparison.valueType,
      recording: comparison.recording,
      rules: comparison.rules,
      without: JSON.stringify(comparison.without),
      rules_hash: comparison.rulesHash,
      forced: comparison.force ? 1 : 0,
      same_width: comparison.sameWidth ? 1 : 0,
      result_hash: comparison.resultHash,
      result_bytes: comparison.resultBytes,
      project: projects.length === 1 ? (projects[0]?.project ?? null) : null,
      created_at: comparison.createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return;
  const runs = (['base', 'head'] as const).flatMap((side) =>
    comparison[side].map((profile, position) => ({
      comparison_id: comparison.id,
      side,
      position,
      profile_id: profile,
    })),
  );
  await transaction.insertInto('comparison_runs').values(runs).execute();
}
