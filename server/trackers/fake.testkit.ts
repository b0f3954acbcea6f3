import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wire } from './client.ts';
import type { TrackerEntry } from './config.ts';
import { nodeSend } from './send.ts';

/**
 * Trackers for tests, written from the public documents of their APIs: they check method, path, headers, form fields and
 * sizes, and refuse like the real ones. One ticket each, with what is on it kept in memory.
 */
export interface Heard {
  readonly method: string;
  /** With its query, as it came. */
  readonly path: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, text, or what becomes JSON. */
  readonly body?: unknown;
}

export interface FakeFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  obsolete?: boolean;
}

export interface FakeComment {
  readonly id: string;
  readonly author: string;
  body: unknown;
  /** Jira's properties. */
  readonly properties: Map<string, unknown>;
}

export class FakeTicket {
  title = 'Contention in purge';
  description = 'tps falls from 19003 to 592';
  readonly files: FakeFile[] = [];
  readonly comments: FakeComment[] = [];
  #next = 100;

  id(): string {
    return String(this.#next++);
  }

  addFile(name: string, bytes: Uint8Array | string, type = 'image/svg+xml'): FakeFile {
    const file = { id: this.id(), name, type, bytes: Buffer.from(bytes) };
    this.files.push(file);
    return file;
  }

  addComment(author: string, body: unknown): FakeComment {
    const comment = { id: this.id(), author, body, properties: new Map<string, unknown>() };
    this.comments.push(comment);
    return comment;
  }
}

/** What happens to a request: nothing special; an answer instead; the connection breaks before or after it is carried out. */
export type Twist = Said | 'cut-before' | 'cut-after' | null;

export interface Fake {
  readonly url: string;
  readonly entry: TrackerEntry;
  /** Key of the ticket. */
  readonly key: string;
  readonly ticket: FakeTicket;
  readonly heard: Heard[];
  /** Asked for each request, before it is looked at. */
  twist: (heard: Heard) => Twist;
  close(): Promise<void>;
}

export type Answers = (heard: Heard, ticket: FakeTicket, origin: string) => Said;

export const TOKEN = 'a-secret-token-9f3c';
export const EMAIL = 'bench@example.com';
/** Who the token belongs to. */
export const SELF = 'firebreak-bot';
/** Files larger than this are refused. */
export const FILE_LIMIT = 2_000_000;

export async function startFake(
  kind: TrackerEntry['kind'],
  key: string,
  answers: Answers,
  more: Partial<TrackerEntry> = {},
): Promise<Fake> {
  const ticket = new FakeTicket();
  const heard: Heard[] = [];
  let origin = '';
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = request.url ?? '/';
    const one: Heard = {
      method: request.method ?? '',
      path,
      url: new URL(path, origin),
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    heard.push(one);
    const twist = fake.twist(one);
    if (twist === 'cut-before') {
      request.socket.destroy();
      return;
    }
    const said = twist === null || twist === 'cut-after' ? answers(one, ticket, origin) : twist;
    if (twist === 'cut-after') request.socket.destroy();
    else send(response, said);
  };
  const server = createServer((request, response) => {
    listen(request, response).catch((error: unknown) => {
      send(response, { status: 500, body: { message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: Fake = {
    url: origin,
    key,
    ticket,
    heard,
    entry: { name: 'team', kind, url: origin, projects: [], mediaHosts: [], allowPrivate: true, token: TOKEN, ...more },
    twist: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return fake;
}

function send(response: ServerResponse, { status, headers = {}, body }: Said): void {
  const isRaw = Buffer.isBuffer(body) || typeof body === 'string';
  response.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers });
  if (isRaw) response.end(body);
  else response.end(body === undefined ? '' : JSON.stringify(body));
}

/** The real network, waits that only are counted. */
export function testWire(): Wire & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    send: nodeSend,
    waits,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    now: () => Date.UTC(2026, 0, 1),
  };
}

/** JSON of a request; null when it does not say that it is. */
export function jsonOf({ headers, body }: Heard): Map<string, unknown> | null {
  if (headers['content-type']?.split(';')[0] !== 'application/json') return null;
  return new Map(Object.entries(JSON.parse(body.toString('utf8')) as object));
}

/** The parts of a form; null when it is none. Throws when it is broken. */
export function formOf({
  headers,
  body,
}: Heard): readonly { name: string; fileName: string; type: string; bytes: Buffer }[] | null {
  const [, boundary] =
    /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return null;
  const parts = [];
  const end = Buffer.from(`\r\n--${boundary}`);
  let at = body.indexOf(`--${boundary}`) + boundary.length + 2;
  while (body.subarray(at, at + 2).toString() === '\r\n') {
    const headEnd = body.indexOf('\r\n\r\n', at);
    const next = body.indexOf(end, headEnd);
    if (headEnd < 0 || next < 0) throw new Error('the form is cut short');
    const head = body.subarray(at + 2, headEnd).toString('utf8');
    const [, name = ''] = /^content-disposition: form-data; name="([^"]*)"/im.exec(head) ?? [];
    const [, fileName = ''] = /filename="([^"]*)"/i.exec(head) ?? [];
    const [, type = ''] = /^content-type: (.+)$/im.exec(head) ?? [];
    parts.push({ name, fileName, type: type.trim(), bytes: body.subarray(headEnd + 4, next) });
    at = next + end.length;
  }
  if (body.subarray(at, at + 2).toString() !== '--') throw new Error('the form has no end');
  return parts;
}
