import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { PrivateAddress, isPublicAddress, publicLookup } from './addresses.ts';

/** One exchange with a tracker. */
export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Bytes of the answer's body. */
  readonly maxBytes: number;
  /** For the whole exchange. */
  readonly milliseconds: number;
  readonly allowPrivate: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Sends a request and reads the answer; follows nothing. Throws `AnswerTooLarge`, `PrivateAddress`, or a network error. */
export type Send = (exchange: Exchange) => Promise<Answer>;

export class AnswerTooLarge extends Error {}
export class TookTooLong extends Error {}

/**
 * `Send` on Node's own client: unlike `fetch`, it lets us decide which address a name stands for (`publicLookup`), sends
 * no cookies and follows no redirect. Connections are not kept: a ticket takes a dozen requests.
 */
export const nodeSend: Send = (exchange) =>
  new Promise<Answer>((resolve, reject) => {
    const { method, url, headers, body, maxBytes, milliseconds, allowPrivate } = exchange;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is connected to without a lookup.
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      reject(new PrivateAddress(host));
      return;
    }
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': String(body.length) }) },
      agent: false,
      ...(allowPrivate ? {} : { lookup: publicLookup() }),
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    const timer = setTimeout(() => request.destroy(new TookTooLong()), milliseconds);
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
    request.on('response', (response) => {
      readBody(response, maxBytes).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
        (error: Error) => {
          reject(error);
          request.destroy();
        },
      );
    });
    request.end(body ?? undefined);
  });

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new AnswerTooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
