import { Readable } from 'node:stream';
import { fault } from '../../core/model/problem.ts';
import { ARCHIVE } from '../api/archive.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { exported } from '../archive/export.ts';
import { imported } from '../archive/import.ts';
import { mustBeForAll, projectAsked } from '../auth/guard.ts';
import { Refusal } from '../http/problem.ts';
import { encodingOf, inflatedBody } from '../http/decoded.ts';
import type { Context } from './context.ts';
import { asAttachment, sendUnmeasured } from './send.ts';

/** `/export`, `/import`: everything as one archive, never in memory at once. */
export function archiveRoutes({ ports, library }: Context): readonly Route[] {
  return implement(ARCHIVE, {
    exportAll: async ({ query, principal, request, response }) => {
      const project = projectAsked(principal, query.project);
      const day = new Date(ports.clock.now()).toISOString().slice(0, 10);
      asAttachment(response, `firebreak-${day}.tar`);
      response.setHeader('Content-Type', 'application/x-tar');
      await sendUnmeasured(request, response, Readable.from(exported(ports, project), { objectMode: false }));
      return SENT;
    },

    importAll: async ({ principal, request }) => {
      mustBeForAll(principal);
      // Leaving the loop must not close the connection: the answer still has to go out on it.
      const source =
        encodingOf(request) === 'gzip' ? inflatedBody(request) : request.iterator({ destroyOnReturn: false });
      try {
        return { status: 200, json: await imported(ports, library, source as AsyncIterable<Uint8Array>) };
      } catch (error) {
        if (error instanceof Refusal || request.complete) throw error;
        throw new Refusal(fault('form-incomplete', { facts: { what: 'the connection closed' } }));
      } finally {
        request.resume();
      }
    },
  });
}
