import { z } from 'zod';
import { LEVELS } from '../../core/normalize/rule.ts';
import { BASELINE_RULES, CI_VERDICTS, NEUTRAL_REASONS } from '../../render/ci-verdict.ts';
import { projectName } from '../auth/contract.ts';
import { settingsBody } from '../baselines/contract.ts';

/** What lies in an archive beside bytes: a JSON text each (docs/storage.md, "Export and import"). */

export const ARCHIVE_VERSION = 1;

const id = z.string().regex(/^[0-9a-f]{32}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.number().int().min(0);
const bytes = z.number().int().min(0);
const jsonText = z.string().refine((text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}, 'not JSON');

export const manifest = z.object({
  format: z.literal('firebreak-archive'),
  version: z.literal(ARCHIVE_VERSION),
  /** SHA-256 of the rules that were in use; null: none, or they were not part of what was exported. */
  rules: hash.nullable(),
});

export const projectRecords = z.array(z.strictObject({ project: projectName, settings: settingsBody }));

export const commitRecord = z.strictObject({
  project: projectName,
  commit: z.string(),
  forkPoint: z.string().nullable(),
  ancestors: z.array(z.string()),
});

const problem = z.custom<never>((value) => typeof value === 'object' && value !== null);

export const profileRecord = z.strictObject({
  id,
  contentHash: hash,
  bytes,
  fileName: z.string().nullable(),
  format: z.string(),
  /** Entries: a label may be called `__proto__`. */
  labels: z.array(z.tuple([z.string(), z.string()])),
  metrics: z.array(
    z.strictObject({
      fileName: z.string().nullable(),
      sha256: hash,
      format: z.string(),
      generator: z.string().nullable(),
      metrics: z.array(z.strictObject({ name: z.string(), unit: z.string(), values: z.array(z.number()) })),
      problems: z.array(problem),
    }),
  ),
  facts: jsonText,
  createdAt: time,
});

export const comparisonRecord = z.strictObject({
  id,
  name: z.string().optional(),
  base: z.array(id).min(1),
  head: z.array(id).min(1),
  level: z.enum(LEVELS),
  valueType: z.string().nullable(),
  /** Archives of earlier versions have none. */
  recording: z.string().nullable().default(null),
  rules: z.string(),
  without: z.array(z.string()),
  rulesHash: hash.nullable(),
  force: z.boolean(),
  sameWidth: z.boolean().default(false),
  resultHash: hash,
  resultBytes: bytes,
  createdAt: time,
});

const verdictProfile = z.strictObject({ id, fileName: z.string().nullable(), format: z.string() });

export const verdictRecord = z.strictObject({
  id,
  project: projectName,
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  verdict: z.enum(CI_VERDICTS),
  comparison: id.nullable(),
  summary: z.strictObject({
    neutralBecause: z.enum(NEUTRAL_REASONS).nullable(),
    sentence: z.string(),
    benchmark: z.record(z.string(), z.string()),
    head: z.array(verdictProfile),
    baseline: z.strictObject({
      rule: z.enum(BASELINE_RULES),
      commit: z.string().nullable(),
      distance: z.number().int().nullable(),
      profiles: z.array(verdictProfile),
      because: z.string(),
    }),
    level: z.enum(LEVELS),
    valueType: z.string().nullable(),
    recording: z.string().nullable().default(null),
    force: z.boolean(),
    configFrom: z.enum(['request', 'project', 'default']),
  }),
  gate: jsonText,
  createdAt: time,
});

const counts = z.strictObject({ added: z.number().int(), known: z.number().int() });

/** Answer to an import. */
export const importAnswer = z.strictObject({
  profiles: counts,
  comparisons: counts,
  verdicts: counts,
  /** Comparisons and profiles whose bytes are not in the archive, by name of their entry. */
  left: z.array(z.string()),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
