import type { Request } from 'express';

/** What a client prefers (RFC 7240): to wait to the end, or so many seconds and then to hear of a job. */
export interface Preference {
  /** Null: to the end. */
  readonly waitSeconds: number | null;
  /** What the answer says was applied; null when nothing was asked for. */
  readonly applied: string | null;
}

const MOST_SECONDS = 600;

/** `Prefer: respond-async`, `Prefer: wait=10`, or both; neither: to the end, as ever. */
export function preferenceOf(request: Request): Preference {
  const given = [request.headers['prefer'] ?? []].flat().join(',');
  const parts = given.split(',').map((part) => part.trim().toLowerCase());
  const seconds = parts.map((part) => /^wait=(\d{1,6})$/.exec(part)?.[1]).find((digits) => digits !== undefined);
  if (seconds !== undefined) {
    const waitSeconds = Math.min(Number(seconds), MOST_SECONDS);
    return { waitSeconds, applied: `wait=${waitSeconds}` };
  }
  return parts.includes('respond-async')
    ? { waitSeconds: 0, applied: 'respond-async' }
    : { waitSeconds: null, applied: null };
}

/** Resolves when `ended` does, or after so many seconds. */
export async function settledWithin(ended: Promise<unknown>, seconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
}
