import { join } from 'node:path';
import { Router, static as staticFiles } from 'express';

/** Paths that the page takes apart itself. */
const PAGES = ['/', '/library', '/c/:id'];

/** The built page. Files under assets/ carry a hash in their name and never change; the page itself is asked for anew. */
export function pages(clientDirectory: string): Router {
  const router = Router();
  router.get(PAGES, (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: clientDirectory });
  });
  router.use(
    '/assets',
    staticFiles(join(clientDirectory, 'assets'), { index: false, redirect: false, immutable: true, maxAge: '365d' }),
  );
  router.use(staticFiles(clientDirectory, { index: false, redirect: false, maxAge: 0 }));
  return router;
}
