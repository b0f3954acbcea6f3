import type { z } from 'zod';
import type { Scope } from '../auth/contract.ts';

/**
 * Every call of the API is declared here once; requests are checked against the declaration, answers too in tests, and
 * the OpenAPI document is written from it. To add calls:
 * 1. `server/api/NAME.ts`: `export const THINGS = calls('Things', { listThings: { method: 'get', path: '/things', … } })`.
 * 2. `server/api/all.ts`: add `THINGS` to the list.
 * 3. `server/routes/NAME.ts`: `thingRoutes(context) => implement(THINGS, { listThings: async ({ query, principal }) =>
 *    ({ status: 200, json: … }) })`; TypeScript wants a handler for each name. Refuse by throwing `Refusal`.
 * 4. `server/app.ts`: add `...thingRoutes(context)`. Then `npm run openapi` writes docs/openapi.json and the client.
 */
export interface Declaration {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, in the spelling of express: `/profiles/:id`. */
  readonly path: string;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** One of these scopes is enough; an empty list: whoever is known; `nobody`: no token is asked for. */
  readonly needs: readonly Scope[] | 'nobody';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that are looked at, in lower case, with what they do. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyDeclaration;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>;
  /** Codes of problems beside those that any call may meet; `content`: whatever reading and comparing files refuses. */
  readonly problems: readonly string[];
  /** Costs a worker, so it counts against the rate limit of uploads. */
  readonly heavy?: true;
}

/** Which bodies a call takes; several: told apart by the content type. */
export interface BodyDeclaration {
  readonly json?: z.ZodType;
  /** multipart/form-data: the fields that hold files, and the other fields. */
  readonly form?: FormDeclaration;
  /** One file as the body, in any other content type. Its options are in the query. */
  readonly bytes?: true;
  /** `label.NAME` may stand among the fields of the form, or in the query of `bytes`. */
  readonly labels?: true;
}

export interface FormDeclaration {
  readonly files: readonly string[];
  readonly fields: z.ZodObject;
}

export interface AnswerDeclaration {
  readonly description: string;
  readonly json?: z.ZodType;
  /** Media types of an answer that is not one JSON text from memory. */
  readonly bytes?: readonly string[];
  /** Response headers, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Declarations = Readonly<Record<string, Declaration>>;

/** Calls that belong together under one heading; the names are the operation ids of the OpenAPI document. */
export interface Calls<D extends Declarations> {
  readonly heading: string;
  readonly declarations: D;
}

export function calls<const D extends Declarations>(heading: string, declarations: D): Calls<D> {
  return { heading, declarations };
}
