import { z } from 'zod';
import { LEVELS } from '../core/normalize/rule.ts';
import type { RulesPreview } from '../pipeline/preview.ts';
import type { ComparisonJson, InspectionJson } from '../render/json-types.ts';

/** Requests and answers of `/api/v1`. The page imports the types; the shapes in words are in docs/api.md. */

export const REPORT_FORMATS = [
  'json',
  'svg',
  'png',
  'html',
  'md',
  'gitlab.md',
  'jira',
  'adf.json',
  'textile',
  'txt',
  'folded',
  'pb.gz',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Forms of a profile that other tools read. */
export const PROFILE_FORMATS = ['folded', 'pb.gz', 'speedscope.json'] as const;
export type ProfileFormat = (typeof PROFILE_FORMATS)[number];

export const id = z.string().regex(/^[0-9a-f]{32}$/, 'an id is 32 hexadecimal digits');
export const LABEL_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
export const LABEL_PREFIX = 'label.';
export const LABEL_LENGTH = 500;

// ---- requests ------------------------------------------------------------------------------------------------------

export const idParams = z.object({ id });

export const reportParams = z.object({ id, format: z.enum(REPORT_FORMATS) });

export const exportParams = z.object({ id, format: z.enum(PROFILE_FORMATS) });

export const exportQuery = z.strictObject({
  side: z.enum(['base', 'head']).optional().meta({ description: 'Which one of a differential file' }),
});

export const reportQuery = z.strictObject({
  permalink: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'Address of the comparison, for reports that link to it' }),
  scale: z.enum(['1', '2']).default('1').meta({ description: 'Of a PNG: pixels for each of the SVG' }),
});

/** Options of an upload whose body is the file. */
export const fileQuery = z.strictObject({
  fileName: z.string().max(10_000).optional().meta({ description: 'Name of the file whose bytes are the body' }),
});

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The result of a large comparison is a long text; a page that reads `/data` does not need it. */
export const comparisonQuery = z.strictObject({ result: z.enum(['full', 'none']).default('full') });

const FORCE = 'Compare different events, units or rates all the same; then nothing is evidence';

/** Names of recordings are names of threads and programs, some with their arguments. */
export const RECORDING_LENGTH = 2000;
export const RECORDING =
  'Of files with several recordings (threads, say) the one to take: its name, or #2 for the second';

const compareOptions = {
  level: z.enum(LEVELS).default('default'),
  valueType: z.string().min(1).max(200).nullable().default(null),
  recording: z.string().min(1).max(RECORDING_LENGTH).nullable().default(null).meta({ description: RECORDING }),
};

const SAME_WIDTH = 'Leave out of every run what the coarsest drawing among them leaves out';

const packNames = z.array(z.string().min(1).max(100)).max(100);

/** Built-in rule packs to leave out. */
const ruleOptions = { without: packNames.default([]) };

/** Profiles by what they are instead of by id. */
export const profileSelector = z
  .strictObject({
    project: z.string().min(1).max(LABEL_LENGTH).optional(),
    branch: z.string().min(1).max(LABEL_LENGTH).optional(),
    commit: z.string().min(1).max(LABEL_LENGTH).optional().meta({ description: 'The commit, or how its name begins' }),
    labels: z.record(z.string().regex(LABEL_NAME), z.string().max(LABEL_LENGTH)).optional(),
  })
  .refine((selector) => Object.keys(selector).length > 0, 'a selector names something')
  .meta({
    id: 'ProfileSelector',
    description: 'The newest profile with all of these, and the others of its commit as runs of the same build',
  });
export type ProfileSelector = z.output<typeof profileSelector>;

const side = z.union([z.array(id).min(1), profileSelector]);

export const compareBody = z.strictObject({
  base: side,
  head: side,
  ...compareOptions,
  force: z.boolean().default(false).meta({ description: FORCE }),
  sameWidth: z.boolean().default(false).meta({ description: SAME_WIDTH }),
  ...ruleOptions,
});

/** Text of rules: larger ones are no rules that people write. */
const rulesText = z.string().max(50_000);

export const rulesBody = z.strictObject({ text: rulesText });

export const previewBody = z.strictObject({
  base: z.array(id).min(1),
  head: z.array(id).min(1),
  ...compareOptions,
  /** Packs that are left out now. */
  without: packNames.default([]),
  /** Rules to try in place of the project's, and packs to leave out with them. */
  rules: rulesText,
  triedWithout: packNames.default([]),
});

export const compareFields = z.strictObject({
  ...compareOptions,
  force: flagField(FORCE),
  sameWidth: flagField(SAME_WIDTH),
});

/** A field of a form is text. */
function flagField(description: string) {
  return z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description });
}

/** Fields `label.NAME` of a form or a query, as entries, since a field may be called `__proto__`. */
export const labelFields = z.array(z.tuple([z.string(), z.unknown()])).transform((fields, context) => {
  const labels = new Map<string, string>();
  const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] });
  for (const [field, value] of fields) {
    const name = field.startsWith(LABEL_PREFIX) ? field.slice(LABEL_PREFIX.length) : '';
    if (!LABEL_NAME.test(name)) wrong(field, 'not a field of this request');
    else if (typeof value !== 'string') wrong(field, 'given more than once');
    else if (value.length > LABEL_LENGTH) wrong(field, `longer than ${LABEL_LENGTH} characters`);
    else labels.set(name, value);
  }
  return labels;
});

