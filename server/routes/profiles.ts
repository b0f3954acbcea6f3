import { fault } from '../../core/model/problem.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { PROFILES } from '../api/profiles.ts';
import { projectAsked } from '../auth/guard.ts';
import { listFilterOf } from '../catalogue/filter.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { ProfileRow } from '../ports.ts';
import { profileAnswerOf } from './answers.ts';
import type { Context } from './context.ts';
import { asAttachment, sendStream } from './send.ts';

/** Of a label, offered to choose from. */
const MOST_VALUES = 100;

/** `/profiles`: upload, list, facts, bytes, delete. */
export function profileRoutes({ ports, library }: Context): readonly Route[] {
  const { profiles, catalogue, blobs } = ports;

  async function rowOf(id: string): Promise<ProfileRow> {
    const row = await profiles.profile(id);
    if (row === null) throw notFound('profile', id);
    return row;
  }

  return implement(PROFILES, {
    uploadProfiles: ({ receive }) =>
      receive(async (body) => {
        const files = body.as === 'form' ? body.files('profile') : [body.upload];
        if (files.length === 0) throw new Refusal(fault('file-missing', { facts: { field: 'profile' } }));
        const metrics = body.as === 'form' ? body.files('metrics') : [];
        const stored = await library.addProfiles(files, body.labels, metrics);
        const [only, ...others] = stored;
        return {
          status: stored.some(({ created }) => created) ? 201 : 200,
          ...(only && others.length === 0 ? { headers: { Location: `/api/v1/profiles/${only.row.id}` } } : {}),
          json: { profiles: stored.map(({ row, created }) => profileAnswerOf(row, created)) },
        };
      }),

    listProfiles: async ({ query, principal }) => {
      const page = pageRequestOf(query);
      const { rows, next } = pageOf(await catalogue.profilePage(page, listFilterOf(query, principal)), page);
      return { status: 200, json: { profiles: rows.map((row) => profileAnswerOf(row)), next } };
    },

    getProfile: async ({ params }) => ({ status: 200, json: profileAnswerOf(await rowOf(params.id)) }),

    deleteProfile: async ({ params }) => {
      await library.removal.deleteProfile(params.id);
      return { status: 204 };
    },

    editProfile: async ({ params, body: { fileName, labels } }) => {
      const change = { fileName, labels: labels && new Map(Object.entries(labels)) };
      if ((await catalogue.editProfile(params.id, change)) === 'missing') throw notFound('profile', params.id);
      return { status: 200, json: profileAnswerOf(await rowOf(params.id)) };
    },

    restoreProfile: async ({ params }) => {
      await library.removal.restoreProfile(params.id);
      return { status: 200, json: profileAnswerOf(await rowOf(params.id)) };
    },

    listLabels: async ({ query, principal }) => {
      const labels = await catalogue.labelValues(projectAsked(principal, query.project), MOST_VALUES);
      return { status: 200, json: { labels: labels.map(({ name, values }) => ({ name, values: [...values] })) } };
    },

    addMetrics: async ({ params, receive }) => {
      const { id } = await rowOf(params.id);
      return receive(async (body) => {
        const files = body.as === 'form' ? body.files('metrics') : [body.upload];
        if (files.length === 0) throw new Refusal(fault('file-missing', { facts: { field: 'metrics' } }));
        return { status: 200, json: profileAnswerOf(await library.addMetrics(id, files)) };
      });
    },

    getRawProfile: async ({ params, request, response }) => {
      const row = await rowOf(params.id);
      if ((await blobs.size(row.contentHash)) !== row.bytes) {
        throw new Refusal(fault('bytes-lost', { facts: { what: 'profile', id: row.id } }), row.fileName);
      }
      asAttachment(response, row.fileName ?? `${row.id}.profile`);
      await sendStream(request, response, {
        source: blobs.open(row.contentHash),
        bytes: row.bytes,
        hash: row.contentHash,
      });
      return SENT;
    },
  });
}
