import type { NormalizationLevel } from '../core/diff/comparison.ts';
import type { Ports } from './ports.ts';

/** Which rules a comparison is computed under. */
export interface RulesUsed {
  readonly level: NormalizationLevel;
  /** Built-in rule packs that are left out. */
  readonly without: readonly string[];
  /** Rules of the project, by their hash; null: none. */
  readonly rulesHash: string | null;
}

/** What these rules are today, as text: packs with versions, and the hash of the project's own rules. */
export function rulesVersion({ rules }: Pick<Ports, 'rules'>, { level, without, rulesHash }: RulesUsed): string {
  if (level === 'none') return rules(level);
  return [
    rules(level),
    ...(without.length === 0 ? [] : [`without ${[...without].sort().join(' ')}`]),
    ...(rulesHash === null ? [] : [`project rules ${rulesHash}`]),
  ].join(', ');
}

/** The hash of the project's rules as they are now; null when there are none. */
export async function projectRulesHash({ profiles }: Pick<Ports, 'profiles'>): Promise<string | null> {
  const rules = await profiles.projectRules();
  return rules === null || rules.text.trim() === '' ? null : rules.hash;
}
