import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { COMPARISONS } from '../api/comparisons.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { mustBeForAll, mustHave } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import type { ProfileSelector, compareBody, compareFields } from '../contract.ts';
import { listFilterOf } from '../catalogue/filter.ts';
import { selectProfiles } from '../catalogue/select.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { preferenceOf, settledWithin } from '../http/prefer.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { Stored, Upload } from '../library.ts';
import type { ComparisonRow, ReportTask, Staged } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { comparisonAnswerOf, comparisonAnswersOf } from './answers.ts';
import type { Progress } from '../work/ports.ts';
import type { Context } from './context.ts';
import { jobAnswerOf } from './jobs.ts';
import { asAttachment, sendJsonWith, sendStream } from './send.ts';

type CompareBody = z.output<typeof compareBody>;
type CompareFields = z.output<typeof compareFields>;
type Files = readonly Upload[];
type Work = (onProgress?: (progress: Progress) => void) => Promise<Stored<ComparisonRow>>;

function isIds(side: readonly string[] | ProfileSelector): side is readonly string[] {
  return Array.isArray(side);
}

/** `/comparisons`: compare, list, result, reports, delete. */
export function comparisonRoutes({ ports, library, access, jobs }: Context): readonly Route[] {
  const { catalogue, blobs, limits } = ports;

  function requireRuns(base: number, head: number): void {
    if (base === 0) throw new Refusal(fault('file-missing', { facts: { field: 'base' } }));
    if (head === 0) throw new Refusal(fault('file-missing', { facts: { field: 'head' } }));
    if (base + head > limits.maxRuns) throw new Refusal(fault('request-too-large', { facts: { what: 'profiles' } }));
  }

  async function rowOf(id: string, principal: Principal): Promise<ComparisonRow> {
    return library.withResult(await access.comparison(id, principal));
  }

  async function idsOf(side: readonly string[] | ProfileSelector, principal: Principal): Promise<readonly string[]> {
    return isIds(side) ? side : selectProfiles(ports, side, principal);
  }

  /** Of ids or selectors: what to do, once it is known that it may be done. */
  async function workOnStored(body: CompareBody, principal: Principal): Promise<Work> {
    const [base, head] = [await idsOf(body.base, principal), await idsOf(body.head, principal)];
    requireRuns(base.length, head.length);
    await access.mustSeeProfiles([...base, ...head], principal);
    const inputs = { ...body, base, head, rulesHash: await projectRulesHash(ports) };
    return (onProgress) => library.compareStored({ ...inputs, ...(onProgress ? { onProgress } : {}) });
  }

  async function workOnFiles(base: Files, head: Files, fields: CompareFields, principal: Principal): Promise<Work> {
    mustHave(principal, 'upload');
    mustBeForAll(principal);
    requireRuns(base.length, head.length);
    const options = { ...fields, without: [], rulesHash: await projectRulesHash(ports) };
    return (onProgress) => library.compareUploads(base, head, { ...options, ...(onProgress ? { onProgress } : {}) });
  }

  async function compared({ row, created }: Stored<ComparisonRow>) {
    const json = await comparisonAnswerOf(row, ports, created);
    const status = created ? (201 as const) : (200 as const);
    return { status, headers: { Location: `/api/v1/comparisons/${json.id}` }, json };
  }

  /** Has a report written by a worker, runs `action` on it, and removes it. */
  async function withReport(
    row: ComparisonRow,
    wish: Pick<ReportTask, 'format' | 'permalink' | 'scale'>,
    action: (report: Staged) => Promise<void>,
  ): Promise<void> {
    const output = blobs.reserve();
    try {
      const report = await ports.workers.report({ path: blobs.localFile(row.resultHash), ...wish, output });
      if (!report.ok) throw new Refusal(report.error.fault);
      await action(report.value);
    } finally {
      await blobs.discard(output);
    }
  }

  return implement(COMPARISONS, {
    compare: ({ receive, request, response, principal }) =>
      receive(async (body, hold) => {
        const work =
          body.as === 'json'
            ? await workOnStored(body.json, principal)
            : await workOnFiles(body.files('base'), body.files('head'), body.fields, principal);
        const { waitSeconds, applied } = preferenceOf(request);
        if (waitSeconds === null) return compared(await work());
        const asked = { tokenId: principal.tokenId, requestId: String(response.getHeader('X-Request-Id')) };
        const outcome: { stored?: Stored<ComparisonRow> } = {};
        const { job, ended } = await jobs.start(asked, async (onProgress) => {
          outcome.stored = await work(onProgress);
          return outcome.stored.row.id;
        });
        hold(ended);
        await settledWithin(ended, waitSeconds);
        const headers = { 'Preference-Applied': applied ?? '' };
        if (outcome.stored !== undefined) {
          const answer = await compared(outcome.stored);
          return { ...answer, headers: { ...answer.headers, ...headers } };
        }
        const now = (await jobs.job(job.row.id)) ?? job;
        const location = { Location: `/api/v1/jobs/${job.row.id}` };
        return { status: 202, headers: { ...headers, ...location }, json: jobAnswerOf(now) };
      }),

    listComparisons: async ({ query, principal }) => {
      const page = pageRequestOf(query);
      const filter = { ...listFilterOf(query, principal), profile: query.profile };
      const { rows, next } = pageOf(await catalogue.comparisonPage(page, filter), page);
      return { status: 200, json: { comparisons: await comparisonAnswersOf(rows, ports), next } };
    },

    getComparison: async ({ params, query, principal, response }) => {
      const row = await rowOf(params.id, principal);
      const answer = await comparisonAnswerOf(row, ports);
      if (query.result === 'none') return { status: 200, json: answer };
      await withReport(row, { format: 'json' }, ({ path }) => sendJsonWith(response, answer, 'result', path));
      return SENT;
    },

    deleteComparison: async ({ params, principal }) => {
      await access.comparison(params.id, principal);
      await library.removal.deleteComparison(params.id);
      return { status: 204 };
    },

    nameComparison: async ({ params: { id }, body, principal }) => {
      await access.comparison(id, principal);
      if ((await catalogue.nameComparison(id, body.name)) === 'missing') throw notFound('comparison', id);
      return { status: 200, json: await comparisonAnswerOf(await rowOf(id, principal), ports) };
    },

    restoreComparison: async ({ params: { id }, principal }) => {
      mustBeForAll(principal);
      await library.removal.restoreComparison(id);
      return { status: 200, json: await comparisonAnswerOf(await rowOf(id, principal), ports) };
    },

    getComparisonData: async ({ params, principal, request, response }) => {
      const row = await rowOf(params.id, principal);
      response.type('application/octet-stream');
      await sendStream(request, response, {
        source: blobs.open(row.resultHash),
        bytes: row.resultBytes,
        hash: row.resultHash,
      });
      return SENT;
    },

    getReport: async ({ params: { id, format }, query, principal, request, response }) => {
      const row = await rowOf(id, principal);
      const wish = { format, permalink: query.permalink ?? null, scale: Number(query.scale) };
      await withReport(row, wish, async ({ path, bytes, hash }) => {
        asAttachment(response, `firebreak-${id.slice(0, 8)}.${format}`);
        await sendStream(request, response, { source: createReadStream(path), bytes, hash });
      });
      return SENT;
    },
  });
}
