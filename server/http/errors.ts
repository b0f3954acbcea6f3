import type { ErrorRequestHandler } from 'express';
import { fault } from '../../core/model/problem.ts';
import { declarationOf } from '../api/implement.ts';
import type { Declaration } from '../api/declare.ts';
import { problemCodesOf } from '../api/openapi.ts';
import { Busy } from '../ports.ts';
import { Refusal, isOfContent, problemOf } from './problem.ts';

const RETRY_SECONDS = 5;

/**
 * The last handler: every error becomes problem+json, and what nobody expected becomes a logged 500 without details.
 * With `check`, so does a problem that the declaration of the call does not name.
 */
export function errorAnswers(check: boolean): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const refusal = refusalOf(error);
    const problem = problemOf(refusal, String(response.getHeader('X-Request-Id')));
    const declaration = declarationOf(response);
    if (check && declaration && !isDeclared(declaration, problem)) {
      request.log.error({ code: problem.code, path: declaration.path }, 'not a declared problem');
    }
    if (problem.status >= 500) request.log.error({ err: error }, problem.code);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="firebreak"');
    if (problem.status === 415) response.setHeader('Accept-Encoding', 'gzip');
    if (problem.status === 503) response.setHeader('Retry-After', String(RETRY_SECONDS));
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  };
}

function isDeclared(declaration: Declaration, { code }: { readonly code: string }): boolean {
  const codes = problemCodesOf(declaration);
  return codes.includes(code) || (codes.includes('content') && isOfContent(code));
}

/** What an error of a handler is to whoever asked. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Busy) return new Refusal(fault('workers-busy'));
  if (isClientError(error)) {
    if (error.status === 413) return new Refusal(fault('request-too-large', { facts: { what: 'bytes in its body' } }));
    return new Refusal(fault('request-malformed', { facts: { where: '', what: error.message } }));
  }
  return new Refusal(fault('server-error'));
}

/** Errors that express and its body reader throw for bad requests carry a status. */
function isClientError(error: unknown): error is Error & { readonly status: number } {
  if (!(error instanceof Error) || !('status' in error)) return false;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500;
}
