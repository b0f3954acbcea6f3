import { z } from 'zod';
import { projectName } from '../auth/contract.ts';
import { LABEL_LENGTH, LABEL_NAME, id, pageQuery } from '../contract.ts';

/** What lists can be narrowed to, and what can be changed of what is in them. */

const MOST_LABELS = 32;
const MOST_WORDS = 16;

const labelValue = z.string().max(LABEL_LENGTH);
/** `NAME=VALUE`; a name has no `=`. */
const labelText = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}=/, 'a label is NAME=VALUE')
  .max(64 + 1 + LABEL_LENGTH);
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const listQuery = z.strictObject({
  ...pageQuery.shape,
  project: projectName.optional(),
  branch: labelValue.min(1).optional(),
  commit: labelValue.min(1).optional().meta({ description: 'The commit, or how its name begins' }),
  label: z
    .union([labelText, z.array(labelText).max(MOST_LABELS)])
    .optional()
    .meta({ description: '`NAME=VALUE`; given several times, all of them must be there' }),
  since: time.optional().meta({ description: 'Stored then or later' }),
  before: time.optional().meta({ description: 'Stored before that' }),
  text: z
    .string()
    .max(200)
    .refine((text) => wordsOf(text).length <= MOST_WORDS, `at most ${MOST_WORDS} words`)
    .optional()
    .meta({ description: 'Words that all stand in the name, a label or the format' }),
  deleted: z
    .enum(['no', 'only'])
    .default('no')
    .meta({ description: '`only`: what was deleted and can still be restored' }),
});
export type ListQuery = z.output<typeof listQuery>;

export const comparisonListQuery = z.strictObject({
  ...listQuery.shape,
  profile: id.optional().meta({ description: 'Comparisons of this profile' }),
});

export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

export const profileEdit = z.strictObject({
  fileName: z.string().min(1).max(255).optional(),
  /** All labels that it has from now on. */
  labels: z
    .record(z.string().regex(LABEL_NAME, 'not a name of a label'), labelValue)
    .refine((labels) => Object.keys(labels).length <= MOST_LABELS, `at most ${MOST_LABELS} labels`)
    .optional(),
});

/** Null: it has no name. */
export const comparisonEdit = z.strictObject({ name: z.string().min(1).max(255).nullable() });

export const labelsQuery = z.strictObject({ project: projectName.optional() });

export const labelList = z.strictObject({
  /** By name; of each the values that most profiles have, at most a hundred. */
  labels: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
});
