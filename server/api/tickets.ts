import { idParams } from '../contract.ts';
import {
  ticketAnswer,
  ticketCompareAnswer,
  ticketCompareBody,
  ticketPostBody,
  ticketPostedAnswer,
  ticketPreviewAnswer,
  ticketQuery,
  trackerList,
} from '../tickets/contract.ts';
import { calls } from './declare.ts';

/** What a call may meet that asks a tracker. */
const TRACKER_PROBLEMS = [
  'ticket-reference-unknown',
  'ticket-reference-ambiguous',
  'ticket-not-found',
  'tracker-unauthorised',
  'tracker-refused',
  'tracker-failed',
  'tracker-busy',
  'tracker-unreachable',
  'tracker-address-private',
  'tracker-redirect-refused',
  'tracker-answer-too-large',
  'tracker-answer-malformed',
] as const;

/** The account of the tracker's token acts here, so it takes `upload` beside `read`, for all projects. */
const NEEDS = ['upload'] as const;

/** `/tickets`: from a ticket to a comparison, and its report back. */
export const TICKETS = calls('Tickets', {
  listTrackers: {
    method: 'get',
    path: '/trackers',
    summary: 'The trackers that the administrator has configured',
    needs: ['read'],
    answers: { 200: { description: 'Without their credentials', json: trackerList } },
    problems: [],
  },
  getTicket: {
    method: 'get',
    path: '/tickets',
    summary: 'What hangs on a ticket: recognised files, and which are taken for good and bad',
    needs: NEEDS,
    query: ticketQuery,
    answers: { 200: { description: 'The ticket and its files', json: ticketAnswer } },
    problems: TRACKER_PROBLEMS,
    heavy: true,
  },
  compareTicket: {
    method: 'post',
    path: '/tickets/compare',
    summary: 'Compare files of a ticket, as guessed or as named, and store the comparison',
    needs: NEEDS,
    body: { json: ticketCompareBody },
    answers: { 200: { description: 'The ticket and the comparison', json: ticketCompareAnswer } },
    problems: [...TRACKER_PROBLEMS, 'ticket-no-profiles', 'ticket-sides-unclear', 'ticket-file-unknown', 'content'],
    heavy: true,
  },
  postToTicket: {
    method: 'post',
    path: '/comparisons/:id/tickets',
    summary: 'Leave the report of a comparison on a ticket, or show what would be posted',
    description: 'A later call brings the report that is there up to date; it never posts a second one.',
    needs: NEEDS,
    params: idParams,
    body: { json: ticketPostBody },
    answers: {
      200: {
        description: 'What was done, or with `preview` what would be',
        json: ticketPreviewAnswer.or(ticketPostedAnswer),
      },
    },
    problems: [
      ...TRACKER_PROBLEMS,
      'tracker-no-attachments',
      'tracker-too-large',
      'tracker-cannot-edit',
      'not-found',
      'content',
    ],
    heavy: true,
  },
});
