/** Calls about tickets, and the addresses of reports. */
import type { Result } from '../../core/result.ts';
import { API, askFor } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import type { ComparisonAnswer } from '../../server/contract.ts';
import type { TicketAnswer, TicketPostedAnswer, TicketPreviewAnswer } from '../../server/tickets/contract.ts';

export type Ticket = TicketAnswer;
export type TicketFile = TicketAnswer['files'][number];
export type Preview = TicketPreviewAnswer;
export type Posted = TicketPostedAnswer;

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
] as const;

/** `permalink` is what the report links to. */
export function reportAddress(comparison: string, format: string, permalink: string | null): string {
  const [end = '', query] = format.split('?');
  const search = new URLSearchParams(query);
  if (permalink !== null) search.set('permalink', permalink);
  return `${API}/comparisons/${encodeURIComponent(comparison)}/report.${end}?${search.toString()}`;
}

/** What hangs on a ticket, each file recognised and drawn small. */
export function readTicket(ref: string): Promise<Result<Ticket, ApiProblem>> {
  const query = new URLSearchParams({ ref, thumbnails: 'true' });
  return askFor(`${API}/tickets?${query.toString()}`, undefined, isTicket);
}

export function compareTicket(
  ref: string,
  good: readonly string[],
  bad: readonly string[],
): Promise<Result<{ readonly comparison: ComparisonAnswer }, ApiProblem>> {
  return askFor(
    `${API}/tickets/compare`,
    posted({ ref, good, bad }),
    (answer): answer is { readonly comparison: ComparisonAnswer } => has(answer, 'comparison'),
  );
}

/** Exactly what `postReport` would do now; changes nothing. */
export function previewReport(comparison: string, ref: string): Promise<Result<Preview, ApiProblem>> {
  return askFor(ticketsOf(comparison), posted({ ref, preview: true }), (answer): answer is Preview =>
    has(answer, 'text'),
  );
}

export function postReport(comparison: string, ref: string): Promise<Result<Posted, ApiProblem>> {
  return askFor(ticketsOf(comparison), posted({ ref, preview: false }), (answer): answer is Posted =>
    has(answer, 'attached'),
  );
}

function ticketsOf(comparison: string): string {
  return `${API}/comparisons/${encodeURIComponent(comparison)}/tickets`;
}

function posted(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function isTicket(answer: unknown): answer is Ticket {
  return has(answer, 'files');
}

function has(answer: unknown, member: string): boolean {
  return typeof answer === 'object' && answer !== null && member in answer;
}
