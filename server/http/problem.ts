import { wordsOf } from '../../core/words/faults.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ProblemAnswer } from '../contract.ts';

/** Ends a request with a fault that has words; `problemOf` makes the answer. */
export class Refusal extends Error {
  readonly fault: Fault;
  /** Name of the file of the request that is at fault. */
  readonly file: string | null;

  constructor(fault: Fault, file: string | null = null) {
    super(fault.code);
    this.fault = fault;
    this.file = file;
  }
}

const CANNOT_READ = { status: 422, title: 'The profiles cannot be read or compared' };

/** Status and title by code. What is not here is a fault of the content: 422. */
const KINDS: ReadonlyMap<string, { readonly status: number; readonly title: string }> = new Map([
  ['form-incomplete', { status: 400, title: 'Incomplete or malformed form' }],
  ['request-malformed', { status: 400, title: 'Malformed request' }],
  ['body-damaged', { status: 400, title: 'Damaged gzip body' }],
  ['file-missing', { status: 400, title: 'No file in the form' }],
  ['field-unexpected', { status: 400, title: 'A file in a field that takes none' }],
  ['token-missing', { status: 401, title: 'A token is needed' }],
  ['token-refused', { status: 401, title: 'The token is not good' }],
  ['token-scope', { status: 403, title: 'The token is not for this' }],
  ['token-project', { status: 403, title: 'The token is for another project' }],
  ['cross-origin', { status: 403, title: 'Refused for pages of other origins' }],
  ['not-found', { status: 404, title: 'Not found' }],
  ['method-not-allowed', { status: 405, title: 'Method not allowed' }],
  ['rules-changed', { status: 412, title: 'The rules have changed' }],
  ['upload-too-large', { status: 413, title: 'Upload too large' }],
  ['request-too-large', { status: 413, title: 'Request too large' }],
  ['limit-exceeded', { status: 413, title: 'Too large to read' }],
  ['inflate-ratio', { status: 413, title: 'Too large to read' }],
  ['memory-limit', { status: 413, title: 'Too large to read' }],
  ['content-type-unsupported', { status: 415, title: 'Unsupported content type' }],
  ['content-encoding-unsupported', { status: 415, title: 'Unsupported content encoding' }],
  ['host-not-allowed', { status: 421, title: 'Not a name of this server' }],
  ['requests-too-many', { status: 429, title: 'Too many requests' }],
  ['uploads-too-many', { status: 429, title: 'Too many uploads' }],
  ['sign-ins-too-many', { status: 429, title: 'Too many attempts to sign in' }],
  ['ticket-reference-unknown', { status: 404, title: 'No such ticket' }],
  ['ticket-not-found', { status: 404, title: 'No such ticket' }],
  ['tracker-cannot-edit', { status: 409, title: 'The tracker cannot change its comment' }],
  ['trackers-unreadable', { status: 500, title: 'The trackers are not configured' }],
  ['trackers-invalid', { status: 500, title: 'The trackers are not configured' }],
  ['tracker-secret-missing', { status: 500, title: 'The trackers are not configured' }],
  ['tracker-secret-exposed', { status: 500, title: 'The trackers are not configured' }],
  ['tracker-unauthorised', { status: 502, title: 'The tracker refuses' }],
  ['tracker-refused', { status: 502, title: 'The tracker refuses' }],
  ['tracker-too-large', { status: 502, title: 'The tracker refuses' }],
  ['tracker-failed', { status: 502, title: 'The tracker failed' }],
  ['tracker-address-private', { status: 502, title: 'The tracker cannot be called' }],
  ['tracker-redirect-refused', { status: 502, title: 'The tracker cannot be called' }],
  ['tracker-answer-too-large', { status: 502, title: 'The tracker failed' }],
  ['tracker-answer-malformed', { status: 502, title: 'The tracker failed' }],
  ['tracker-busy', { status: 503, title: 'The tracker is busy' }],
  ['tracker-unreachable', { status: 504, title: 'The tracker gives no answer' }],
  ['archive-malformed', { status: 422, title: 'The archive cannot be read' }],
  ['server-error', { status: 500, title: 'Fault of the server' }],
  ['bytes-lost', { status: 500, title: 'Stored bytes are missing' }],
  ['workers-busy', { status: 503, title: 'Busy' }],
  ['page-not-built', { status: 503, title: 'The page is not built' }],
]);

/** Status and title of a code. */
export function kindOf(code: string): { readonly status: number; readonly title: string } {
  return KINDS.get(code) ?? CANNOT_READ;
}

/** The stable `type` of a code. */
export function problemType(code: string): string {
  return `urn:firebreak:problem:${code}`;
}

/** Whether the content of a file decides about the code, not the call. */
export function isOfContent(code: string): boolean {
  return [413, 422, 500].includes(kindOf(code).status);
}

/** The body of an error answer (RFC 9457). */
export function problemOf({ fault, file }: Refusal, requestId: string): ProblemAnswer {
  const { status, title } = kindOf(fault.code);
  const { sentence, advice } = wordsOf(fault);
  return {
    type: problemType(fault.code),
    title,
    status,
    detail: sentence,
    instance: `urn:uuid:${requestId}`,
    code: fault.code,
    file,
    position: fault.position,
    column: typeof fault.facts['column'] === 'number' ? fault.facts['column'] : null,
    seen: fault.seen,
    expected: fault.expected,
    advice,
  };
}
