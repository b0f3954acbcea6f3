import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Request } from 'express';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from './problem.ts';

/** A body that inflates further than this beyond FREE_BYTES is an attack, as in `pipeline/inflate.ts`. */
const MAX_RATIO = 500;
const FREE_BYTES = 64 * 1024 * 1024;

export type Encoding = 'identity' | 'gzip';

/** How the body of a request is encoded; refuses what we cannot undo. */
export function encodingOf(request: Request): Encoding {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return 'identity';
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  throw new Refusal(fault('content-encoding-unsupported', { seen: encoding }));
}

/** The body of a gzip request, inflated as it is read. Ends with a `Refusal` when it is damaged or grows without measure. */
export function inflatedBody(request: Request): Readable {
  const gunzip = createGunzip();
  let plain = 0;
  const measured = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      plain += chunk.length;
      const grows = plain > FREE_BYTES && plain > gunzip.bytesWritten * MAX_RATIO;
      if (grows) done(new Refusal(fault('inflate-ratio', { facts: { compression: 'gzip', maximum: MAX_RATIO } })));
      else done(null, chunk);
    },
  });
  gunzip.on('error', (error) => {
    measured.destroy(new Refusal(fault('body-damaged', { facts: { what: error.message } })));
  });
  request.on('aborted', () => measured.destroy(new Error('Request aborted')));
  // A body can be damaged before anybody reads it: without a listener that would end the process. Whoever reads it later
  // gets the same error.
  measured.on('error', () => {});
  measured.on('close', () => {
    request.unpipe(gunzip);
    gunzip.destroy();
    request.resume();
  });
  return request.pipe(gunzip).pipe(measured);
}
