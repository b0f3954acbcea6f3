/** Calls about tickets, and the addresses of reports. */
import type { AnswerOf } from '../../api/client.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { API, call, unreadable } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';

export type Ticket = AnswerOf<'getTicket'>['value'];
export type TicketFile = Ticket['files'][number];
export type Preview = Extract<AnswerOf<'postToTicket'>['value'], { readonly preview: true }>;
export type Posted = Extract<AnswerOf<'postToTicket'>['value'], { readonly preview: false }>;

/** Reports that a person may want, with what they are called. */
export const DOWNLOADS = [
  { format: 'html', text: 'Page in one file' },
  { format: 'svg', text: 'SVG' },
  { format: 'png', text: 'PNG' },
  { format: 'png?scale=2', text: 'PNG, double' },
  { format: 'md', text: 'Markdown' },
  { format: 'jira', text: 'Jira' },
  { format: 'textile', text: 'Textile' },
  { format: 'txt', text: 'Mail' },
  { format: 'json', text: 'JSON' },
  { format: 'folded', text: 'Folded, two columns' },
  { format: 'pb.gz', text: 'pprof' },
] as const;
export type Download = (typeof DOWNLOADS)[number]['format'];

/** `permalink` is what the report links to. */
export function reportAddress(comparison: string, format: string, permalink: string | null): string {
  const [end = '', query] = format.split('?');
  const search = new URLSearchParams(query);
  if (permalink !== null) search.set('permalink', permalink);
  return `${API}/comparisons/${encodeURIComponent(comparison)}/report.${end}?${search.toString()}`;
}

/** What hangs on a ticket, each file recognised and drawn small. */
export function readTicket(ref: string): Promise<Result<Ticket, ApiProblem>> {
  return call('getTicket', { query: { ref, thumbnails: 'true' } });
}

export function compareTicket(
  ref: string,
  good: readonly string[],
  bad: readonly string[],
): Promise<Result<AnswerOf<'compareTicket'>['value'], ApiProblem>> {
  return call('compareTicket', { body: { json: { ref, good, bad } } });
}

/** Exactly what `postReport` would do now; changes nothing. */
export async function previewReport(comparison: string, ref: string): Promise<Result<Preview, ApiProblem>> {
  const answer = await call('postToTicket', { params: { id: comparison }, body: { json: { ref, preview: true } } });
  if (!answer.ok) return answer;
  return answer.value.preview ? ok(answer.value) : err(unreadable('bad-answer'));
}

export async function postReport(comparison: string, ref: string): Promise<Result<Posted, ApiProblem>> {
  const answer = await call('postToTicket', { params: { id: comparison }, body: { json: { ref, preview: false } } });
  if (!answer.ok) return answer;
  return answer.value.preview ? err(unreadable('bad-answer')) : ok(answer.value);
}
