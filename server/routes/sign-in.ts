import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { fault } from '../../core/model/problem.ts';
import { implement } from '../api/implement.ts';
import { SESSION } from '../api/tokens.ts';
import type { SessionAnswer } from '../auth/contract.ts';
import { SESSION_COOKIE, cookieIn, dropSession, setSession } from '../auth/cookie.ts';
import { ANYBODY } from '../auth/principal.ts';
import type { Principal } from '../auth/principal.ts';
import type { Tokens } from '../auth/tokens.ts';
import { Refusal } from '../http/problem.ts';
import type { Exposure } from '../http/security.ts';

/** Attempts of one address that may fail within a minute. */
const FAILURES = 10;

/** `/session`: sign in by token, sign out, who am I. */
export function sessionRoutes(tokens: Tokens, exposure: Exposure) {
  return implement(SESSION, {
    async readSession({ principal }) {
      return { status: 200, json: sessionAnswerOf(principal) };
    },
    async signIn({ body, request, response }) {
      // Nobody is asked here, so there is nothing to sign in to.
      if (exposure === 'loopback') return { status: 200, json: sessionAnswerOf(ANYBODY) };
      const signedIn = await tokens.signIn(body.token.trim());
      if (signedIn === null) throw new Refusal(fault('token-refused'));
      const { cookie, principal } = signedIn;
      setSession(request, response, cookie, principal.expiresAt ?? 0);
      return { status: 200, json: sessionAnswerOf(principal) };
    },
    async signOut({ request, response }) {
      const cookie = cookieIn(request, SESSION_COOKIE);
      if (cookie !== null) await tokens.signOut(cookie);
      dropSession(request, response);
      return { status: 204 };
    },
  });
}

/** Stops an address that keeps failing to sign in. For `POST /session`, before its handler. */
export function limitSignIns(): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: FAILURES,
    skipSuccessfulRequests: true,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: ({ method }) => method !== 'POST',
    handler: () => {
      throw new Refusal(fault('sign-ins-too-many'));
    },
  });
}

function sessionAnswerOf({ auth, name, scopes, project, expiresAt }: Principal): SessionAnswer {
  const until = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return { auth, name, scopes: [...scopes], project, expiresAt: until };
}
