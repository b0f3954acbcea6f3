import type { Comparison, NormalizationLevel } from '../core/diff/comparison.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { compileRules } from '../core/normalize/compile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import type { RulePack } from '../core/normalize/rule.ts';
import type { Result } from '../core/result.ts';
import { compareWith } from './compare.ts';
import type { CompareOptions as RunOptions } from './compare.ts';
import { nodeHost } from './node-host.ts';
import { readFileWith } from './read.ts';
import type { ByteSource, ReadOptions, ReadResult } from './read.ts';

export { DEFAULT_READ_LIMITS } from './read.ts';
export type { ByteSource, ReadOptions, ReadResult } from './read.ts';

export interface CompareOptions extends RunOptions {
  /** How far names are normalized; `default` when absent. */
  readonly level?: NormalizationLevel;
}

const BUILT_IN_PACKS: readonly RulePack[] = [];

/** Reads a profile file, on Node. See `readFileWith`. */
export function readFile(source: ByteSource, options: ReadOptions): Promise<Result<ReadResult, Fault>> {
  return readFileWith(nodeHost, source, options);
}

/** Compares two sides of one or more runs. See `compareWith` for the faults. */
export async function compareRuns(
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Promise<Result<Comparison, Fault>> {
  const normalizer = normalizerFor(options.level ?? 'default');
  return normalizer.ok ? compareWith(normalizer.value, base, head, options) : normalizer;
}

/** The built-in rules of a level, for names and single profiles. One object for one request: it remembers every name. */
export function normalizerFor(level: NormalizationLevel): Result<Normalizer, Fault> {
  return compileRules(BUILT_IN_PACKS, { level });
}

/** Names and versions of the rules that a level applies: part of the identity of a stored comparison. */
export function rulesVersion(level: NormalizationLevel): string {
  if (level === 'none') return 'none';
  return BUILT_IN_PACKS.map(({ pack, version }) => `${pack} ${version}`).join(', ');
}
