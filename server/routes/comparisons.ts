import { createReadStream } from 'node:fs';
import { fault } from '../../core/model/problem.ts';
import { COMPARISONS } from '../api/comparisons.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import type { ReportFormat } from '../contract.ts';
import { listFilterOf } from '../catalogue/filter.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { ComparisonRow, Staged } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { comparisonAnswerOf, comparisonAnswersOf } from './answers.ts';
import type { Context } from './context.ts';
import { asAttachment, sendJsonWith, sendStream } from './send.ts';

/** `/comparisons`: compare, list, result, reports, delete. */
export function comparisonRoutes({ ports, library }: Context): readonly Route[] {
  const { profiles, catalogue, blobs, limits } = ports;

  function requireRuns(base: number, head: number): void {
    if (base === 0) throw new Refusal(fault('file-missing', { facts: { field: 'base' } }));
    if (head === 0) throw new Refusal(fault('file-missing', { facts: { field: 'head' } }));
    if (base + head > limits.maxRuns) throw new Refusal(fault('request-too-large', { facts: { what: 'profiles' } }));
  }

  async function rowOf(id: string): Promise<ComparisonRow> {
    const row = await profiles.comparison(id);
    if (row === null) throw notFound('comparison', id);
    return library.withResult(row);
  }

  /** Has a report written by a worker, runs `action` on it, and removes it. */
  async function withReport(
    row: ComparisonRow,
    format: ReportFormat,
    action: (report: Staged) => Promise<void>,
  ): Promise<void> {
    const output = blobs.reserve();
    try {
      const report = await ports.workers.report({ path: blobs.localFile(row.resultHash), format, output });
      if (!report.ok) throw new Refusal(report.error.fault);
      await action(report.value);
    } finally {
      await blobs.discard(output);
    }
  }

  return implement(COMPARISONS, {
    compare: ({ receive }) =>
      receive(async (body) => {
        const rulesHash = await projectRulesHash(ports);
        const [base, head] =
          body.as === 'form' ? [body.files('base'), body.files('head')] : [body.json.base, body.json.head];
        requireRuns(base.length, head.length);
        const stored =
          body.as === 'form'
            ? await library.compareUploads(body.files('base'), body.files('head'), {
                ...body.fields,
                without: [],
                rulesHash,
              })
            : await library.compareStored({ ...body.json, rulesHash });
        const answer = await comparisonAnswerOf(stored.row, ports, stored.created);
        return {
          status: stored.created ? 201 : 200,
          headers: { Location: `/api/v1/comparisons/${answer.id}` },
          json: answer,
        };
      }),

    listComparisons: async ({ query, principal }) => {
      const page = pageRequestOf(query);
      const filter = { ...listFilterOf(query, principal), profile: query.profile };
      const { rows, next } = pageOf(await catalogue.comparisonPage(page, filter), page);
      return { status: 200, json: { comparisons: await comparisonAnswersOf(rows, ports), next } };
    },

    getComparison: async ({ params, query, response }) => {
      const row = await rowOf(params.id);
      const answer = await comparisonAnswerOf(row, ports);
      if (query.result === 'none') return { status: 200, json: answer };
      await withReport(row, 'json', ({ path }) => sendJsonWith(response, answer, 'result', path));
      return SENT;
    },

    deleteComparison: async ({ params }) => {
      await library.removal.deleteComparison(params.id);
      return { status: 204 };
    },

    nameComparison: async ({ params: { id }, body }) => {
      if ((await catalogue.nameComparison(id, body.name)) === 'missing') throw notFound('comparison', id);
      return { status: 200, json: await comparisonAnswerOf(await rowOf(id), ports) };
    },

    restoreComparison: async ({ params: { id } }) => {
      await library.removal.restoreComparison(id);
      return { status: 200, json: await comparisonAnswerOf(await rowOf(id), ports) };
    },

    getComparisonData: async ({ params, request, response }) => {
      const row = await rowOf(params.id);
      response.type('application/octet-stream');
      await sendStream(request, response, {
        source: blobs.open(row.resultHash),
        bytes: row.resultBytes,
        hash: row.resultHash,
      });
      return SENT;
    },

    getReport: async ({ params: { id, format }, request, response }) => {
      const row = await rowOf(id);
      await withReport(row, format, async ({ path, bytes, hash }) => {
        asAttachment(response, `firebreak-${id.slice(0, 8)}.${format}`);
        await sendStream(request, response, { source: createReadStream(path), bytes, hash });
      });
      return SENT;
    },
  });
}
