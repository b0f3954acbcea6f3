import type { ErrorRequestHandler } from 'express';
import { refusalOf } from '../http/errors.ts';
import { problemOf } from '../http/problem.ts';

/** Names of Connect for statuses; agents print them. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_argument',
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  413: 'resource_exhausted',
  415: 'unimplemented',
  422: 'invalid_argument',
  429: 'resource_exhausted',
  503: 'unavailable',
};

/** Errors as agents read them: `{ code, message }`. */
export function ingestErrors(): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { status, detail, advice } = problemOf(refusalOf(error), String(response.getHeader('X-Request-Id')));
    if (status >= 500) request.log.error({ err: error }, 'ingest');
    if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="firebreak", Bearer realm="firebreak"');
    if (status === 503) response.setHeader('Retry-After', '5');
    const message = advice === null ? detail : `${detail}. ${advice}`;
    response.status(status).json({ code: CODES[status] ?? 'internal', message });
  };
}