// ---- answers -------------------------------------------------------------------------------------------------------

/**
 * An object whose shape a file of the project owns: it is passed on, not checked again. The OpenAPI document calls it an
 * object; `x-typescript` tells the typed client where its type is.
 */
export function madeBy<T>(description: string, from: string, type: string): z.ZodType<T> {
  return z
    .custom<T>((value) => typeof value === 'object' && value !== null)
    .meta({ override: { type: 'object', description, 'x-typescript': `${from}#${type}` } });
}

/** Metrics of a run, read from one file. */
const attachedMetrics = z
  .strictObject({
    fileName: z.string().nullable(),
    sha256: z.string(),
    format: z.string(),
    generator: z.string().nullable(),
    metrics: z.array(z.strictObject({ name: z.string(), unit: z.string(), values: z.array(z.number()) })),
  })
  .meta({ id: 'AttachedMetrics' });

export const profileAnswer = z
  .strictObject({
    id,
    created: z.boolean().optional(),
    createdAt: z.iso.datetime(),
    /** Deleted; it can be restored until then. */
    deletedUntil: z.iso.datetime().optional(),
    fileName: z.string().nullable(),
    bytes: z.number().int(),
    sha256: z.string(),
    labels: z.record(z.string(), z.string()),
    metrics: z.array(attachedMetrics),
    /** What `firebreak inspect --json` prints. */
    facts: madeBy<InspectionJson>('As firebreak inspect --json prints it', 'render/json-types.ts', 'InspectionJson'),
  })
  .meta({ id: 'Profile' });
export type ProfileAnswer = z.infer<typeof profileAnswer>;

export const uploadAnswer = z.strictObject({ profiles: z.array(profileAnswer) }).meta({ id: 'Uploaded' });

export const profileList = z
  .strictObject({ profiles: z.array(profileAnswer), next: z.string().nullable() })
  .meta({ id: 'ProfileList' });

const comparisonInput = z
  .strictObject({ id, fileName: z.string().nullable(), format: z.string() })
  .meta({ id: 'ComparisonInput' });

export const comparisonAnswer = z
  .strictObject({
    id,
    page: z.string(),
    createdAt: z.iso.datetime(),
    /** Deleted; it can be restored until then. */
    deletedUntil: z.iso.datetime().optional(),
    /** As somebody called it; null: nobody did. */
    name: z.string().nullable(),
    created: z.boolean().optional(),
    level: z.enum(LEVELS),
    valueType: z.string().nullable(),
    /** Of files with several recordings the one that was taken; null: the first. */
    recording: z.string().nullable(),
    rules: z.string(),
    /** What the rules of the same choice are today: when they differ, comparing again gives another comparison. */
    rulesToday: z.string(),
    without: z.array(z.string()),
    /** Rules of the project that were used, by the SHA-256 of their text; null: there were none. */
    rulesHash: z.string().nullable(),
    force: z.boolean().meta({ description: FORCE }),
    sameWidth: z.boolean().meta({ description: SAME_WIDTH }),
    base: z.array(comparisonInput),
    head: z.array(comparisonInput),
    /** What `firebreak diff --json` prints. */
    result: madeBy<ComparisonJson>(
      'As firebreak diff --json prints it',
      'render/json-types.ts',
      'ComparisonJson',
    ).optional(),
  })
  .meta({ id: 'Comparison' });
export type ComparisonAnswer = z.infer<typeof comparisonAnswer>;

export const comparisonList = z
  .strictObject({
    comparisons: z.array(comparisonAnswer),
    next: z.string().nullable(),
  })
  .meta({ id: 'ComparisonList' });

/** Rules of the project, and the packs that come with Firebreak. */
export const rulesAnswer = z
  .strictObject({
    /** As written; empty when there are none. */
    text: z.string(),
    /** SHA-256 of the text, also the ETag; null when nobody wrote any. */
    hash: z.string().nullable(),
    packs: z.array(z.strictObject({ name: z.string(), version: z.string(), summary: z.string() })),
  })
  .meta({ id: 'Rules' });

export const previewAnswer = madeBy<RulesPreview>(
  'What other rules would change',
  'pipeline/preview.ts',
  'RulesPreview',
);

export const healthAnswer = z
  .strictObject({ status: z.enum(['ok', 'failing']), version: z.string() })
  .meta({ id: 'Health' });

export const problemAnswer = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    file: z.string().nullable(),
    position: z.object({ line: z.number().nullable(), byte: z.number().nullable() }).nullable(),
    /** From 1, where it is known beside the line: in rules. */
    column: z.number().int().nullable(),
    seen: z.string().nullable(),
    expected: z.string().nullable(),
    advice: z.string().nullable(),
  })
  .meta({ id: 'Problem' });
export type ProblemAnswer = z.infer<typeof problemAnswer>;
