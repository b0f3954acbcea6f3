import { z } from 'zod';
import { LEVELS } from '../../core/normalize/rule.ts';
import { comparisonAnswer } from '../contract.ts';
import { MARKUPS, TRACKER_KINDS } from '../trackers/tracker.ts';

/** Requests and answers about tickets. The page imports the types; in words: docs/tickets.md. */

/** Address of a ticket, its key, or `TRACKER:KEY`. */
const reference = z.string().min(1).max(2000);
const names = z.array(z.string().min(1).max(1000)).max(64);

// ---- requests ------------------------------------------------------------------------------------------------------

export const ticketQuery = z.strictObject({
  ref: reference,
  thumbnails: z.enum(['true', 'false']).default('false'),
});

export const ticketCompareBody = z.strictObject({
  ref: reference,
  /** Attachments by name or id; empty: as guessed. */
  good: names.default([]),
  bad: names.default([]),
  level: z.enum(LEVELS).default('default'),
  valueType: z.string().min(1).max(200).nullable().default(null),
});

export const ticketPostBody = z.strictObject({ ref: reference, preview: z.boolean() });

// ---- answers -------------------------------------------------------------------------------------------------------

export const trackerList = z.strictObject({
  trackers: z.array(
    z.strictObject({ name: z.string(), kind: z.enum(TRACKER_KINDS), url: z.string(), projects: z.array(z.string()) }),
  ),
});

const seenFile = z.strictObject({
  /** The tracker's; with the name it tells files apart. */
  id: z.string(),
  name: z.string(),
  bytes: z.number().int().nullable(),
  recognised: z
    .strictObject({ kind: z.enum(['profile', 'metrics', 'comparison']), format: z.string(), title: z.string() })
    .nullable(),
  problem: z.strictObject({ code: z.string(), sentence: z.string(), advice: z.string().nullable() }).nullable(),
  /** The side that it is taken for, and why; null: nothing says so. */
  side: z.enum(['base', 'head']).nullable(),
  why: z.string(),
  /** Whether it takes part when nobody says otherwise. */
  chosen: z.boolean(),
  /** A picture of what was read, drawn here: a `data:` address of a PNG; null when none was asked for or could be drawn. */
  thumbnail: z.string().nullable(),
});

export const ticketAnswer = z.strictObject({
  version: z.literal(1),
  tracker: z.string(),
  ticket: z.string(),
  title: z.string(),
  url: z.string(),
  files: z.array(seenFile),
});
export type TicketAnswer = z.infer<typeof ticketAnswer>;

export const ticketCompareAnswer = z.strictObject({ ticket: ticketAnswer, comparison: comparisonAnswer });

const commentChange = z.enum(['posted', 'changed', 'unchanged']);

export const ticketPreviewAnswer = z.strictObject({
  version: z.literal(1),
  tracker: z.string(),
  ticket: z.string(),
  comparison: z.string(),
  preview: z.literal(true),
  /** What would become of the comment. */
  comment: commentChange,
  markup: z.enum(MARKUPS),
  /** Exactly what would be posted, without the hidden marker. */
  text: z.string(),
  files: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.number().int(),
      contentType: z.string(),
      sha256: z.string(),
      /** It is on the ticket already. */
      isPresent: z.boolean(),
    }),
  ),
  /** What is said about files that are not attached. */
  notes: z.array(z.string()),
});
export type TicketPreviewAnswer = z.infer<typeof ticketPreviewAnswer>;

export const ticketPostedAnswer = z.strictObject({
  version: z.literal(1),
  tracker: z.string(),
  ticket: z.string(),
  comparison: z.string(),
  preview: z.literal(false),
  comment: commentChange,
  commentId: z.string(),
  /** Names of files: attached now, there before, and not taken by the tracker. */
  attached: z.array(z.string()),
  present: z.array(z.string()),
  leftOut: z.array(z.string()),
  /** Attachments of earlier reports that were taken away. */
  removed: z.number().int(),
});
export type TicketPostedAnswer = z.infer<typeof ticketPostedAnswer>;
