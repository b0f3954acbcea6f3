import { Migrator } from 'kysely';
import type { Generated, Kysely, Migration } from 'kysely';
import { namesAndDeletion } from './migrate-catalogue.ts';
import { jobsAndForce } from './migrate-jobs.ts';
import { projectsVerdictsAndTokens } from './migrate-projects.ts';

/**
 * The tables. Columns are text, bigint or integer only, so that the same schema serves SQLite and PostgreSQL.
 * Times are milliseconds since 1970; JSON is text that the database does not look into.
 */
export interface Tables {
  profiles: {
    id: string;
    content_hash: string;
    bytes: number;
    file_name: string | null;
    format: string;
    labels: string;
    facts: string;
    /** JSON: metrics of the run, a file each. */
    metrics: string;
    /** Its labels `project`, `branch` and `commit` again, to find it by. */
    project: string;
    branch: string | null;
    commit_name: string | null;
    created_at: number;
    /** Null: not deleted. */
    deleted_at: Generated<number | null>;
  };
  comparisons: {
    id: string;
    level: string;
    value_type: string | null;
    /** Of files that hold several; null: the first. */
    recording: Generated<string | null>;
    rules: string;
    /** JSON: built-in packs that were left out. */
    without: string;
    /** Of `rule_texts`; null: no rules of the project. */
    rules_hash: string | null;
    /** 1: compared although the recordings are of different events, units or rates. */
    forced: Generated<number>;
    /** 1: every run without what the coarsest drawing among them leaves out. */
    same_width: Generated<number>;
    result_hash: string;
    result_bytes: number;
    /** Of its profiles; null: they belong to several. */
    project: string | null;
    created_at: number;
    /** As somebody called it; null: nobody did. */
    name: Generated<string | null>;
    deleted_at: Generated<number | null>;
  };
  /** Comparisons that somebody did not wait for. */
  jobs: {
    id: string;
    state: string;
    token_id: string | null;
    comparison_id: string | null;
    /** JSON. */
    problem: string | null;
    created_at: number;
    ended_at: number | null;
  };
  /** Rules that people wrote, by the SHA-256 of their text: comparisons refer to them, so they stay. */
  rule_texts: {
    hash: string;
    text: string;
  };
  /** Which of them a project uses now. */
  project_rules: {
    project: string;
    hash: string;
  };
  comparison_runs: {
    comparison_id: string;
    side: string;
    position: number;
    profile_id: string;
  };
  /** Reports on tickets. No key leads to the comparison: what is on a ticket stays there when it is deleted. */
  ticket_posts: {
    tracker: string;
    ticket: string;
    pair: string;
    comparison_id: string;
    /** JSON: files with their attachments. */
    files: string;
    /** JSON: attachments to take away. */
    stale: string;
    comment_id: string | null;
    state: string;
    updated_at: number;
  };
  /** Where a commit comes from, as the client's git says. */
  commits: {
    project: string;
    commit_name: string;
    fork_point: string | null;
    /** JSON: first-parent history of the fork point, nearest first. */
    ancestors: string;
  };
  project_settings: {
    project: string;
    /** JSON. */
    settings: string;
  };
  verdicts: {
    id: string;
    project: string;
    branch: string | null;
    commit_name: string | null;
    verdict: string;
    comparison_id: string | null;
    /** JSON: the answer without the gate, and the gate. */
    summary: string;
    gate: string;
    created_at: number;
  };
  tokens: {
    id: string;
    name: string;
    /** JSON. */
    scopes: string;
    project: string | null;
    /** SHA-256 of the whole token: the token itself is kept nowhere. */
    hash: string;
    old_hash: string | null;
    old_until: number | null;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
  };
  /** Browsers that are signed in, by the SHA-256 of their cookie. */
  sessions: {
    hash: string;
    token_id: string;
    /** Of the secret that was signed in with: the session ends with it. */
    token_hash: string;
    expires_at: number;
  };
  /** What a token stored or asked for: all that a token for uploads may see. */
  token_things: {
    token_id: string;
    kind: string;
    thing_id: string;
  };
}

/** Each change of the tables is a new entry; an entry that was released is never edited. */
const migrations: Record<string, Migration> = {
  '0001-profiles-and-comparisons': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('profiles')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('file_name', 'text')
        .addColumn('format', 'text', (column) => column.notNull())
        .addColumn('labels', 'text', (column) => column.notNull())
        .addColumn('facts', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('profiles_by_age').on('profiles').columns(['created_at', 'id']).execute();
      await db.schema.createIndex('profiles_by_content').on('profiles').column('content_hash').execute();
      await db.schema
        .createTable('comparisons')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('level', 'text', (column) => column.notNull())
        .addColumn('value_type', 'text')
        .addColumn('rules', 'text', (column) => column.notNull())
        .addColumn('result_hash', 'text', (column) => column.notNull())
        .addColumn('result_bytes', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('comparisons_by_age').on('comparisons').columns(['created_at', 'id']).execute();
      await db.schema.createIndex('comparisons_by_result').on('comparisons').column('result_hash').execute();
      await db.schema
        .createTable('comparison_runs')
        .addColumn('comparison_id', 'text', (column) =>
          column.notNull().references('comparisons.id').onDelete('cascade'),
        )
        .addColumn('side', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('profile_id', 'text', (column) => column.notNull().references('profiles.id'))
        .addPrimaryKeyConstraint('comparison_runs_key', ['comparison_id', 'side', 'position'])
        .execute();
      await db.schema.createIndex('comparison_runs_by_profile').on('comparison_runs').column('profile_id').execute();
    },
  },
  '0002-metrics-of-profiles': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('profiles')
        .addColumn('metrics', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
    },
  },
  '0003-project-rules': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('rule_texts')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('project_rules')
        .addColumn('project', 'text', (column) => column.primaryKey())
        .addColumn('hash', 'text', (column) => column.notNull().references('rule_texts.hash'))
        .execute();
      await db.schema
        .alterTable('comparisons')
        .addColumn('without', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
      await db.schema.alterTable('comparisons').addColumn('rules_hash', 'text').execute();
    },
  },
  '0004-projects-verdicts-and-tokens': { up: projectsVerdictsAndTokens },
  '0005-reports-on-tickets': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('ticket_posts')
        .addColumn('tracker', 'text', (column) => column.notNull())
        .addColumn('ticket', 'text', (column) => column.notNull())
        .addColumn('pair', 'text', (column) => column.notNull())
        .addColumn('comparison_id', 'text', (column) => column.notNull())
        .addColumn('files', 'text', (column) => column.notNull())
        .addColumn('stale', 'text', (column) => column.notNull())
        .addColumn('comment_id', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('ticket_posts_key', ['tracker', 'ticket', 'pair'])
        .execute();
    },
  },
  '0006-names-and-deletion': { up: namesAndDeletion },
  '0007-jobs-and-force': { up: jobsAndForce },
  '0008-recording': {
    async up(db: Kysely<Tables>) {
      await db.schema.alterTable('comparisons').addColumn('recording', 'text').execute();
    },
  },
  '0009-same-width': {
    async up(db: Kysely<Tables>) {
      await db.schema
        .alterTable('comparisons')
        .addColumn('same_width', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
};

function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
}

/** Whether the tables are of the newest version. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}

/** Brings the tables to the newest version; throws when that fails, and then nothing has changed. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be brought to the newest version', { cause: error });
}
