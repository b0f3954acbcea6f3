import { z } from 'zod';
import { visible } from '../../core/text/visible.ts';
import { CI_VERDICTS, BASELINE_RULES, NEUTRAL_REASONS } from '../../render/ci-verdict.ts';
import type { CiVerdict } from '../../render/ci-verdict.ts';
import type { VerdictJson } from '../../render/verdict-json.ts';
import { Refusal } from '../refusal.ts';
import { networkWords } from './retry.ts';
import type { Fetch } from './retry.ts';

/** The server was not reached, or let us not in: nothing is wrong with what was sent. */
export class Unreached extends Error {}

/** A file as it is sent; benchmark output belongs to the profile before it. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface UploadRequest {
  readonly files: readonly SentFile[];
  readonly labels: ReadonlyMap<string, string>;
  readonly forkPoint?: string | null;
  readonly ancestors?: readonly string[];
}

export interface VerdictRequest {
  readonly head: { readonly profiles: readonly string[] };
  readonly base:
    | { readonly profiles: readonly string[] }
    | { readonly branch: string }
    | { readonly forkPoint: string; readonly ancestors: readonly string[] }
    | null;
  readonly config: string | null;
  readonly level: string;
  readonly valueType: string | null;
  readonly force: boolean;
}

/** What this needs of the answers; docs/api.md has them whole. */
const uploaded = z.looseObject({
  profiles: z
    .array(z.looseObject({ id: z.string(), created: z.boolean().optional(), fileName: z.string().nullable() }))
    .min(1),
});
export type Uploaded = z.output<typeof uploaded>['profiles'];

const profile = z.looseObject({ id: z.string(), fileName: z.string().nullable(), format: z.string() });
const verdictAnswer = z.looseObject({
  verdict: z.enum(CI_VERDICTS),
  neutralBecause: z.enum(NEUTRAL_REASONS).nullable(),
  sentence: z.string(),
  head: z.looseObject({
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    benchmark: z.record(z.string(), z.string()),
    profiles: z.array(profile),
  }),
  baseline: z.looseObject({
    rule: z.enum(BASELINE_RULES),
    commit: z.string().nullable(),
    distance: z.number().nullable(),
    profiles: z.array(profile),
    because: z.string(),
  }),
  page: z
    .string()
    .regex(/^\/c\/[0-9a-f]+$/)
    .nullable(),
  gate: z.custom<VerdictJson | null>((value) => typeof value === 'object'),
});

const problem = z.looseObject({ detail: z.string(), advice: z.string().nullish(), file: z.string().nullish() });

/** Statuses that say that the request itself is wrong; all others are about the way there. */
const OURS: ReadonlySet<number> = new Set([400, 409, 411, 413, 415, 422]);

/** The calls of a server that CI makes. `Refusal`: what was sent is wrong. `Unreached`: it did not get there. */
export class Server {
  readonly #address: string;
  readonly #token: string | null;
  readonly #fetch: Fetch;

  constructor(address: string, token: string | null, fetch: Fetch) {
    this.#address = address.replace(/\/+$/, '');
    this.#token = token;
    this.#fetch = fetch;
  }

  /** Stores profiles; what is there already is found again. */
  async upload({ files, labels, forkPoint, ancestors }: UploadRequest): Promise<Uploaded> {
    const form = new FormData();
    for (const [name, value] of labels) form.append(`label.${name}`, value);
    if (forkPoint !== undefined && forkPoint !== null) form.append('forkPoint', forkPoint);
    if (ancestors !== undefined && ancestors.length > 0) form.append('ancestors', ancestors.join(' '));
    for (const { name, bytes } of files) form.append('profile', new Blob([bytes]), name);
    return (await this.#post('/profiles', uploaded, { body: form })).profiles;
  }

  verdict(request: VerdictRequest): Promise<CiVerdict> {
    const headers = { 'content-type': 'application/json' };
    return this.#post('/verdicts', verdictAnswer, { body: JSON.stringify(request), headers });
  }

  async #post<S extends z.ZodType>(
    path: string,
    schema: S,
    { body, headers = {} }: { readonly body: string | FormData; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<z.output<S>> {
    const authorization = this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
    const address = `${this.#address}/api/v1${path}`;
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(address, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers, ...authorization },
        body,
        // Followed, a redirect to another host would be told the token.
        redirect: 'manual',
      });
      text = await answer.text();
    } catch (error) {
      throw new Unreached(`${this.#address}: ${networkWords(error)}`);
    }
    const value = jsonIn(text);
    if (answer.ok) {
      const read = schema.safeParse(value);
      if (read.success) return read.data;
      throw new Unreached(`${this.#address}: this does not answer as a server of Firebreak does`);
    }
    const { data } = problem.safeParse(value);
    const said = visible(data?.detail ?? `the server answered ${answer.status}`);
    if (!OURS.has(answer.status)) throw new Unreached(`${this.#address}: ${said} (${answer.status})`);
    const file = data?.file ?? null;
    const advice = data?.advice ?? null;
    throw new Refusal(`${file === null ? 'error' : visible(file)}: ${said}`, advice === null ? null : visible(advice));
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
