import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { CALLS } from './generated.ts';
import type { Operations, Problem } from './generated.ts';
import type { Binary, Form, Labels } from './values.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: unknown;
  readonly redirect: 'manual';
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface ClientOptions {
  /** `http://127.0.0.1:7878`, or empty for the page's own server. */
  readonly address: string;
  readonly fetch: Fetch;
  readonly token?: string | null;
}

/** Why a call has no answer that can be used. */
export type ApiFault =
  /** The server refused, in its own words. */
  | { readonly kind: 'problem'; readonly status: number; readonly problem: Problem }
  /** Something answered that is no problem of ours: a proxy, another server. */
  | { readonly kind: 'status'; readonly status: number }
  /** The answer should be JSON of this call and is not. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** No answer came; `cause` is what fetch threw. */
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export type CallName = keyof typeof CALLS;

/** What a call answers when it succeeds; `headers` are those of the answer. Answers of bytes are an `ArrayBuffer`. */
export type AnswerOf<Name extends CallName> = Operations[Name]['answer'] & {
  readonly headers: FetchAnswer['headers'];
};

/** Requests that a platform has to send itself: uploads whose progress is shown. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

export interface CallOptions {
  /** An `AbortSignal`. */
  readonly signal?: unknown;
  /** More headers: If-None-Match, Prefer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a server: `call('getProfile', { params: { id } })`. Every outcome is a value. */
export class ApiClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async call<Name extends CallName>(
    name: Name,
    input: Operations[Name]['input'],
    options: CallOptions = {},
  ): Promise<Result<AnswerOf<Name>, ApiFault>> {
    const { url, method, headers, body } = this.prepare(name, input);
    let answer: FetchAnswer;
    try {
      answer = await this.#options.fetch(url, {
        method,
        headers: { ...headers, ...options.headers },
        ...(body === undefined ? {} : { body }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        // Followed, a redirect to another host would be told the token.
        redirect: 'manual',
      });
      if (answer.status >= 200 && answer.status < 300 && CALLS[name].answer === 'bytes') {
        const value = await answer.arrayBuffer();
        return ok({ status: answer.status, value, headers: answer.headers } as unknown as AnswerOf<Name>);
      }
      return readAnswer(name, answer.status, await answer.text(), answer.headers);
    } catch (cause) {
      return err({ kind: 'unreachable', cause });
    }
  }

  /** The request of a call, for platforms that send it in another way; `readAnswer` reads what comes back. */
  prepare<Name extends CallName>(name: Name, input: Operations[Name]['input']): PreparedRequest {
    const { method, path } = CALLS[name];
    const { address, token = null } = this.#options;
    const given = input as AnyInput;
    const url = `${address.replace(/\/+$/, '')}/api/v1${filled(path, given.params ?? {})}${searchOf(given)}`;
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const headers = { accept: 'application/json', ...definedOf(given.headers ?? {}), ...authorization };
    if (given.body === undefined) return { url, method, headers };
    if ('json' in given.body) {
      const body = JSON.stringify(given.body.json);
      return { url, method, headers: { 'content-type': 'application/json', ...headers }, body };
    }
    if ('form' in given.body) return { url, method, headers, body: given.body.form };
    return { url, method, headers: { 'content-type': 'application/octet-stream', ...headers }, body: given.body.bytes };
  }
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly labels?: Labels;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: { readonly json: unknown } | { readonly form: Form } | { readonly bytes: Binary };
}

/** Reads an answer that holds JSON, nothing, or a problem. */
export function readAnswer<Name extends CallName>(
  name: Name,
  status: number,
  text: string,
  headers: FetchAnswer['headers'],
): Result<AnswerOf<Name>, ApiFault> {
  const value = parsed(text);
  if (status >= 200 && status < 300) {
    if (CALLS[name].answer === 'nothing') return ok({ status, value: null, headers } as unknown as AnswerOf<Name>);
    const { key } = CALLS[name];
    if (typeof value !== 'object' || value === null || (key !== null && !Object.hasOwn(value, key))) {
      return err({ kind: 'unreadable', status });
    }
    return ok({ status, value, headers } as unknown as AnswerOf<Name>);
  }
  return err(isProblem(value) ? { kind: 'problem', status, problem: value } : { kind: 'status', status });
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { detail, code, title } = value as Partial<Problem>;
  return typeof detail === 'string' && typeof code === 'string' && typeof title === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([A-Za-z]+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}

function searchOf({ query = {}, labels = {} }: AnyInput): string {
  const pairs = [
    ...Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const)),
    ...Object.entries(labels).map(([name, value]) => [`label.${name}`, value] as const),
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function definedOf(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
