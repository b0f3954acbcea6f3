import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { fault } from '../../core/model/problem.ts';
import { idParams, labelFields } from '../contract.ts';
import type { ProfileList, UploadAnswer } from '../contract.ts';
import { checked } from '../http/checked.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import type { Uploads } from '../http/uploads.ts';
import { notFound } from '../library.ts';
import type { Library, Stored, Upload } from '../library.ts';
import type { Ports, ProfileRow } from '../ports.ts';
import { profileAnswerOf } from './answers.ts';
import { asAttachment, onlyMethods, sendStream } from './send.ts';

const FIELD = 'profile';
const METRICS_FIELD = 'metrics';

function fileNameIn({ query }: Request): string | null {
  return typeof query['fileName'] === 'string' ? query['fileName'] : null;
}

/** `/profiles`: upload, list, facts, bytes, delete. */
export function profileRoutes(ports: Ports, library: Library, uploads: Uploads, limitRate: RequestHandler): Router {
  const { profiles, blobs, limits } = ports;
  const router = Router();

  function labelsOf(fields: Record<string, unknown>): ReadonlyMap<string, string> {
    const labels = checked(labelFields, fields);
    if (labels.size > limits.maxLabels) throw new Refusal(fault('request-too-large', { facts: { what: 'labels' } }));
    return labels;
  }

  async function rowOf(request: Request): Promise<ProfileRow> {
    const { id } = checked(idParams, request.params);
    const row = await profiles.profile(id);
    if (row === null) throw notFound('profile', id);
    return row;
  }

  router
    .route('/')
    .post(limitRate, async (request, response) => {
      const store = (files: readonly Upload[], labels: ReadonlyMap<string, string>, metrics: readonly Upload[] = []) =>
        library.addProfiles(files, labels, metrics);
      let stored: readonly Stored<ProfileRow>[];
      if (request.is('multipart') === false) {
        const { fileName, ...fields } = request.query;
        const labels = labelsOf(fields);
        const name = typeof fileName === 'string' ? fileName : null;
        stored = await uploads.withBody(request, name, (upload) => store([upload], labels));
      } else {
        stored = await uploads.withForm(request, response, [FIELD, METRICS_FIELD], ({ files, fields }) => {
          if (files(FIELD).length === 0) throw new Refusal(fault('file-missing', { facts: { field: FIELD } }));
          return store(files(FIELD), labelsOf(fields), files(METRICS_FIELD));
        });
      }
      const answer: UploadAnswer = { profiles: stored.map(({ row, created }) => profileAnswerOf(row, created)) };
      const only = answer.profiles.length === 1 ? answer.profiles[0] : undefined;
      if (only) response.location(`${request.baseUrl}/${only.id}`);
      response.status(stored.some(({ created }) => created) ? 201 : 200).json(answer);
    })
    .get(async (request, response) => {
      const page = pageRequestOf(request.query);
      const { rows, next } = pageOf(await profiles.profilePage(page), page);
      const answer: ProfileList = { profiles: rows.map((row) => profileAnswerOf(row)), next };
      response.json(answer);
    })
    .all(onlyMethods('GET', 'POST'));

  router
    .route('/:id')
    .get(async (request, response) => {
      response.json(profileAnswerOf(await rowOf(request)));
    })
    .delete(async (request, response) => {
      await library.deleteProfile(checked(idParams, request.params).id);
      response.status(204).end();
    })
    .all(onlyMethods('GET', 'DELETE'));

  router
    .route('/:id/metrics')
    .post(limitRate, async (request, response) => {
      const { id } = await rowOf(request);
      const row =
        request.is('multipart') === false
          ? await uploads.withBody(request, fileNameIn(request), (upload) => library.addMetrics(id, [upload]))
          : await uploads.withForm(request, response, [METRICS_FIELD], async ({ files }) => {
              if (files(METRICS_FIELD).length === 0) {
                throw new Refusal(fault('file-missing', { facts: { field: METRICS_FIELD } }));
              }
              return library.addMetrics(id, files(METRICS_FIELD));
            });
      response.json(profileAnswerOf(row));
    })
    .all(onlyMethods('POST'));

  router
    .route('/:id/raw')
    .get(async (request, response) => {
      const row = await rowOf(request);
      if ((await blobs.size(row.contentHash)) !== row.bytes) {
        throw new Refusal(fault('bytes-lost', { facts: { what: 'profile', id: row.id } }), row.fileName);
      }
      asAttachment(response, row.fileName ?? `${row.id}.profile`);
      await sendStream(request, response, {
        source: blobs.open(row.contentHash),
        bytes: row.bytes,
        hash: row.contentHash,
      });
    })
    .all(onlyMethods('GET'));

  return router;
}
