import { z } from 'zod';
import type { ApiClient, ApiFault } from '../../api/client.ts';
import type { Operations } from '../../api/generated.ts';
import type { Result } from '../../core/result.ts';
import { visible } from '../../core/text/visible.ts';
import { CI_VERDICTS, BASELINE_RULES, NEUTRAL_REASONS } from '../../render/ci-verdict.ts';
import type { CiVerdict } from '../../render/ci-verdict.ts';
import type { VerdictJson } from '../../render/verdict-json.ts';
import { Refusal } from '../refusal.ts';
import { networkWords } from './retry.ts';

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

export type VerdictRequest = Operations['createVerdict']['input']['body']['json'];

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

/** Statuses that say that the request itself is wrong; all others are about the way there. */
const OURS: ReadonlySet<number> = new Set([400, 409, 411, 413, 415, 422]);

/** The calls of a server that CI makes. `Refusal`: what was sent is wrong. `Unreached`: it did not get there. */
export class Server {
  readonly #address: string;
  readonly #client: ApiClient;

  constructor(address: string, client: ApiClient) {
    this.#address = address.replace(/\/+$/, '');
    this.#client = client;
  }

  /** Stores profiles; what is there already is found again. */
  async upload({ files, labels, forkPoint, ancestors }: UploadRequest): Promise<Uploaded> {
    const form = new FormData();
    for (const [name, value] of labels) form.append(`label.${name}`, value);
    if (forkPoint !== undefined && forkPoint !== null) form.append('forkPoint', forkPoint);
    if (ancestors !== undefined && ancestors.length > 0) form.append('ancestors', ancestors.join(' '));
    for (const { name, bytes } of files) form.append('profile', new Blob([new Uint8Array(bytes)]), name);
    return this.#read(uploaded, await this.#client.call('uploadProfiles', { body: { form } })).profiles;
  }

  async verdict(json: VerdictRequest): Promise<CiVerdict> {
    return this.#read(verdictAnswer, await this.#client.call('createVerdict', { body: { json } }));
  }

  /** The answer, checked: whatever listens at an address may answer anything. */
  #read<S extends z.ZodType>(schema: S, answer: Result<{ readonly value: unknown }, ApiFault>): z.output<S> {
    if (!answer.ok) throw this.#failure(answer.error);
    const read = schema.safeParse(answer.value.value);
    if (read.success) return read.data;
    throw new Unreached(`${this.#address}: ${OTHER_SERVER}`);
  }

  #failure(failed: ApiFault): Error {
    if (failed.kind === 'unreachable') return new Unreached(`${this.#address}: ${networkWords(failed.cause)}`);
    if (failed.kind === 'unreadable') return new Unreached(`${this.#address}: ${OTHER_SERVER}`);
    const { status } = failed;
    const {
      detail = `the server answered ${status}`,
      advice = null,
      file = null,
    } = failed.kind === 'problem' ? failed.problem : {};
    if (!OURS.has(status)) return new Unreached(`${this.#address}: ${visible(detail)} (${status})`);
    const where = file === null ? 'error' : visible(file);
    return new Refusal(`${where}: ${visible(detail)}`, advice === null ? null : visible(advice));
  }
}

const OTHER_SERVER = 'this does not answer as a server of Firebreak does';
