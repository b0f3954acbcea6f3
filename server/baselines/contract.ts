import { z } from 'zod';
import { LEVELS } from '../../core/normalize/rule.ts';
import { BASELINE_RULES, CI_VERDICTS, NEUTRAL_REASONS } from '../../render/ci-verdict.ts';
import type { CiVerdict } from '../../render/ci-verdict.ts';
import type { TrendJson } from '../../render/series.ts';
import type { VerdictJson } from '../../render/verdict-json.ts';
import { projectName } from '../auth/contract.ts';
import { RECORDING, RECORDING_LENGTH, madeBy } from '../contract.ts';

/** Requests and answers of verdicts, projects, baselines and trends. In words: docs/api.md, "Baselines and verdicts". */

const id = z.string().regex(/^[0-9a-f]{32}$/, 'an id is 32 hexadecimal digits');

/** Name of a commit, as the label `commit` spells it: in full, since nothing else is looked for. */
const commitName = z.string().min(1).max(100);
const branchName = z.string().min(1).max(500);

const MOST_ANCESTORS = 1_000;

/** First-parent history of the fork point, nearest first; the fork point itself may stand at its beginning. */
const ancestors = z.array(commitName).max(MOST_ANCESTORS);

/** Text of a `firebreak.yml`. */
const configText = z.string().max(50_000);

/** Fields of an upload beside its labels: `ancestors` separated by spaces, commas or line ends. */
export const ancestryFields = z.object({
  forkPoint: commitName.optional(),
  ancestors: z
    .string()
    .max(MOST_ANCESTORS * 101)
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(ancestors)
    .optional(),
});
export type Ancestry = z.output<typeof ancestryFields>;

// ---- verdicts ------------------------------------------------------------------------------------------------------

export const verdictBody = z.strictObject({
  head: z.strictObject({ profiles: z.array(id).min(1) }),
  /**
   * Left out: the fork point that was sent with the upload of head; when none was, the head of the project's default
   * branch, unless head is on that branch itself.
   */
  base: z
    .union([
      z.strictObject({ profiles: z.array(id) }),
      z.strictObject({ branch: branchName }),
      z.strictObject({ forkPoint: commitName, ancestors: ancestors.default([]) }),
    ])
    .nullable()
    .default(null),
  /** Null: the settings of the project, and without these the defaults. */
  config: configText.nullable().default(null),
  level: z.enum(LEVELS).default('default'),
  valueType: z.string().min(1).max(200).nullable().default(null),
  recording: z.string().min(1).max(RECORDING_LENGTH).nullable().default(null).meta({ description: RECORDING }),
  /** Judges recordings of different events, rates or environments all the same. */
  force: z.boolean().default(false),
});
export type VerdictBody = z.output<typeof verdictBody>;

const profile = z.strictObject({ id, fileName: z.string().nullable(), format: z.string() });

const baseline = z.strictObject({
  rule: z.enum(BASELINE_RULES),
  commit: z.string().nullable(),
  distance: z.number().int().nullable(),
  profiles: z.array(profile),
  because: z.string(),
});

export const verdictAnswer = z.strictObject({
  id,
  created: z.boolean().optional(),
  createdAt: z.iso.datetime(),
  project: z.string(),
  verdict: z.enum(CI_VERDICTS),
  neutralBecause: z.enum(NEUTRAL_REASONS).nullable(),
  sentence: z.string(),
  head: z.strictObject({
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    benchmark: z.record(z.string(), z.string()),
    profiles: z.array(profile),
  }),
  baseline,
  comparison: id.nullable(),
  page: z.string().nullable(),
  level: z.enum(LEVELS),
  valueType: z.string().nullable(),
  recording: z.string().nullable(),
  force: z.boolean(),
  configFrom: z.enum(['request', 'project', 'default']),
  /** What `firebreak gate --json` prints. Left out of lists. */
  gate: madeBy<VerdictJson>('As firebreak gate --json prints it', 'render/verdict-json.ts', 'VerdictJson')
    .nullable()
    .optional(),
});
export type VerdictAnswer = z.infer<typeof verdictAnswer>;

/** A verdict with its gate is what the outputs of CI are written from. */
export type WholeVerdict = VerdictAnswer & CiVerdict;

export const verdictList = z.strictObject({ verdicts: z.array(verdictAnswer), next: z.string().nullable() });

