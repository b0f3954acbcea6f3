import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { serve } from './api/implement.ts';
import type { Route } from './api/implement.ts';
import { API_BASE } from './api/openapi.ts';
import { Access } from './auth/access.ts';
import { identify } from './auth/guard.ts';
import { Tokens } from './auth/tokens.ts';
import { errorAnswers } from './http/errors.ts';
import { pages } from './http/pages.ts';
import { hostCheck, originCheck, securityHeaders, uploadRate } from './http/security.ts';
import type { Exposure } from './http/security.ts';
import { Trends } from './baselines/trends.ts';
import { Verdicts } from './baselines/verdicts.ts';
import { Uploads } from './http/uploads.ts';
import { notFound } from './http/not-found.ts';
import type { Library } from './library.ts';
import type { Ports } from './ports.ts';
import { archiveRoutes } from './routes/archive.ts';
import { comparisonRoutes } from './routes/comparisons.ts';
import { ingestRoutes } from './routes/ingest.ts';
import { jobRoutes } from './routes/jobs.ts';
import { profileRoutes } from './routes/profiles.ts';
import { projectRoutes } from './routes/projects.ts';
import { ruleRoutes } from './routes/rules.ts';
import { serverRoutes } from './routes/server.ts';
import { limitSignIns, sessionRoutes } from './routes/sign-in.ts';
import { Jobs } from './work/jobs.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { verdictRoutes } from './routes/verdicts.ts';
import type { Tickets } from './tickets/tickets.ts';

export interface AppOptions {
  readonly logger: Logger;
  readonly exposure: Exposure;
  readonly version: string;
  /** The built page. */
  readonly clientDirectory: string;
  /** Holds good.svg and bad.svg. */
  readonly exampleDirectory: string;
  readonly tickets: Tickets;
  /** For tests: answers that their declarations do not describe become errors. */
  readonly checkAnswers?: boolean;
}

/** The HTTP side of Firebreak on the given ports. It reads no environment, opens nothing and listens nowhere. */
export function createApp(ports: Ports, library: Library, options: AppOptions): Express {
  const app = express();
  const { blobs, limits } = ports;
  const { exposure } = options;
  const uploads = new Uploads(blobs, limits);
  const limitHeavy = uploadRate(exposure, limits.uploadsPerMinute);

  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    pinoHttp({
      logger: options.logger,
      genReqId(_request, response) {
        const id = randomUUID();
        response.setHeader('X-Request-Id', id);
        return id;
      },
      serializers: {
        // Queries may name files and branches; the path says enough.
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          path: url.split('?')[0],
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
    }),
    securityHeaders(),
    hostCheck(exposure),
    originCheck(),
  );

  const context = { ports, library, access: new Access(ports), jobs: new Jobs(ports) };
  const tokens = new Tokens(ports);
  const verdicts = new Verdicts(ports, library);
  const routes: readonly Route[] = [
    ...profileRoutes(context),
    ...comparisonRoutes(context),
    ...jobRoutes(context),
    ...verdictRoutes(context, verdicts),
    ...projectRoutes(ports, verdicts, new Trends(ports, library, verdicts)),
    ...ruleRoutes(context),
    ...ticketRoutes(context, options.tickets),
    ...tokenRoutes(ports, tokens),
    ...sessionRoutes(tokens, exposure),
    ...archiveRoutes(context),
    ...serverRoutes(context, options),
  ];
  const checkAnswers = options.checkAnswers === true;
  const who = identify(exposure, tokens);
  app.use(`${API_BASE}/session`, limitSignIns());
  app.use(API_BASE, who, serve(routes, { uploads, limits, limitHeavy, checkAnswers }));

  app.use(ingestRoutes(context, { uploads, identify: who, limitHeavy }));
  app.use(pages(options.clientDirectory));
  app.use((request) => {
    throw notFound(request.path.startsWith('/api/') ? 'such path in the API' : 'page');
  });
  app.use(errorAnswers(checkAnswers));
  return app;
}
