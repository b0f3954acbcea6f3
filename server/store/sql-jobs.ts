import type { Kysely, Selectable } from 'kysely';
import type { ProblemAnswer } from '../contract.ts';
import { JOB_STATES } from '../work/ports.ts';
import type { JobRow, JobStore } from '../work/ports.ts';
import type { Tables } from './schema.ts';

export class SqlJobStore implements JobStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async add({ id, state, tokenId, comparison, problem, createdAt, endedAt }: JobRow): Promise<void> {
    await this.#db
      .insertInto('jobs')
      .values({
        id,
        state,
        token_id: tokenId,
        comparison_id: comparison,
        problem: problem === null ? null : JSON.stringify(problem),
        created_at: createdAt,
        ended_at: endedAt,
      })
      .execute();
  }

  async job(id: string): Promise<JobRow | null> {
    const row = await this.#db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? jobRow(row) : null;
  }

  async end(
    id: string,
    { state, comparison, problem, endedAt }: Pick<JobRow, 'state' | 'comparison' | 'problem' | 'endedAt'>,
  ): Promise<void> {
    await this.#db
      .updateTable('jobs')
      .set({
        state,
        comparison_id: comparison,
        problem: problem === null ? null : JSON.stringify(problem),
        ended_at: endedAt,
      })
      .where('id', '=', id)
      .execute();
  }

  async unended(): Promise<readonly JobRow[]> {
    const rows = await this.#db.selectFrom('jobs').selectAll().where('ended_at', 'is', null).execute();
    return rows.map(jobRow);
  }

  async deleteOlderThan(time: number): Promise<void> {
    await this.#db.deleteFrom('jobs').where('created_at', '<', time).where('ended_at', 'is not', null).execute();
  }
}

function jobRow(row: Selectable<Tables['jobs']>): JobRow {
  const state = JOB_STATES.find((known) => known === row.state);
  if (state === undefined) throw new Error(`job ${row.id} has the unknown state ${row.state}`);
  return {
    id: row.id,
    state,
    tokenId: row.token_id,
    comparison: row.comparison_id,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as ProblemAnswer),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
