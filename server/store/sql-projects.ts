import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type {
  Ancestry,
  BranchRow,
  CommitAncestry,
  PlacedProfile,
  ProjectRow,
  ProjectStore,
  VerdictFilter,
  VerdictRow,
  VerdictSummary,
} from '../baselines/ports.ts';
import type { ProjectSettings } from '../baselines/contract.ts';
import { CI_VERDICTS } from '../../render/ci-verdict.ts';
import type { PageRequest } from '../ports.ts';
import type { Tables } from './schema.ts';

const PLACED = ['id', 'file_name', 'format', 'labels', 'created_at'] as const;

/** Projects, branches, ancestry, settings and verdicts. */
export class SqlProjectStore implements ProjectStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async projects(): Promise<readonly ProjectRow[]> {
    const rows = await this.#db
      .selectFrom('profiles')
      .select((eb) => [
        'project',
        eb.fn.countAll().as('profiles'),
        eb.fn.count('branch').distinct().as('branches'),
        eb.fn.max('created_at').as('newest_at'),
      ])
      .where('deleted_at', 'is', null)
      .groupBy('project')
      .orderBy('project')
      .execute();
    return rows.map((row) => ({
      name: row.project,
      profiles: Number(row.profiles),
      branches: Number(row.branches),
      newestAt: row.newest_at,
    }));
  }

  async branches(project: string): Promise<readonly BranchRow[]> {
    const rows = await this.#db
      .selectFrom('profiles')
      .select((eb) => [
        'branch',
        eb.fn.countAll().as('profiles'),
        eb.fn.count('commit_name').distinct().as('commits'),
        eb.fn.max('created_at').as('newest_at'),
      ])
      .where('project', '=', project)
      .where('branch', 'is not', null)
      .where('deleted_at', 'is', null)
      .groupBy('branch')
      .orderBy(sql`newest_at`, 'desc')
      .execute();
    const found: BranchRow[] = [];
    for (const { branch, profiles, commits, newest_at } of rows) {
      if (branch === null) continue;
      const [newest] = await this.profilesOfBranch(project, branch, { limit: 1, after: null });
      const head = newest?.labels.get('commit') || null;
      found.push({
        name: branch,
        profiles: Number(profiles),
        commits: Number(commits),
        head,
        newestAt: newest_at,
      });
    }
    return found;
  }

  async profilesAt(project: string, commits: readonly string[]): Promise<readonly PlacedProfile[]> {
    if (commits.length === 0) return [];
    const rows = await this.#db
      .selectFrom('profiles')
      .select(PLACED)
      .where('project', '=', project)
      .where('commit_name', 'in', [...new Set(commits)])
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(placedProfile);
  }

  async profilesOfBranch(
    project: string,
    branch: string,
    { limit, after }: PageRequest,
  ): Promise<readonly PlacedProfile[]> {
    let query = this.#db
      .selectFrom('profiles')
      .selectAll()
      .where('project', '=', project)
      .where('branch', '=', branch)
      .where('deleted_at', 'is', null);
    if (after) {
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)));
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(placedProfile);
  }

  async ancestry(project: string, commit: string): Promise<Ancestry | null> {
    const row = await this.#db
      .selectFrom('commits')
      .selectAll()
      .where('project', '=', project)
      .where('commit_name', '=', commit)
      .executeTakeFirst();
    return row ? { forkPoint: row.fork_point, ancestors: JSON.parse(row.ancestors) as string[] } : null;
  }

  async setAncestry(project: string, commit: string, { forkPoint, ancestors }: Ancestry): Promise<void> {
    const known = { fork_point: forkPoint, ancestors: JSON.stringify(ancestors) };
    await this.#db
      .insertInto('commits')
      .values({ project, commit_name: commit, ...known })
      .onConflict((conflict) => conflict.columns(['project', 'commit_name']).doUpdateSet(known))
      .execute();
  }

  async ancestryPage(
    project: string | undefined,
    after: CommitAncestry | null,
    limit: number,
  ): Promise<readonly CommitAncestry[]> {
    let query = this.#db.selectFrom('commits').selectAll();
    if (project !== undefined) query = query.where('project', '=', project);
    if (after !== null) {
      query = query.where((eb) =>
        eb(eb.refTuple('project', 'commit_name'), '>', eb.tuple(after.project, after.commit)),
      );
    }
    const rows = await query.orderBy('project').orderBy('commit_name').limit(limit).execute();
    return rows.map((row) => ({
      project: row.project,
      commit: row.commit_name,
      forkPoint: row.fork_point,
      ancestors: JSON.parse(row.ancestors) as string[],
    }));
  }

  async settings(project: string): Promise<ProjectSettings | null> {
    const row = await this.#db
      .selectFrom('project_settings')
      .select('settings')
      .where('project', '=', project)
      .executeTakeFirst();
    return row ? (JSON.parse(row.settings) as ProjectSettings) : null;
  }

  async setSettings(project: string, value: ProjectSettings): Promise<void> {
    const settings = JSON.stringify(value);
    await this.#db
      .insertInto('project_settings')
      .values({ project, settings })
      .onConflict((conflict) => conflict.column('project').doUpdateSet({ settings }))
      .execute();
  }

  async allSettings() {
    const rows = await this.#db.selectFrom('project_settings').selectAll().orderBy('project').execute();
    return rows.map(({ project, settings }) => ({ project, settings: JSON.parse(settings) as ProjectSettings }));
  }

  async addVerdict({ id, project, branch, commit, verdict, comparison, summary, gate, createdAt }: VerdictRow) {
    await this.#db
      .insertInto('verdicts')
      .values({
        id,
        project,
        branch,
        commit_name: commit,
        verdict,
        comparison_id: comparison,
        summary: JSON.stringify(summary),
        gate,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async verdict(id: string): Promise<VerdictRow | null> {
    const row = await this.#db.selectFrom('verdicts').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? verdictRow(row) : null;
  }

  async verdictPage({ limit, after }: PageRequest, filter: VerdictFilter): Promise<readonly VerdictRow[]> {
    let query = this.#db.selectFrom('verdicts').selectAll();
    if (filter.project !== undefined) query = query.where('project', '=', filter.project);
    if (filter.branch !== undefined) query = query.where('branch', '=', filter.branch);
    if (filter.commit !== undefined) query = query.where('commit_name', '=', filter.commit);
    if (filter.verdict !== undefined) query = query.where('verdict', '=', filter.verdict);
    if (after) {
      query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)));
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(verdictRow);
  }

  async comparisonsOlderThan(project: string, time: number, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('comparisons')
      .select('id')
      .where('project', '=', project)
      .where('created_at', '<', time)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async unusedProfilesOlderThan(project: string, time: number, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('profiles')
      .select('id')
      .where('project', '=', project)
      .where('created_at', '<', time)
      .where('deleted_at', 'is', null)
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
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async deleteVerdictsOlderThan(project: string, time: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('verdicts')
      .where('project', '=', project)
      .where('created_at', '<', time)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function placedProfile(row: Pick<Selectable<Tables['profiles']>, (typeof PLACED)[number]>): PlacedProfile {
  return {
    id: row.id,
    fileName: row.file_name,
    format: row.format,
    labels: new Map(JSON.parse(row.labels) as [string, string][]),
    createdAt: row.created_at,
  };
}

function verdictRow(row: Selectable<Tables['verdicts']>): VerdictRow {
  const verdict = CI_VERDICTS.find((known) => known === row.verdict);
  if (verdict === undefined) throw new Error(`verdict ${row.id} is the unknown ${row.verdict}`);
  return {
    id: row.id,
    project: row.project,
    branch: row.branch,
    commit: row.commit_name,
    verdict,
    comparison: row.comparison_id,
    summary: JSON.parse(row.summary) as VerdictSummary,
    gate: row.gate,
    createdAt: row.created_at,
  };
}
