import { z } from 'zod';

/** Requests and answers of `/api/v1/tokens` and `/api/v1/session`. In words: docs/api.md, "Tokens". */

/**
 * What a token is for. `read`: everything that shows. `upload`: storing profiles, and the verdict about what it stored.
 * `admin`: everything, also deleting, rules, settings, tokens and export.
 */
export const SCOPES = ['read', 'upload', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Name of a project: the label `project` of its profiles, so whatever a label may hold. */
export const projectName = z.string().min(1).max(500);

/** The project of profiles without the label `project`. */
export const DEFAULT_PROJECT = 'default';

const id = z.string().regex(/^[0-9a-f]{32}$/, 'an id is 32 hexadecimal digits');
const MOST_DAYS = 3650;
const days = z.number().int().min(1).max(MOST_DAYS);

export const tokenBody = z.strictObject({
  /** What it is for, shown in the list. */
  name: z.string().min(1).max(200),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  /** Null: all projects. */
  project: projectName.nullable().default(null),
  /** Null: it never expires. */
  expiresInDays: days.nullable().default(90),
});

export const rotateBody = z.strictObject({
  /** How long the old secret stays good beside the new one. */
  overlapSeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(86_400),
  /** Left out: the token expires when it did before. */
  expiresInDays: days.nullable().optional(),
});

export const tokenAnswer = z.strictObject({
  id,
  /** How the token begins: `fb_` and the id. The rest is kept by nobody. */
  prefix: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  project: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** To the minute; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Until when the secret before the last rotation is good as well; null: it is not. */
  oldSecretUntil: z.iso.datetime().nullable(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** The only answer that holds the token itself. */
export const newTokenAnswer = z.strictObject({ ...tokenAnswer.shape, token: z.string() });
export type NewTokenAnswer = z.infer<typeof newTokenAnswer>;

export const tokenList = z.strictObject({ tokens: z.array(tokenAnswer) });

export const sessionBody = z.strictObject({ token: z.string().min(1).max(200) });

/** Who is asking. */
export const sessionAnswer = z.strictObject({
  /** `none`: this server asks nobody, since only this machine reaches it. */
  auth: z.enum(['none', 'token', 'session']),
  /** Of the token; null for `none`. */
  name: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)),
  project: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;
