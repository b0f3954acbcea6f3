import type { ProblemAnswer } from '../contract.ts';

export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Work that somebody did not wait for. Times are milliseconds since 1970. */
export interface JobRow {
  readonly id: string;
  readonly state: JobState;
  /** Of the token that asked; null where nobody is asked who they are. */
  readonly tokenId: string | null;
  /** What came of it; null unless it is done. */
  readonly comparison: string | null;
  /** Why it failed; null unless it has. */
  readonly problem: ProblemAnswer | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

export interface JobStore {
  add(job: JobRow): Promise<void>;
  job(id: string): Promise<JobRow | null>;
  end(id: string, end: Pick<JobRow, 'state' | 'comparison' | 'problem' | 'endedAt'>): Promise<void>;
  /** Jobs that have not ended: those of a process that is gone. */
  unended(): Promise<readonly JobRow[]>;
  deleteOlderThan(time: number): Promise<void>;
}

/** How far work is; `of` is 0 where nothing can be counted. */
export interface Progress {
  readonly stage: 'waiting' | 'reading' | 'comparing' | 'storing';
  readonly done: number;
  readonly of: number;
}
