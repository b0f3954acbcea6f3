import { z } from 'zod';
import { id, idParams, problemAnswer } from '../contract.ts';
import { JOB_STATES } from '../work/ports.ts';
import { calls } from './declare.ts';

export const jobAnswer = z
  .strictObject({
    id,
    state: z.enum(JOB_STATES),
    progress: z.strictObject({
      stage: z.enum(['waiting', 'reading', 'comparing', 'storing']),
      done: z.number().int(),
      of: z.number().int().meta({ description: '0 where nothing can be counted' }),
    }),
    comparison: id.nullable().meta({ description: 'What came of it, once it is done' }),
    page: z.string().nullable(),
    problem: problemAnswer.nullable().meta({ description: 'Why it failed' }),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });
export type JobAnswer = z.infer<typeof jobAnswer>;

/** `/jobs`: comparisons that were not waited for. */
export const JOBS = calls('Jobs', {
  getJob: {
    method: 'get',
    path: '/jobs/:id',
    summary: 'State and progress of a comparison that was not waited for',
    description:
      'To the token that asked for it, and to administrators. Ended jobs are kept for seven days; one that a restart of the server cut off has failed with `job-interrupted`.',
    needs: [],
    params: idParams,
    answers: { 200: { description: 'The job', json: jobAnswer } },
    problems: ['not-found'],
  },
  watchJob: {
    method: 'get',
    path: '/jobs/:id/events',
    summary: 'The same as server-sent events, until it has ended',
    description: 'Events named `job`; the data is the job as JSON.',
    needs: [],
    params: idParams,
    answers: { 200: { description: 'Events', bytes: ['text/event-stream'] } },
    problems: ['not-found'],
  },
});
