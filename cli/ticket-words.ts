import { visible } from '../core/text/visible.ts';
import { sizeInWords } from '../core/words/numbers.ts';
import { tableLines } from '../render/table.ts';
import type { PostedAnswer, PreviewAnswer, TicketAnswer } from './remote/tickets.ts';

/** What `firebreak ticket` says, as lines. Names on tickets are hostile text. */

export function ticketLines({ tracker, ticket, title, url, files }: TicketAnswer): readonly string[] {
  const rows = files.map((file) => [
    { text: sideOf(file) },
    { text: visible(file.name) },
    { text: file.bytes === null ? '' : sizeInWords(file.bytes) },
    { text: visible(whatItIs(file)) },
  ]);
  const table = tableLines(
    [
      { title: 'side', align: 'left' },
      { title: 'file', align: 'left' },
      { title: 'size', align: 'right' },
      { title: 'what it is, and why it is on that side', align: 'left' },
    ],
    rows,
  );
  return [
    visible(`${tracker} ${ticket}: ${title}`),
    visible(url),
    '',
    ...(files.length === 0 ? ['no files'] : table),
    '',
  ];
}

type TicketFile = TicketAnswer['files'][number];

function sideOf({ side, chosen }: TicketFile): string {
  if (side === null) return '-';
  const word = side === 'base' ? 'good' : 'bad';
  return chosen ? word : `(${word})`;
}

function whatItIs({ recognised, problem, why }: TicketFile): string {
  if (problem !== null) return problem.sentence;
  if (recognised === null) return '';
  return recognised.kind === 'comparison' ? `${recognised.title}: a comparison already` : `${recognised.title}; ${why}`;
}

export function previewLines({ tracker, ticket, comment, markup, files, notes }: PreviewAnswer): readonly string[] {
  const verbs = { posted: 'post a comment', changed: 'change its comment', unchanged: 'leave its comment as it is' };
  return [
    visible(
      `would ${verbs[comment]} on ${tracker} ${ticket}, in ${markup}${files.length === 0 ? '' : ', and attach:'}`,
    ),
    ...files.map(
      ({ name, bytes, isPresent }) => `  ${name}  ${sizeInWords(bytes)}${isPresent ? '  (is there already)' : ''}`,
    ),
    ...notes.map((note) => `  ${note}`),
  ];
}

export function postedLines(posted: PostedAnswer): readonly string[] {
  const { tracker, ticket, comment, commentId, attached, present, leftOut, removed } = posted;
  const how = { posted: 'posted', changed: 'changed in place', unchanged: 'unchanged' }[comment];
  return [
    visible(`${tracker} ${ticket}: comment ${commentId} ${how}`),
    ...attached.map((name) => `  attached ${name}`),
    ...present.map((name) => `  is there  ${name}`),
    ...leftOut.map((name) => `  too large for the tracker, left out  ${name}`),
    ...(removed > 0 ? [`  took away ${removed} attached by an earlier report`] : []),
  ];
}
