import { randomBytes } from 'node:crypto';
import { fault } from '../../core/model/problem.ts';
import { Refusal, problemOf } from '../http/problem.ts';
import type { Clock } from '../ports.ts';
import type { JobRow, JobStore, Progress } from './ports.ts';

/** Ended jobs are forgotten after so long. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

export interface Job {
  readonly row: JobRow;
  readonly progress: Progress;
}

/** Work of this process that has not ended. */
interface Running {
  job: Job;
  readonly watchers: Set<(job: Job) => void>;
}

interface JobsPorts {
  readonly jobs: JobStore;
  readonly clock: Clock;
}

const WAITING: Progress = { stage: 'waiting', done: 0, of: 0 };

/**
 * Comparisons that go on when the answer is out. A job is stored before its work begins and when it has ended; what it
 * has reached in between is kept in memory. Jobs that a stopped process left are ended as failed by `endLost`.
 */
export class Jobs {
  readonly #ports: JobsPorts;
  readonly #running = new Map<string, Running>();

  constructor(ports: JobsPorts) {
    this.#ports = ports;
  }

  /** Stores a job and begins its work, which gives the id of a comparison. `ended` never rejects. */
  async start(
    asked: { readonly tokenId: string | null; readonly requestId: string },
    work: (onProgress: (progress: Progress) => void) => Promise<string>,
  ): Promise<{ readonly job: Job; readonly ended: Promise<Job> }> {
    const { jobs, clock } = this.#ports;
    const now = clock.now();
    await jobs.deleteOlderThan(now - KEPT_MILLISECONDS);
    const row: JobRow = {
      id: randomBytes(16).toString('hex'),
      state: 'queued',
      tokenId: asked.tokenId,
      comparison: null,
      problem: null,
      createdAt: now,
      endedAt: null,
    };
    await jobs.add(row);
    const running: Running = { job: { row, progress: WAITING }, watchers: new Set() };
    this.#running.set(row.id, running);
    return { job: running.job, ended: this.#run(running, asked.requestId, work) };
  }

  async #run(
    running: Running,
    requestId: string,
    work: (onProgress: (progress: Progress) => void) => Promise<string>,
  ): Promise<Job> {
    const { jobs, clock } = this.#ports;
    const { id } = running.job.row;
    let end: Pick<JobRow, 'state' | 'comparison' | 'problem'>;
    try {
      const comparison = await work((progress) => {
        tell(running, { row: { ...running.job.row, state: 'running' }, progress });
      });
      end = { state: 'done', comparison, problem: null };
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(fault('server-error'));
      end = { state: 'failed', comparison: null, problem: problemOf(refusal, requestId) };
    }
    const endedAt = clock.now();
    const job = { row: { ...running.job.row, ...end, endedAt }, progress: running.job.progress };
    try {
      await jobs.end(id, { ...end, endedAt });
    } finally {
      this.#running.delete(id);
      tell(running, job);
    }
    return job;
  }

  async job(id: string): Promise<Job | null> {
    const running = this.#running.get(id);
    if (running !== undefined) return running.job;
    const row = await this.#ports.jobs.job(id);
    return row === null ? null : { row, progress: WAITING };
  }

  /** Calls `watcher` at every change until the job has ended; gives what stops that. */
  watch(id: string, watcher: (job: Job) => void): () => void {
    const watchers = this.#running.get(id)?.watchers;
    watchers?.add(watcher);
    return () => watchers?.delete(watcher);
  }

  /** Ends the jobs of a process that is gone. */
  async endLost(): Promise<number> {
    const { jobs, clock } = this.#ports;
    const lost = await jobs.unended();
    for (const { id } of lost) {
      const problem = problemOf(new Refusal(fault('job-interrupted')), id);
      await jobs.end(id, { state: 'failed', comparison: null, problem, endedAt: clock.now() });
    }
    return lost.length;
  }
}

function tell(running: Running, job: Job): void {
  running.job = job;
  for (const watcher of running.watchers) watcher(job);
}
