import { fault } from '../../core/model/problem.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { PROFILES } from '../api/profiles.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../library.ts';
import type { ProfileRow } from '../ports.ts';
import { profileAnswerOf } from './answers.ts';
import type { Context } from './context.ts';
import { asAttachment, sendStream } from './send.ts';

/** `/profiles`: upload, list, facts, bytes, delete. */
export function profileRoutes({ ports, library }: Context): readonly Route[] {
  const { profiles, blobs } = ports;

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

    listProfiles: async ({ query }) => {
      const page = pageRequestOf(query);
      const { rows, next } = pageOf(await profiles.profilePage(page), page);
      return { status: 200, json: { profiles: rows.map((row) => profileAnswerOf(row)), next } };
    },

    getProfile: async ({ params }) => ({ status: 200, json: profileAnswerOf(await rowOf(params.id)) }),

    deleteProfile: async ({ params }) => {
      await library.deleteProfile(params.id);
      return { status: 204 };
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
