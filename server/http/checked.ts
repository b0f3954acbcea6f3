import type { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from './problem.ts';

/** The value as the schema gives it; a 400 that names the first place where it does not fit. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
  const what = unknown === undefined ? (issue?.message ?? 'not valid') : 'not a field of this request';
  throw new Refusal(fault('request-malformed', { facts: { where: path.map(String).join('.'), what } }));
}
