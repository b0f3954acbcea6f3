import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import { PrivateAddress } from './addresses.ts';
import { waitAsked } from './rate-limits.ts';
import { AnswerTooLarge, TookTooLong } from './send.ts';
import type { Answer, Exchange, Send } from './send.ts';

/** Where and as whom a tracker is called. */
export interface Access {
  /** Name in the configuration. */
  readonly name: string;
  /** Base of every request, with a slash at its end. */
  readonly base: URL;
  /** Headers that carry the credentials; sent to `base` only. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Texts that must not come out in a message. */
  readonly secrets: readonly string[];
  /** Other hosts that attachments may be fetched from, without credentials. */
  readonly mediaHosts: readonly string[];
  readonly allowPrivate: boolean;
}

/** What a request needs of the world. */
export interface Wire {
  readonly send: Send;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

export interface Call {
  readonly method: Exchange['method'];
  /** Relative to the base, without a slash in front; parts of it are encoded already. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array };
  /** Doing it twice is more than doing it once, whatever the method: it is not sent again when no answer came. */
  readonly once?: true;
}

/** A request that may or may not have been carried out: the connection broke, or the answer never came. */
export class Unanswered extends Refusal {}

const MAX_JSON_BYTES = 32 * 1024 * 1024;
const JSON_MILLISECONDS = 30_000;
const FILE_MILLISECONDS = 120_000;
/** Times that one request is sent, at most. */
const ATTEMPTS = 4;
/** Time that all waits of one request may take together: a person is waiting. */
const MOST_WAITING = 90_000;
const MOST_REDIRECTS = 3;
/** Doing them twice is doing them once, so they may be sent again when no answer came. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

/**
 * Requests to one tracker. Only its own origin is called; answers that point elsewhere are refused, but for attachments
 * on the listed media hosts, which get no credentials. A tracker that asks for patience gets it. Credentials are never
 * part of an error.
 */
export class Client {
  readonly #access: Access;
  readonly #wire: Wire;

  constructor(access: Access, wire: Wire) {
    this.#access = access;
    this.#wire = wire;
  }

  get base(): URL {
    return this.#access.base;
  }

  /** The answer's JSON as `schema` gives it. */
  async json<S extends z.ZodType>(schema: S, call: Call): Promise<z.output<S>> {
    const answer = await this.#answered(call, JSON_MILLISECONDS, MAX_JSON_BYTES);
    return this.#parsed(schema, answer);
  }

  /** For answers that say nothing more than that it was done. */
  async done(call: Call): Promise<void> {
    await this.#answered(call, FILE_MILLISECONDS, MAX_JSON_BYTES);
  }

  /** Bytes at an address of the tracker or of a media host. */
  async bytes(address: string, maxBytes: number, headers: Readonly<Record<string, string>> = {}): Promise<Uint8Array> {
    let url = this.#url(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const isOwn = this.#isOwn(url);
      if (!isOwn && !this.#isMedia(url)) throw this.#refusal('tracker-redirect-refused', { host: url.host });
      const exchange: Exchange = {
        method: 'GET',
        url,
        headers: { ...this.#common(), ...(isOwn ? this.#access.credentials : {}), accept: '*/*', ...headers },
        body: null,
        maxBytes,
        milliseconds: FILE_MILLISECONDS,
        allowPrivate: this.#access.allowPrivate,
      };
      const answer = await this.#sent(exchange, true);
      if (answer.status === 200) return answer.body;
      const target = answer.headers.location;
      if (!isRedirect(answer.status) || target === undefined || !URL.canParse(target, url.href))
        throw this.#refused(answer);
      url = new URL(target, url);
    }
    throw this.#refusal('tracker-redirect-refused', { host: url.host });
  }

  async #answered(call: Call, milliseconds: number, maxBytes: number): Promise<Answer> {
    const { method, path, query = {}, headers = {}, json, body, once } = call;
    const url = this.#url(path);
    if (!this.#isOwn(url)) throw this.#refusal('tracker-redirect-refused', { host: url.host });
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const content =
      json === undefined ? body : { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(json)) };
    const exchange: Exchange = {
      method,
      url,
      headers: {
        ...this.#common(),
        ...this.#access.credentials,
        accept: 'application/json',
        ...(content === undefined ? {} : { 'content-type': content.type }),
        ...headers,
      },
      body: content?.bytes ?? null,
      maxBytes,
      milliseconds,
      allowPrivate: this.#access.allowPrivate,
    };
    const answer = await this.#sent(exchange, once !== true && REPEATABLE.has(method));
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (isRedirect(answer.status)) throw this.#refusal('tracker-redirect-refused', { host: hostOf(answer.headers) });
    throw this.#refused(answer);
  }

