import type { Ports } from '../ports.ts';

export type Fetch = Ports['fetch'];

export const ATTEMPTS = 5;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const TIMEOUT = 120_000;

/** Statuses that may be others a moment later. */
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * A `fetch` that tries again when the network fails and on 408, 425, 429 and 5xx: after a random time below a bound that
 * doubles, or after what Retry-After says. The last answer is given as it is, the last failure is thrown. Every request must
 * be one that may be sent twice, which all of ours are: the server knows content that it has.
 */
export function retrying({ fetch, wait, random, say }: Pick<Ports, 'fetch' | 'wait' | 'random' | 'say'>): Fetch {
  return async (address, request = {}) => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt === ATTEMPTS;
      let why: string;
      let pause = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * random();
      try {
        const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(TIMEOUT) });
        if (last || !AGAIN.has(answer.status)) return answer;
        why = `the server answered ${answer.status}`;
        pause = Math.min(LONGEST_WAIT, retryAfter(answer.headers) ?? pause);
        await answer.body?.cancel();
      } catch (error) {
        if (last) throw error;
        why = networkWords(error);
      }
      say(`note: ${why}; attempt ${attempt + 1} of ${ATTEMPTS} in ${(pause / 1000).toFixed(1)} s`);
      await wait(pause);
    }
  };
}

/** Milliseconds; a date is measured against the clock of the server that gave it. */
function retryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const pause = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(pause) ? null : Math.max(0, pause);
}

/** "the server cannot be reached (ECONNREFUSED)". */
export function networkWords(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `the server did not answer for ${TIMEOUT / 1000} s`;
  return `the server cannot be reached${code === '' ? '' : ` (${code})`}`;
}
