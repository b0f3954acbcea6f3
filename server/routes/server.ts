import { documentOf } from '../api/openapi.ts';
import { API } from '../api/all.ts';
import { SENT, implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { SERVER } from '../api/server.ts';
import { mustBeForAll } from '../auth/guard.ts';
import { referenceOf } from '../reference/page.ts';
import { comparisonAnswerOf } from './answers.ts';
import type { Context } from './context.ts';
import { exampleComparison } from './example.ts';
import { sendPage } from './send.ts';

/** What is about the server itself. */
export function serverRoutes(
  { ports, library }: Context,
  { version, exampleDirectory }: { readonly version: string; readonly exampleDirectory: string },
): readonly Route[] {
  const document = documentOf(API, version);
  const reference = referenceOf(document);
  return implement(SERVER, {
    getHealth: async ({ request }) => {
      try {
        await ports.profiles.check();
        return { status: 200, headers: { 'Cache-Control': 'no-store' }, json: { status: 'ok', version } };
      } catch (error) {
        request.log.error({ err: error }, 'the database cannot be read');
        return { status: 503, json: { status: 'failing', version } };
      }
    },

    getOpenApi: async () => ({ status: 200, json: { ...document } }),

    getReference: async ({ request, response }) => {
      sendPage(request, response, reference);
      return SENT;
    },

    getExample: async ({ principal }) => {
      // It belongs to no project of anybody.
      mustBeForAll(principal);
      const { row, created } = await exampleComparison(ports, library, exampleDirectory);
      return { status: 200, json: await comparisonAnswerOf(row, ports, created) };
    },
  });
}
