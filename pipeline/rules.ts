import type { NormalizationLevel } from '../core/diff/comparison.ts';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { compileRules } from '../core/normalize/compile.ts';
import type { UserPack } from '../core/normalize/compile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { BUILT_IN_PACKS } from '../core/normalize/packs.generated.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';

export { userRulesOf } from './user-rules.ts';

/** Which rules are used; absent fields mean the default. */
export interface RuleChoice {
  /** How far names are normalized; `default` when absent. */
  readonly level?: NormalizationLevel;
  /** Built-in packs to use; null or absent: all. */
  readonly packs?: readonly string[] | null;
  /** Built-in packs not to use. */
  readonly without?: readonly string[];
  /** Rules of a user or a project, run after the built-in ones. */
  readonly userRules?: UserPack | null;
}

/** The chosen rules, ready to run. Faults: `pack-unknown`, and those of `compileRules`. */
export function normalizerOf({
  level = 'default',
  packs,
  without = [],
  userRules,
}: RuleChoice): Result<Normalizer, Fault> {
  const known = BUILT_IN_PACKS.map(({ pack }) => pack);
  const unknown = [...(packs ?? []), ...without].find((name) => !known.includes(name));
  if (unknown !== undefined) return err(fault('pack-unknown', { seen: unknown, facts: { known } }));
  const used = BUILT_IN_PACKS.filter(({ pack }) => (packs?.includes(pack) ?? true) && !without.includes(pack));
  return compileRules(used, { level, userPacks: userRules ? [userRules] : [] });
}
