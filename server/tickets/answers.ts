import { wordsOf } from '../../core/words/faults.ts';
import type { TicketAnswer, TicketPostedAnswer, TicketPreviewAnswer } from './contract.ts';
import type { Posted, Posting, Preview } from './post.ts';
import type { SeenTicket } from './tickets.ts';

/** The JSON of API and command line. */

export function ticketAnswerOf({ tracker, ticket, files }: SeenTicket): TicketAnswer {
  return {
    version: 1,
    tracker,
    ticket: ticket.key,
    title: ticket.title,
    url: ticket.url,
    files: files.map(({ attachment, facts, problem, guess }) => ({
      id: attachment.id,
      name: attachment.fileName,
      bytes: attachment.bytes,
      recognised: facts === null ? null : { kind: facts.kind, format: facts.format, title: facts.title },
      problem: problem === null ? null : { code: problem.code, ...wordsOf(problem) },
      side: guess.side,
      why: guess.why,
      chosen: guess.chosen,
      thumbnail:
        facts?.thumbnail == null ? null : `data:image/png;base64,${Buffer.from(facts.thumbnail).toString('base64')}`,
    })),
  };
}

export function previewAnswerOf({
  tracker,
  ticket,
  report,
  comment,
  text,
  files,
  notes,
}: Preview & Posting): TicketPreviewAnswer {
  return {
    version: 1,
    tracker: tracker.name,
    ticket,
    comparison: report.id,
    preview: true,
    comment,
    markup: tracker.markup,
    text,
    files: files.map(({ file: { fileName, bytes, contentType, sha256 }, isPresent }) => ({
      name: fileName,
      bytes: bytes.length,
      contentType,
      sha256,
      isPresent,
    })),
    notes: [...notes],
  };
}

export function postedAnswerOf({ tracker, ticket, report, ...posted }: Posted & Posting): TicketPostedAnswer {
  const { comment, commentId, attached, present, leftOut, removed } = posted;
  return {
    version: 1,
    tracker: tracker.name,
    ticket,
    comparison: report.id,
    preview: false,
    comment,
    commentId,
    attached: [...attached],
    present: [...present],
    leftOut: [...leftOut],
    removed,
  };
}
