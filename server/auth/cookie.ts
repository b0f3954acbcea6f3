import type { Request, Response } from 'express';

export const SESSION_COOKIE = 'firebreak_session';

/** The value of a cookie that a request brings; null when it brings none, or not one of ours. */
export function cookieIn({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value.trim())) return value.trim();
  }
  return null;
}

export function setSession(request: Request, response: Response, value: string, expiresAt: number): void {
  response.cookie(SESSION_COOKIE, value, { ...attributes(request), expires: new Date(expiresAt) });
}

export function dropSession(request: Request, response: Response): void {
  response.clearCookie(SESSION_COOKIE, attributes(request));
}

/**
 * No script reads it, and no other site sends it. The origin of the page that signs in tells whether the browser speaks
 * https, also where a proxy in front of the server does the encryption.
 */
function attributes(request: Request) {
  const isSecure = request.secure || (request.headers.origin ?? '').startsWith('https:');
  return { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' } as const;
}
