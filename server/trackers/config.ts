import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { TRACKER_KINDS } from './tracker.ts';

/**
 * The administrator's file of trackers: `FIREBREAK_TRACKERS`, or `trackers.yml` in the data folder. YAML, so JSON too.
 * It holds no credentials: it names environment variables, or files that only their owner can read.
 */

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#@]/.test(text), 'an address without user, query and fragment');

const trackerEntry = z
  .strictObject({
    name: z.string().regex(NAME, 'lower-case letters, digits and "-"'),
    kind: z.enum(TRACKER_KINDS),
    /** Where people open it in a browser. */
    url: address,
    /** Projects whose tickets are named without the tracker: MDEV, owner/repository, group/project. */
    projects: z.array(z.string().min(1).max(200)).max(200).default([]),
    /** Account of a Jira Cloud token. */
    email: z.string().min(3).max(320).optional(),
    tokenEnv: z.string().min(1).max(200).optional(),
    tokenFile: z.string().min(1).max(4000).optional(),
    /** Hosts that attachments may be fetched from beside the tracker's own. */
    mediaHosts: z.array(z.string().min(1).max(300)).max(20).default([]),
    allowPrivate: z.boolean().default(false),
    /** What a Redmine's texts are written in (its setting "Text formatting"). */
    markup: z.enum(['textile', 'markdown']).optional(),
  })
  .superRefine((entry, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((entry.tokenEnv === undefined) === (entry.tokenFile === undefined)) {
      wrong('tokenEnv', 'give one of tokenEnv and tokenFile');
    }
    if ((entry.kind === 'jira-cloud') !== (entry.email !== undefined))
      wrong('email', 'given for jira-cloud, and only there');
    if (entry.markup !== undefined && entry.kind !== 'redmine') wrong('markup', 'given for redmine only');
    if (entry.url.startsWith('http:') && !entry.allowPrivate) {
      wrong('url', 'https, since credentials are sent there; http only with allowPrivate');
    }
  });

const trackersFile = z
  .strictObject({
    /** Where people reach this Firebreak, for links in comments. */
    publicUrl: address.optional(),
    trackers: z.array(trackerEntry).max(50),
  })
  .superRefine(({ trackers }, context) => {
    for (const [index, { name }] of trackers.entries()) {
      if (trackers.findIndex((other) => other.name === name) < index) {
        context.addIssue({ code: 'custom', path: ['trackers', index, 'name'], message: 'given twice' });
      }
    }
  });

export interface TrackerEntry extends z.output<typeof trackerEntry> {
  readonly token: string;
}

export interface TrackersConfig {
  /** Without a slash at its end; null: comments hold no links back. */
  readonly publicUrl: string | null;
  readonly trackers: readonly TrackerEntry[];
}

export const NO_TRACKERS: TrackersConfig = { publicUrl: null, trackers: [] };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file of trackers; no file is no trackers, unless the environment names one. */
export async function readTrackers(dataDirectory: string, env: Environment): Promise<Result<TrackersConfig, Fault>> {
  const named = env['FIREBREAK_TRACKERS'] ?? '';
  const path = named === '' ? join(dataDirectory, 'trackers.yml') : named;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (named === '' && code === 'ENOENT') return ok(NO_TRACKERS);
    return err(fault('trackers-unreadable', { facts: { path, what: code } }));
  }
  return trackersOf(text, path, env);
}

async function trackersOf(text: string, path: string, env: Environment): Promise<Result<TrackersConfig, Fault>> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 }) as unknown;
  } catch (error) {
    const what = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return err(fault('trackers-invalid', { facts: { path, where: '', what } }));
  }
  const parsed = trackersFile.safeParse(value ?? { trackers: [] });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.map(String).join('.') ?? '';
    return err(fault('trackers-invalid', { facts: { path, where, what: issue?.message ?? 'not valid' } }));
  }
  const trackers: TrackerEntry[] = [];
  for (const entry of parsed.data.trackers) {
    const token = await tokenOf(entry, env);
    if (!token.ok) return token;
    trackers.push({ ...entry, url: entry.url.replace(/\/+$/, ''), token: token.value });
  }
  return ok({ publicUrl: parsed.data.publicUrl?.replace(/\/+$/, '') ?? null, trackers });
}

async function tokenOf(
  { name, tokenEnv, tokenFile }: z.output<typeof trackerEntry>,
  env: Environment,
): Promise<Result<string, Fault>> {
  if (tokenFile === undefined) {
    const token = env[tokenEnv ?? '']?.trim() ?? '';
    return isToken(token)
      ? ok(token)
      : err(fault('tracker-secret-missing', { facts: { tracker: name, where: tokenEnv ?? '' } }));
  }
  try {
    const { mode } = await stat(tokenFile);
    // Windows has no such bits; there the folder's rights have to do.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return err(fault('tracker-secret-exposed', { facts: { tracker: name, path: tokenFile } }));
    }
    const token = (await readFile(tokenFile, 'utf8')).trim();
    if (isToken(token)) return ok(token);
  } catch {
    // Said below: which of the reasons it is, the administrator sees at once.
  }
  return err(fault('tracker-secret-missing', { facts: { tracker: name, where: tokenFile } }));
}

/** What can stand in a header. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}
