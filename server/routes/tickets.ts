import { implement } from '../api/implement.ts';
import type { Route } from '../api/implement.ts';
import { TICKETS } from '../api/tickets.ts';
import { mustBeForAll, mustHave } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import { projectRulesHash } from '../rules.ts';
import { postedAnswerOf, previewAnswerOf, ticketAnswerOf } from '../tickets/answers.ts';
import type { Tickets } from '../tickets/tickets.ts';
import { comparisonAnswerOf } from './answers.ts';
import type { Context } from './context.ts';

/**
 * `/tickets`: from a ticket to a comparison, and its report back. Trackers belong to all projects, and what is seen there
 * is what their account may see, so a token of one project gets nowhere here.
 */
export function ticketRoutes({ ports, access }: Context, tickets: Tickets): readonly Route[] {
  function mustAct(principal: Principal): void {
    mustBeForAll(principal);
    mustHave(principal, 'read');
  }

  return implement(TICKETS, {
    listTrackers: ({ principal }) => {
      mustBeForAll(principal);
      const trackers = tickets.trackers.map(({ name, kind, url, projects }) => ({ name, kind, url, projects }));
      return Promise.resolve({ status: 200, json: { trackers } });
    },

    getTicket: async ({ query: { ref, thumbnails }, principal }) => {
      mustAct(principal);
      return { status: 200, json: ticketAnswerOf(await tickets.show(ref, thumbnails === 'true')) };
    },

    compareTicket: async ({ body: { ref, good, bad, level, valueType }, principal }) => {
      mustAct(principal);
      const options = { level, valueType, without: [], rulesHash: await projectRulesHash(ports) };
      const { seen, stored } = await tickets.compare(ref, { base: good, head: bad }, options);
      const comparison = await comparisonAnswerOf(stored.row, ports, stored.created);
      return { status: 200, json: { ticket: ticketAnswerOf(seen), comparison } };
    },

    postToTicket: async ({ params, body: { ref, preview }, principal }) => {
      mustAct(principal);
      const { id } = await access.comparison(params.id, principal);
      const json = preview
        ? previewAnswerOf(await tickets.preview(ref, id))
        : postedAnswerOf(await tickets.post(ref, id));
      return { status: 200, json };
    },
  });
}
