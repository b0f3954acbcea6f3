import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from './problem.ts';

/** Who can reach the server: programs of this machine only, or the network. */
export type Exposure = 'loopback' | 'network';

/**
 * Code of the thread that compares files in the browser: the one place that may compile WebAssembly (the scanner of perf
 * script lines; without it the same is done in JavaScript, slower). `wasm-unsafe-eval` allows nothing else, no `eval`, and
 * the page itself does not have it: a thread has the policy that its own script was sent with.
 */
const COMPARING_THREAD = /^\/assets\/local-worker-[\w-]+\.js$/;

/** Headers of every answer. Scripts and styles come from files of this server only, and nobody frames its pages. */
export function securityHeaders(): RequestHandler {
  const ofPages = headersWith(["'self'"]);
  const ofThread = headersWith(["'self'", "'wasm-unsafe-eval'"]);
  return (request, response, next) => {
    (COMPARING_THREAD.test(request.path) ? ofThread : ofPages)(request, response, next);
  };
}

function headersWith(scriptSrc: string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc,
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on 127.0.0.1 is the normal case; where TLS ends, the proxy there says so.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

const LOCAL_HOST = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * A page of another site can give its own name the address 127.0.0.1 (DNS rebinding) and then read what it likes: the
 * browser takes it for the same origin. The Host header still names that site.
 */
export function hostCheck(exposure: Exposure): RequestHandler {
  return (request, _response, next) => {
    const host = request.headers.host ?? '';
    if (exposure === 'loopback' && !LOCAL_HOST.test(host)) throw new Refusal(fault('host-not-allowed', { seen: host }));
    next();
  };
}

/** Forms and plain text can be posted across origins without asking; a browser then names the origin. */
export function originCheck(): RequestHandler {
  return (request, _response, next) => {
    const { origin, host } = request.headers;
    const changes = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (changes && origin !== undefined && hostOf(origin) !== host) {
      throw new Refusal(fault('cross-origin', { seen: origin }));
    }
    next();
  };
}

/** Host and port of an origin as a Host header gives them; null for the opaque origin "null". */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Uploads of one address a minute, where strangers can reach the server. */
export function uploadRate(exposure: Exposure, perMinute: number): RequestHandler {
  if (exposure === 'loopback') return (_request, _response, next) => next();
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new Refusal(fault('uploads-too-many'));
    },
  });
}
