import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import type { NormalizationLevel } from '../diff/comparison.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { NAME_FUNCTIONS } from './functions.ts';
import { Normalizer } from './normalizer.ts';
import { builtInPattern, userPattern } from './patterns.ts';
import type { CompilePattern } from './steps.ts';
import { LEVELS, actionOf } from './rule.ts';
import type { Language, RulePack } from './rule.ts';

export interface CompileOptions {
  readonly level: NormalizationLevel;
  /** Language of the names; absent: found out for each profile from its names (`native` for single names). */
  readonly language?: Language;
  /** Packs from users, run after the built-in ones. Their patterns have RE2 syntax and run in a linear-time engine. */
  readonly userPacks?: readonly UserPack[];
}

/** Rules that a user wrote. */
export interface UserPack extends RulePack {
  /** SHA-256 of their text, hex: what tells one state of them from another. */
  readonly hash: string;
}

/**
 * Makes a Normalizer of rule packs, in their order. Rules above the level are left out; at level `none` nothing is left.
 * Fault `rule-invalid` (facts `pack`, `rule`, `reason`): a pattern that does not compile or an unknown function;
 * packs that came through `parseRules` have none.
 */
export function compileRules(packs: readonly RulePack[], options: CompileOptions): Result<Normalizer, Fault> {
  const { level, language = null, userPacks = [] } = options;
  const rank = LEVELS.indexOf(level);
  const chosen = [
    ...packs.map((pack) => ({ pack, hash: null, compile: builtInPattern, builtIn: true })),
    ...userPacks.map((pack) => ({ pack, hash: pack.hash, compile: userPattern, builtIn: false })),
  ];
  const rules = chosen.flatMap(({ pack, compile, builtIn }) =>
    pack.rules
      .filter((rule) => LEVELS.indexOf(rule.level ?? 'default') <= rank)
      .map((rule) => ({ rule, id: `${pack.pack}/${rule.id}`, compile, builtIn })),
  );
  for (const { rule, id, compile } of rules) {
    const reason = badRule(rule, compile);
    if (reason !== null) return err(fault('rule-invalid', { seen: id, facts: { rule: id, reason } }));
  }
  const used =
    level === 'none' ? [] : chosen.map(({ pack, hash }) => ({ name: pack.pack, version: pack.version, hash }));
  return ok(new Normalizer({ level, packs: used, rules, language }));
}

function badRule(rule: RulePack['rules'][number], compile: CompilePattern): string | null {
  if (actionOf(rule) === null) return 'no action';
  if (rule.fn !== undefined && !NAME_FUNCTIONS.has(rule.fn)) return `no function ${rule.fn}`;
  for (const pattern of [rule.match?.name, rule.match?.module]) {
    try {
      if (pattern !== undefined) compile(pattern);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}
