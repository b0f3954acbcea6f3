import { createReadStream } from 'node:fs';
import { Router, json } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { fault } from '../../core/model/problem.ts';
import { compareBody, compareFields, comparisonQuery, idParams, reportParams } from '../contract.ts';
import type { ComparisonList, ReportFormat } from '../contract.ts';
import { checked } from '../http/checked.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import type { Uploads } from '../http/uploads.ts';
import { notFound } from '../library.ts';
import type { Library, Stored } from '../library.ts';
import type { ComparisonRow, Ports, Staged } from '../ports.ts';
import { projectRulesHash } from '../rules.ts';
import { comparisonAnswerOf, comparisonAnswersOf } from './answers.ts';
import { asAttachment, onlyMethods, sendJsonWith, sendStream } from './send.ts';

/** `/comparisons`: compare, list, result, reports, delete. */
export function comparisonRoutes(ports: Ports, library: Library, uploads: Uploads, limitRate: RequestHandler): Router {
  const { profiles, blobs, limits } = ports;
  const router = Router();

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

  async function fromFiles(request: Request, response: Response): Promise<Stored<ComparisonRow>> {
    return uploads.withForm(request, response, ['base', 'head'], async ({ files, fields }) => {
      const options = checked(compareFields, fields);
      requireRuns(files('base').length, files('head').length);
      return library.compareUploads(files('base'), files('head'), {
        ...options,
        without: [],
        rulesHash: await projectRulesHash(ports),
      });
    });
  }

  async function fromIds(request: Request): Promise<Stored<ComparisonRow>> {
    const body = checked(compareBody, request.body);
    requireRuns(body.base.length, body.head.length);
    return library.compareStored({ ...body, rulesHash: await projectRulesHash(ports) });
  }

  router
    .route('/')
    .post(limitRate, json({ limit: limits.maxJsonBytes }), async (request, response) => {
      const kind = request.is(['json', 'multipart']);
      if (kind === false || kind === null) {
        throw new Refusal(fault('content-type-unsupported', { seen: request.headers['content-type'] ?? null }));
      }
      const stored = await (kind === 'json' ? fromIds(request) : fromFiles(request, response));
      const answer = await comparisonAnswerOf(stored.row, ports, stored.created);
      response
        .location(`${request.baseUrl}/${answer.id}`)
        .status(stored.created ? 201 : 200)
        .json(answer);
    })
    .get(async (request, response) => {
      const page = pageRequestOf(request.query);
      const { rows, next } = pageOf(await profiles.comparisonPage(page), page);
      const answer: ComparisonList = { comparisons: await comparisonAnswersOf(rows, ports), next };
      response.json(answer);
    })
    .all(onlyMethods('GET', 'POST'));

  router
    .route('/:id')
    .get(async (request, response) => {
      const { result } = checked(comparisonQuery, request.query);
      const row = await rowOf(checked(idParams, request.params).id);
      const answer = await comparisonAnswerOf(row, ports);
      if (result === 'none') {
        response.json(answer);
        return;
      }
      await withReport(row, 'json', ({ path }) => sendJsonWith(response, answer, 'result', path));
    })
    .delete(async (request, response) => {
      await library.deleteComparison(checked(idParams, request.params).id);
      response.status(204).end();
    })
    .all(onlyMethods('GET', 'DELETE'));

  router
    .route('/:id/data')
    .get(async (request, response) => {
      const row = await rowOf(checked(idParams, request.params).id);
      response.type('application/octet-stream');
      await sendStream(request, response, {
        source: blobs.open(row.resultHash),
        bytes: row.resultBytes,
        hash: row.resultHash,
      });
    })
    .all(onlyMethods('GET'));

  router
    .route('/:id/report.:format')
    .get(async (request, response) => {
      const { id, format } = checked(reportParams, request.params);
      const row = await rowOf(id);
      await withReport(row, format, async ({ path, bytes, hash }) => {
        asAttachment(response, `firebreak-${id.slice(0, 8)}.${format}`);
        await sendStream(request, response, { source: createReadStream(path), bytes, hash });
      });
    })
    .all(onlyMethods('GET'));

  return router;
}
