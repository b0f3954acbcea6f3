import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

export interface Download {
  readonly source: Readable;
  readonly bytes: number;
  /** Strong validator: the hash of the content. */
  readonly hash: string;
}

/** Sends bytes that do not fit in memory; answers 304 when the client has them already. */
export async function sendStream(
  request: Request,
  response: Response,
  { source, bytes, hash }: Download,
): Promise<void> {
  response.setHeader('ETag', `"${hash}"`);
  // Asked for again each time, which costs a 304: a lost result may be computed anew under newer rules.
  response.setHeader('Cache-Control', 'private, no-cache');
  if (request.fresh || request.method === 'HEAD') {
    source.destroy();
    if (request.fresh) response.status(304);
    else response.setHeader('Content-Length', bytes);
    response.end();
    return;
  }
  response.setHeader('Content-Length', bytes);
  await untilClosed(pipeline(source, response));
}

/** Sends bytes whose number nobody knows before. */
export async function sendUnmeasured(request: Request, response: Response, source: Readable): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-store');
  if (request.method === 'HEAD') {
    source.destroy();
    response.end();
    return;
  }
  await untilClosed(pipeline(source, response));
}

/** Sends a JSON object with one more member, whose JSON text is a file that may be long: copied, never parsed. */
export async function sendJsonWith(response: Response, object: object, member: string, path: string): Promise<void> {
  const start = `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(member)}:`;
  async function* text(): AsyncGenerator<string | Uint8Array> {
    yield start;
    yield* createReadStream(path);
    yield '}';
  }
  response.type('application/json');
  response.setHeader('Cache-Control', 'private, no-cache');
  await untilClosed(pipeline(text(), response));
}

/**
 * Offers a file for saving. Whatever a stranger uploaded, and whatever is drawn from it, is never opened on our origin.
 */
export function asAttachment(response: Response, fileName: string): void {
  response.attachment(fileName);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
}

/** Sends a page that is whole in itself, with a policy of its own. */
export function sendPage(
  request: Request,
  response: Response,
  { html, policy }: { readonly html: string; readonly policy: string },
): void {
  response.setHeader('ETag', `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Security-Policy', policy);
  if (request.fresh) response.status(304).end();
  else response.type('text/html').send(html);
}

/** A client that goes away early is within its rights: no fault of ours. */
async function untilClosed(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
