import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { errorAnswers } from './http/errors.ts';
import { pages } from './http/pages.ts';
import { hostCheck, originCheck, securityHeaders, uploadRate } from './http/security.ts';
import type { Exposure } from './http/security.ts';
import { Uploads } from './http/uploads.ts';
import { notFound } from './library.ts';
import type { Library } from './library.ts';
import type { Ports } from './ports.ts';
import { comparisonRoutes } from './routes/comparisons.ts';
import { exampleRoutes } from './routes/example.ts';
import { profileRoutes } from './routes/profiles.ts';
import { ruleRoutes } from './routes/rules.ts';
import { onlyMethods } from './routes/send.ts';

export interface AppOptions {
  readonly logger: Logger;
  readonly exposure: Exposure;
  readonly version: string;
  /** The built page. */
  readonly clientDirectory: string;
  /** Holds good.svg and bad.svg. */
  readonly exampleDirectory: string;
}

/** The HTTP side of Firebreak on the given ports. It reads no environment, opens nothing and listens nowhere. */
export function createApp(ports: Ports, library: Library, options: AppOptions): Express {
  const app = express();
  const uploads = new Uploads(ports.blobs, ports.limits);
  const limitRate = uploadRate(options.exposure, ports.limits.uploadsPerMinute);

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
    hostCheck(options.exposure),
    originCheck(),
  );

  const api = express.Router();
  api
    .route('/healthz')
    .get(async (request, response) => {
      try {
        await ports.profiles.check();
        response.json({ status: 'ok', version: options.version });
      } catch (error) {
        request.log.error({ err: error }, 'the database cannot be read');
        response.status(503).json({ status: 'failing', version: options.version });
      }
    })
    .all(onlyMethods('GET'));
  api.use('/profiles', profileRoutes(ports, library, uploads, limitRate));
  api.use('/comparisons', comparisonRoutes(ports, library, uploads, limitRate));
  api.use('/example', exampleRoutes(ports, library, options.exampleDirectory));
  api.use('/rules', ruleRoutes(ports, library, limitRate));
  app.use('/api/v1', api);

  app.use(pages(options.clientDirectory));
  app.use((request) => {
    throw notFound(request.path.startsWith('/api/') ? 'such path in the API' : 'page');
  });
  app.use(errorAnswers());
  return app;
}
