import type { Request, Response } from 'express';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { JOBS } from '../api/jobs.ts';
import type { JobAnswer } from '../api/jobs.ts';
import { may } from '../auth/principal.ts';
import type { Principal } from '../auth/principal.ts';
import { notFound } from '../http/not-found.ts';
import type { Job } from '../work/jobs.ts';
import type { Context } from './context.ts';

/** Proxies close connections that say nothing for a minute. */
const SIGN_OF_LIFE_MILLISECONDS = 15_000;

export function jobAnswerOf({ row, progress }: Job): JobAnswer {
  return {
    id: row.id,
    state: row.state,
    progress: { ...progress },
    comparison: row.comparison,
    page: row.comparison === null ? null : `/c/${row.comparison}`,
    problem: row.problem,
    createdAt: new Date(row.createdAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
  };
}

/** `/jobs`: comparisons that were not waited for. */
export function jobRoutes({ jobs }: Context): readonly Route[] {
  async function jobOf(id: string, principal: Principal): Promise<Job> {
    const job = await jobs.job(id);
    const isOwn = principal.tokenId === null || principal.tokenId === job?.row.tokenId;
    const isForAll = principal.project === null && may(principal, 'admin');
    if (job === null || !(isOwn || isForAll)) throw notFound('job', id);
    return job;
  }

  return implement(JOBS, {
    getJob: async ({ params, principal }) => ({ status: 200, json: jobAnswerOf(await jobOf(params.id, principal)) }),

    watchJob: async ({ params, principal, request, response }) => {
      const job = await jobOf(params.id, principal);
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      await told(job, request, response, (watcher) => jobs.watch(params.id, watcher));
      return SENT;
    },
  });
}

/** Writes a job and its changes; resolves when it has ended or the client is gone. */
function told(
  job: Job,
  request: Request,
  response: Response,
  watch: (watcher: (job: Job) => void) => () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => response.write(': still at it\n\n'), SIGN_OF_LIFE_MILLISECONDS);
    const write = (now: Job) => {
      response.write(`event: job\ndata: ${JSON.stringify(jobAnswerOf(now))}\n\n`);
      if (now.row.endedAt !== null) stop();
    };
    const unwatch = watch(write);
    const stop = () => {
      clearInterval(alive);
      unwatch();
      response.end();
      resolve();
    };
    request.on('close', stop);
    response.on('close', stop);
    write(job);
  });
}
