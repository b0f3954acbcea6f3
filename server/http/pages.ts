import { join } from 'node:path';
import { Router, static as staticFiles } from 'express';
import type { RequestHandler } from 'express';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from './problem.ts';

/** Paths that the page takes apart itself. */
const PAGES = ['/', '/library', '/sign-in', '/c/:id', '/local/:number'];

/** The built page. Files under assets/ carry a hash in their name and never change; the page itself is asked for anew. */
export function pages(clientDirectory: string): Router {
  const router = Router();
  const page: RequestHandler = (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: clientDirectory }, (error?: Error & { readonly code?: string }) => {
      if (error === undefined || error === null) return;
      next(error.code === 'ENOENT' ? new Refusal(fault('page-not-built')) : error);
    });
  };
  router.get(PAGES, page);
  router.use(
    '/assets',
    staticFiles(join(clientDirectory, 'assets'), { index: false, redirect: false, immutable: true, maxAge: '365d' }),
  );
  router.use(staticFiles(clientDirectory, { index: false, redirect: false, maxAge: 0 }));
  // A person who mistyped an address gets the page, which says so; a program gets a problem.
  router.get('/{*path}', (request, response, next) => {
    if (request.path.startsWith('/api/') || request.accepts(['json', 'html']) !== 'html') {
      next();
      return;
    }
    response.status(404);
    page(request, response, next);
  });
  return router;
}