  /** Sends until there is an answer that is not a request for patience; throws what stands in the way. */
  async #sent(exchange: Exchange, isRepeatable: boolean): Promise<Answer> {
    let waited = 0;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#tried(exchange, isRepeatable, attempt < ATTEMPTS);
      const asked = answer === null ? 500 * 2 ** attempt : waitAsked(answer, isRepeatable, attempt, this.#wire.now());
      if (answer !== null && asked === null) return answer;
      waited += asked ?? 0;
      if (answer !== null && (attempt >= ATTEMPTS || waited > MOST_WAITING)) {
        throw this.#refusal('tracker-busy', { seconds: Math.ceil((asked ?? 0) / 1000) });
      }
      await this.#wire.wait(asked ?? 0);
    }
  }

  /** The answer; null: the network failed, and the request may be sent again. */
  async #tried(exchange: Exchange, isRepeatable: boolean, hasAttempts: boolean): Promise<Answer | null> {
    const mayRepeat = isRepeatable && hasAttempts;
    try {
      const answer = await this.#wire.send(exchange);
      if (answer.status < 500 || answer.status === 503) return answer;
      if (mayRepeat) return null;
      if (!isRepeatable) throw new Unanswered(this.#fault('tracker-failed', { status: answer.status }));
      throw this.#refusal('tracker-failed', { status: answer.status });
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error instanceof AnswerTooLarge)
        throw this.#refusal('tracker-answer-too-large', { maximum: exchange.maxBytes });
      if (error instanceof PrivateAddress) {
        throw this.#refusal('tracker-address-private', { host: exchange.url.host, address: error.address });
      }
      if (mayRepeat) return null;
      const what = error instanceof TookTooLong ? 'no answer in time' : networkWords(error);
      throw new Unanswered(this.#fault('tracker-unreachable', { host: exchange.url.host, what }));
    }
  }

  #parsed<S extends z.ZodType>(schema: S, { body }: Answer): z.output<S> {
    const malformed = (what: string) => this.#refusal('tracker-answer-malformed', { what });
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder().decode(body)) as unknown;
    } catch {
      throw malformed('no JSON');
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
  }

  /** What a status says, with the tracker's own words. */
  #refused({ status, body }: Answer): Refusal {
    const said = saidIn(body);
    const says = this.#scrubbed(said.message);
    if (status === 401 || status === 403) return this.#refusal('tracker-unauthorised', { status, says });
    if (status === 404 || status === 410) return this.#refusal('ticket-not-found', { status });
    if (status === 413) return this.#refusal('tracker-too-large', { status, says });
    return this.#refusal('tracker-refused', { status, says, reason: said.code });
  }

  #refusal(code: string, facts: Readonly<Record<string, string | number>>): Refusal {
    return new Refusal(this.#fault(code, facts));
  }

  #fault(code: string, facts: Readonly<Record<string, string | number>>) {
    return fault(code, { facts: { tracker: this.#access.name, ...facts } });
  }

  /** An answer may repeat what was sent. */
  #scrubbed(text: string): string {
    return this.#access.secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text).slice(0, 300);
  }

  #url(address: string): URL {
    return new URL(address, this.#access.base);
  }

  #isOwn(url: URL): boolean {
    const { base } = this.#access;
    return url.origin === base.origin && url.pathname.startsWith(base.pathname) && url.username === '';
  }

  #isMedia(url: URL): boolean {
    const { mediaHosts, base } = this.#access;
    return mediaHosts.includes(url.host) && url.protocol === base.protocol && url.username === '';
  }

  /** GitHub refuses requests without a name of the program. */
  #common(): Readonly<Record<string, string>> {
    return { 'user-agent': 'firebreak', 'accept-encoding': 'identity' };
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function hostOf({ location }: IncomingHttpHeaders): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).host : 'elsewhere';
}

/** The system's word for what went wrong; its message may hold the whole address. */
function networkWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]+$/.test(code) ? code : 'the connection failed';
}

const MESSAGE_FIELDS = ['message', 'error', 'errorMessages', 'errors', 'error_description'];

/** The sentence in an error answer, whatever the tracker calls it, and its number; empty where there is none. */
function saidIn(body: Uint8Array): { readonly message: string; readonly code: string } {
  const nothing = { message: '', code: '' };
  try {
    const value = JSON.parse(new TextDecoder().decode(body.subarray(0, 20_000))) as unknown;
    if (typeof value !== 'object' || value === null) return nothing;
    const found = new Map<string, unknown>(Object.entries(value));
    const message = MESSAGE_FIELDS.map((field) => found.get(field))
      .filter((said) => typeof said === 'string' || (typeof said === 'object' && said !== null))
      .map((said) => (typeof said === 'string' ? said : JSON.stringify(said)))
      .filter((said) => said !== '[]' && said !== '{}')
      .join('; ')
      .replace(/\s+/g, ' ');
    const code = found.get('code');
    return { message, code: typeof code === 'number' ? String(code) : '' };
  } catch {
    return nothing;
  }
}
