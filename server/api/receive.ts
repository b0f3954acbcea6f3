import type { Request, Response } from 'express';
import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { LABEL_PREFIX, labelFields } from '../contract.ts';
import { checked } from '../http/checked.ts';
import { Refusal } from '../http/problem.ts';
import type { Uploads } from '../http/uploads.ts';
import type { Upload } from '../library.ts';
import type { Limits } from '../ports.ts';
import type { Declaration } from './declare.ts';

export type Labels = ReadonlyMap<string, string>;

/** A body as it came, one of those that the declaration names. */
export type Received<D extends Declaration> =
  | (D extends { body: { json: infer J extends z.ZodType } }
      ? { readonly as: 'json'; readonly json: z.output<J> }
      : never)
  | (D extends { body: { form: { fields: infer F extends z.ZodObject; files: readonly (infer N)[] } } }
      ? {
          readonly as: 'form';
          readonly files: (field: N) => readonly Upload[];
          readonly fields: z.output<F>;
          readonly labels: Labels;
        }
      : never)
  | (D extends { body: { bytes: true }; query: infer Q extends z.ZodObject }
      ? { readonly as: 'bytes'; readonly upload: Upload; readonly options: z.output<Q>; readonly labels: Labels }
      : never);

/** Files are there until the action is done, and as long as a promise given to `hold` is not settled. */
export type Receive<D extends Declaration> = <T>(
  action: (body: Received<D>, hold: (until: Promise<unknown>) => void) => Promise<T>,
) => Promise<T>;

export interface ReceiveContext {
  readonly uploads: Uploads;
  readonly limits: Limits;
}

export function receiverOf(
  { body = {}, query }: Declaration,
  request: Request,
  response: Response,
  { uploads, limits }: ReceiveContext,
): Receive<Declaration> {
  /** The fields that are no labels, checked; and the labels. */
  function split(schema: z.ZodObject, given: Readonly<Record<string, unknown>>) {
    if (!body.labels) return { options: checked(schema, { ...given }), labels: new Map<string, string>() };
    const entries = Object.entries(given);
    const isLabel = ([name]: [string, unknown]) => name.startsWith(LABEL_PREFIX);
    const labels = checked(labelFields, entries.filter(isLabel));
    if (labels.size > limits.maxLabels) throw new Refusal(fault('request-too-large', { facts: { what: 'labels' } }));
    return { options: checked(schema, Object.fromEntries(entries.filter((entry) => !isLabel(entry)))), labels };
  }

  return async (action) => {
    const run = action as (body: unknown, hold: (until: Promise<unknown>) => void) => ReturnType<typeof action>;
    if (body.form && request.is('multipart') === 'multipart') {
      const { form } = body;
      return uploads.withForm(request, response, form.files, ({ files, fields }, hold) => {
        const { options, labels } = split(form.fields, fields);
        return run({ as: 'form', files, fields: options, labels }, hold);
      });
    }
    if (body.bytes && query) {
      const { options, labels } = split(query, request.query);
      const { fileName } = options as { readonly fileName?: string };
      return uploads.withBody(request, fileName ?? null, (upload, hold) =>
        run({ as: 'bytes', upload, options, labels }, hold),
      );
    }
    if (body.json && request.is('json') === 'json') {
      return run({ as: 'json', json: checked(body.json, jsonIn(request)) }, () => undefined);
    }
    const expected = [...(body.json ? ['application/json'] : []), ...(body.form ? ['multipart/form-data'] : [])];
    throw new Refusal(
      fault('content-type-unsupported', { seen: request.headers['content-type'] ?? null, facts: { expected } }),
    );
  };
}

/** The JSON of a request; refuses bodies of another type. */
export function jsonIn(request: Request): unknown {
  if (request.is('json') !== 'json') {
    throw new Refusal(
      fault('content-type-unsupported', {
        seen: request.headers['content-type'] ?? null,
        facts: { expected: ['application/json'] },
      }),
    );
  }
  return request.body;
}
