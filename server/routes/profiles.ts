import { createReadStream } from 'node:fs';
import { fault } from '../../core/model/problem.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { PROFILES } from '../api/profiles.ts';
import type { Labels } from '../api/receive.ts';
import { placed, projectAsked } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import type { Ancestry } from '../baselines/contract.ts';
import { listFilterOf } from '../catalogue/filter.ts';
import { pageOf, pageRequestOf } from '../http/paging.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { ProfileRow } from '../ports.ts';
import { placeOf } from '../store/place.ts';
import { profileAnswerOf } from './answers.ts';
import type { Context } from './context.ts';
import { asAttachment, sendStream } from './send.ts';

/** Of a label, offered to choose from. */
const MOST_VALUES = 100;

/** `/profiles`: upload, list, facts, bytes, delete. */
export function profileRoutes({ ports, library, access }: Context): readonly Route[] {
  const { catalogue, projects, blobs, workers, limits } = ports;

  /** Keeps where a commit comes from, as the client's git says, for the walk back to a baseline. */
  async function keepAncestry(labels: Labels, { forkPoint, ancestors }: Ancestry): Promise<void> {
    const { project, commit } = placeOf(labels);
    if (commit === null || (forkPoint === undefined && ancestors === undefined)) return;
    await projects.setAncestry(project, commit, { forkPoint: forkPoint ?? null, ancestors: ancestors ?? [] });
  }

  /** A profile whose bytes are there. */
  async function wholeRow(id: string, principal: Principal): Promise<ProfileRow> {
    const row = await access.profile(id, principal);
    if ((await blobs.size(row.contentHash)) === row.bytes) return row;
    throw new Refusal(fault('bytes-lost', { facts: { what: 'profile', id } }), row.fileName);
  }

  return implement(PROFILES, {
    uploadProfiles: ({ receive, principal }) =>
      receive(async (body) => {
        const files = body.as === 'form' ? body.files('profile') : [body.upload];
        if (files.length === 0) throw new Refusal(fault('file-missing', { facts: { field: 'profile' } }));
        const metrics = body.as === 'form' ? body.files('metrics') : [];
        const labels = placed(principal, body.labels);
        const stored = await library.addProfiles(files, labels, metrics);
        const ids = stored.map(({ row }) => row.id);
        await access.own(principal, 'profile', ids);
        await keepAncestry(labels, body.as === 'form' ? body.fields : body.options);
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

    getProfile: async ({ params, principal }) => ({
      status: 200,
      json: profileAnswerOf(await access.profile(params.id, principal)),
    }),

    deleteProfile: async ({ params, principal }) => {
      await access.profile(params.id, principal);
      await library.removal.deleteProfile(params.id);
      return { status: 204 };
    },

    editProfile: async ({ params, body: { fileName, labels }, principal }) => {
      await access.profile(params.id, principal);
      const change = { fileName, labels: labels && placed(principal, new Map(Object.entries(labels))) };
      if ((await catalogue.editProfile(params.id, change)) === 'missing') throw notFound('profile', params.id);
      return { status: 200, json: profileAnswerOf(await access.profile(params.id, principal)) };
    },

    restoreProfile: async ({ params, principal }) => {
      await access.mustSeeProfiles([params.id], principal);
      await library.removal.restoreProfile(params.id);
      return { status: 200, json: profileAnswerOf(await access.profile(params.id, principal)) };
    },

    listLabels: async ({ query, principal }) => {
      const labels = await catalogue.labelValues(projectAsked(principal, query.project), MOST_VALUES);
      return { status: 200, json: { labels: labels.map(({ name, values }) => ({ name, values: [...values] })) } };
    },

    addMetrics: async ({ params, principal, receive }) => {
      const { id } = await access.profile(params.id, principal);
      await access.mustOwn(principal, 'profile', [id]);
      return receive(async (body) => {
        const files = body.as === 'form' ? body.files('metrics') : [body.upload];
        if (files.length === 0) throw new Refusal(fault('file-missing', { facts: { field: 'metrics' } }));
        return { status: 200, json: profileAnswerOf(await library.addMetrics(id, files)) };
      });
    },

    getRawProfile: async ({ params, principal, request, response }) => {
      const row = await wholeRow(params.id, principal);
      asAttachment(response, row.fileName ?? `${row.id}.profile`);
      await sendStream(request, response, {
        source: blobs.open(row.contentHash),
        bytes: row.bytes,
        hash: row.contentHash,
      });
      return SENT;
    },

    exportProfile: async ({ params: { id, format }, query: { side = null }, principal, request, response }) => {
      const { contentHash, fileName } = await wholeRow(id, principal);
      const output = blobs.reserve();
      try {
        const path = blobs.localFile(contentHash);
        const { maxInflatedBytes } = limits;
        const made = await workers.exportProfile({ path, fileName, format, side, maxInflatedBytes, output });
        if (!made.ok) throw new Refusal(made.error.fault, fileName);
        const { bytes, hash } = made.value;
        asAttachment(response, `firebreak-${id.slice(0, 8)}.${format}`);
        await sendStream(request, response, { source: createReadStream(output), bytes, hash });
      } finally {
        await blobs.discard(output);
      }
      return SENT;
    },
  });
}
