import type { Answer } from './send.ts';

const FIRST_WAIT = 1000;

/**
 * Milliseconds that the tracker asks to wait before the request is sent again; null: it does not ask. 429 and 503 say
 * so by `Retry-After` (seconds or a date, RFC 9110); GitHub also by 403 with its own headers.
 */
export function waitAsked(
  { status, headers }: Answer,
  isRepeatable: boolean,
  attempt: number,
  now: number,
): number | null {
  const after = retryAfter(headers['retry-after'], now);
  if (status === 429) return after ?? FIRST_WAIT * 2 ** (attempt - 1);
  // Without Retry-After, it is not sure that nothing was done.
  if (status === 503) return after ?? (isRepeatable ? FIRST_WAIT * 2 ** (attempt - 1) : null);
  if (status !== 403) return null;
  if (after !== null) return after;
  if (headers['x-ratelimit-remaining'] !== '0') return null;
  return Math.max(0, Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now);
}

function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