export const verdictListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
  project: projectName.optional(),
  branch: branchName.optional(),
  commit: commitName.optional(),
  verdict: z.enum(CI_VERDICTS).optional(),
});

export const VERDICT_REPORTS = ['md', 'txt', 'json', 'junit.xml', 'sarif.json', 'codequality.json'] as const;
export type VerdictReport = (typeof VERDICT_REPORTS)[number];

// ---- projects ------------------------------------------------------------------------------------------------------

const projectAnswer = z.strictObject({
  name: z.string(),
  profiles: z.number().int(),
  branches: z.number().int(),
  newestAt: z.iso.datetime().nullable(),
});
export const projectList = z.strictObject({ projects: z.array(projectAnswer) });

const branchAnswer = z.strictObject({
  name: z.string(),
  profiles: z.number().int(),
  commits: z.number().int(),
  /** Commit of the newest profile. */
  head: z.string().nullable(),
  newestAt: z.iso.datetime(),
});
export const branchList = z.strictObject({ branches: z.array(branchAnswer) });

export const settingsBody = z.strictObject({
  defaultBranch: branchName.default('main'),
  /** Text of a `firebreak.yml`; null: the defaults. */
  config: configText.nullable().default(null),
  /** Labels that make a benchmark; null: all that do not name a commit, a run or a machine. */
  benchmarkLabels: z.array(z.string().min(1).max(64)).max(32).nullable().default(null),
  /** Profiles, comparisons and verdicts are deleted after so many days; null: never. */
  retentionDays: z.number().int().min(1).max(36_500).nullable().default(null),
});
export type ProjectSettings = z.output<typeof settingsBody>;

export const settingsAnswer = z.strictObject({ project: z.string(), ...settingsBody.shape });

/** `GET /projects/:project/baseline`: what a verdict about this head would be judged against. */
export const baselineQuery = z
  .object({ head: id, branch: branchName.optional(), forkPoint: commitName.optional() })
  .strict()
  .refine(({ branch, forkPoint }) => branch === undefined || forkPoint === undefined, {
    message: 'either branch or forkPoint',
    path: ['branch'],
  });

export const baselineAnswer = z.strictObject({
  head: z.strictObject({
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    benchmark: z.record(z.string(), z.string()),
  }),
  baseline,
});

// ---- trend ---------------------------------------------------------------------------------------------------------

/** `GET /projects/:project/trend`. One of frame, subsystem, metric; none: every function that changed. */
export const trendQuery = z
  .strictObject({
    branch: branchName.optional(),
    /** A profile whose benchmark is meant; left out: that of the newest profile of the branch. */
    like: id.optional(),
    frame: z.string().min(1).max(2_000).optional(),
    subsystem: z.string().min(1).max(200).optional(),
    metric: z.string().min(1).max(200).optional(),
    level: z.enum(LEVELS).default('default'),
    valueType: z.string().min(1).max(200).optional(),
    /** Newest commits that are looked at. */
    points: z.coerce.number().int().min(2).max(200).default(50),
  })
  .refine((query) => [query.frame, query.subsystem, query.metric].filter((one) => one !== undefined).length <= 1, {
    message: 'one of frame, subsystem and metric',
    path: ['frame'],
  });
export type TrendQuery = z.output<typeof trendQuery>;

const trendPoint = z.strictObject({
  commit: z.string(),
  at: z.iso.datetime(),
  profiles: z.array(id),
  /** Share of the frame or subsystem (0..1), or median of the metric; null where it is not known or nothing was asked for. */
  value: z.number().nullable(),
});

export const trendAnswer = z.strictObject({
  project: z.string(),
  branch: z.string(),
  benchmark: z.record(z.string(), z.string()),
  /** Oldest first. */
  points: z.array(trendPoint),
  /** `share`, or the unit of the metric. */
  unit: z.string(),
  /** Profiles that were met on the way and belong to other benchmarks, or name no commit. */
  leftOut: z.number().int(),
  /** What `firebreak trend --json` prints, of the frame or subsystem alone where one was asked for; null for metrics. */
  trend: madeBy<TrendJson>('As firebreak trend --json prints it', 'render/series.ts', 'TrendJson').nullable(),
});
export type TrendAnswer = z.infer<typeof trendAnswer>;
