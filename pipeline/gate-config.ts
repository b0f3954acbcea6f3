import { LineCounter, isNode, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { z } from 'zod';
import { DEFAULT_GATE_CONFIG } from '../core/gate/config.ts';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { userPattern } from '../core/normalize/patterns.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { VERDICT_FORMATS } from '../render/verdict/outputs.ts';

/** `firebreak.yml`: what a change may cost, and what `firebreak ci` does about it. Numbers are written as people say them: points and percent, not fractions. */

const pattern = z
  .string()
  .min(1)
  .refine(isPattern, 'not a pattern (RE2 syntax)')
  .describe('pattern in RE2 syntax, found anywhere in the text');

const percent = z.number().min(0);

const allowEntry = z
  .strictObject({
    frames: pattern.optional(),
    subsystems: pattern.optional(),
    direction: z.enum(['growth', 'shrink', 'both']).default('growth'),
    maxDelta: percent.describe('largest change allowed, in points; beyond it the entry does not apply'),
    reason: z.string().min(1).describe('why, for the report'),
    expires: z.iso.date().describe('last day on which the entry holds, as in 2026-12-31'),
  })
  .refine(({ frames, subsystems }) => (frames === undefined) !== (subsystems === undefined), {
    message: 'either frames or subsystems is needed',
  });

const metricRule = z.strictObject({
  name: z.string().min(1).describe('name of the metric: tps, latency_p95'),
  better: z.enum(['higher', 'lower']).default('higher'),
  maxWorse: percent.describe('how much worse it may get, in percent'),
});

const gateSection = z.strictObject({
  measure: z
    .enum(['share', 'count', 'work'])
    .default(DEFAULT_GATE_CONFIG.measure)
    .describe('share of samples; count, for runs of fixed work; work, amounts per unit of work'),
  minAbs: percent
    .default(DEFAULT_GATE_CONFIG.minAbs * 100)
    .describe('a function must grow by this many points of the total …'),
  minRel: percent.default(DEFAULT_GATE_CONFIG.minRel * 100).describe('… and by this many percent of itself'),
  alpha: z.number().gt(0).lt(1).default(DEFAULT_GATE_CONFIG.alpha).describe('largest q that counts as evidence'),
  minSamplesPerRun: z
    .int()
    .min(1)
    .default(DEFAULT_GATE_CONFIG.minSamplesPerRun)
    .describe('runs with fewer samples are left out'),
  frames: z.array(pattern).min(1).optional().describe('gate only functions whose name has one of these'),
  subsystems: z.array(pattern).min(1).optional().describe('gate only functions with a tag that has one of these'),
  metrics: z.array(metricRule).default([]),
  allow: z.array(allowEntry).default([]),
});

/**
 * No address of a server among these: whoever can change the file in a pull request would then be told the token that the
 * environment of the build holds.
 */
const ciSections = {
  project: z.string().min(1).max(500).optional().describe('label project of everything that firebreak ci uploads'),
  labels: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'not a name of a label'), z.string().min(1).max(500))
    .default({})
    .describe('labels of everything that firebreak ci uploads; what they say makes the benchmark'),
  baseline: z
    .strictObject({
      rule: z
        .enum(['fork-point', 'branch-head'])
        .default('fork-point')
        .describe('the commit that the branch was made from, or the newest commit of the base branch'),
      branch: z.string().min(1).max(500).optional().describe('base branch, where the build does not name one'),
    })
    .prefault({}),
  outputs: z
    .partialRecord(z.enum(VERDICT_FORMATS), z.string().min(1))
    .default({})
    .describe('files that firebreak ci writes the verdict to, by format'),
};

const projectConfig = z.strictObject({ ...ciSections, gate: gateSection.prefault({}) });

export type ProjectConfig = z.output<typeof projectConfig>;
export type GateSettings = z.output<typeof gateSection>;

export const DEFAULT_GATE_SETTINGS: GateSettings = gateSection.parse({});

/** JSON Schema of the file, for editors: docs/firebreak.schema.json. */
export function projectConfigSchema(): unknown {
  const { $schema, ...schema } = z.toJSONSchema(projectConfig, { io: 'input' });
  return { $schema, title: 'firebreak.yml: what a change may cost, and what firebreak ci does about it', ...schema };
}

/** Reads a `firebreak.yml`. The fault names the line and the key. An empty file is one with defaults only. */
export function readProjectConfig(text: string): Result<ProjectConfig, Fault> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const seen = broken.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return err(fault('config-yaml', { line: lines.linePos(broken.pos[0]).line, seen }));
  }
  const value = valueOf(document);
  if (!value.ok) return value;
  const parsed = projectConfig.safeParse(value.value ?? {});
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown];
  return err(
    fault('config-invalid', {
      line: lineOf(document, lines, path),
      facts: {
        key: path.map(String).join('.'),
        message: unknown.length > 0 ? 'no such setting' : (issue?.message ?? ''),
      },
    }),
  );
}

/** The file as plain values. Aliases are refused: a few lines of them can stand for gigabytes. */
function valueOf(document: Document): Result<unknown, Fault> {
  try {
    return ok(document.toJS({ maxAliasCount: 0 }));
  } catch {
    return err(fault('config-yaml', { seen: 'aliases (*name) are not allowed here' }));
  }
}

/** Line of the value at `path`, or of the innermost value around it that the file has. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

function isPattern(source: string): boolean {
  try {
    userPattern(source);
    return true;
  } catch {
    return false;
  }
}
