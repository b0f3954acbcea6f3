import { implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { TICKETS } from '../api/tickets.ts';
import { projectRulesHash } from '../rules.ts';
import { postedAnswerOf, previewAnswerOf, ticketAnswerOf } from '../tickets/answers.ts';
import type { Tickets } from '../tickets/tickets.ts';
import { comparisonAnswerOf } from './answers.ts';
import type { Context } from './context.ts';

/** `/tickets`: from a ticket to a comparison, and its report back. */
export function ticketRoutes({ ports }: Context, tickets: Tickets): readonly Route[] {
  return implement(TICKETS, {
    listTrackers: () => {
      const trackers = tickets.trackers.map(({ name, kind, url, projects }) => ({ name, kind, url, projects }));
      return Promise.resolve({ status: 200, json: { trackers } });
    },

    getTicket: async ({ query: { ref, thumbnails } }) => ({
      status: 200,
      json: ticketAnswerOf(await tickets.show(ref, thumbnails === 'true')),
    }),

    compareTicket: async ({ body: { ref, good, bad, level, valueType } }) => {
      const options = { level, valueType, without: [], rulesHash: await projectRulesHash(ports) };
      const { seen, stored } = await tickets.compare(ref, { base: good, head: bad }, options);
      const comparison = await comparisonAnswerOf(stored.row, ports, stored.created);
      return { status: 200, json: { ticket: ticketAnswerOf(seen), comparison } };
    },

    postToTicket: async ({ params: { id }, body: { ref, preview } }) => ({
      status: 200,
      json: preview ? previewAnswerOf(await tickets.preview(ref, id)) : postedAnswerOf(await tickets.post(ref, id)),
    }),
  });
}
