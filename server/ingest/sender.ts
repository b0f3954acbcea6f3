import type { Request, RequestHandler } from 'express';

/**
 * Agents say who they are in three ways; the guard knows one. The password of Basic is the token, or the name where there is
 * no password; X-Scope-OrgID is a token when it looks like one of ours.
 */
export function asBearer(): RequestHandler {
  return (request, _response, next) => {
    const token = tokenOf(request);
    if (token !== null) request.headers.authorization = `Bearer ${token}`;
    next();
  };
}

function tokenOf({ headers }: Request): string | null {
  const basic = /^Basic +([A-Za-z0-9+/=_-]{1,2000})$/i.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [user = '', ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    const token = password.join(':') || user;
    return /^[\x21-\x7e]{1,200}$/.test(token) ? token : 'none';
  }
  return headers.authorization === undefined && isToken(orgOf(headers)) ? orgOf(headers) : null;
}

/** The tenant of a request is a project here; null: none is named. */
export function tenantOf({ headers }: Request): string | null {
  const org = orgOf(headers);
  // What Pyroscope calls everybody where there are no tenants.
  return org === '' || org === 'anonymous' || isToken(org) ? null : org.slice(0, 500);
}

function orgOf(headers: Request['headers']): string {
  const org = headers['x-scope-orgid'];
  return typeof org === 'string' ? org.trim() : '';
}

function isToken(text: string): boolean {
  return text.startsWith('fb_');
}
