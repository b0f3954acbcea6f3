/** Where the rules of names are kept, tried and saved: with the project on the server, or in this browser. */
import type { Rules } from '../../api/generated.ts';
import { ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { RulesPreview } from '../../pipeline/preview.ts';
import { previewRules, projectRules, saveProjectRules, storedComparison } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';

export interface RulesDesk {
  readonly keptBy: 'project' | 'browser';
  /** The rules of today, and the built-in packs that the comparison leaves out. */
  read(): Promise<Result<KnownRules, ApiProblem>>;
  /** What rules would change in the comparison. */
  preview(tried: TriedRules, signal: AbortSignal): Promise<Result<RulesPreview, ApiProblem>>;
  /** For comparisons from now on; `replacing` is the hash of what was read. */
  save(text: string, replacing: string | null): Promise<Result<unknown, ApiProblem>>;
}

export interface KnownRules extends Pick<Rules, 'text' | 'hash' | 'packs'> {
  readonly without: readonly string[];
}

export interface TriedRules {
  readonly rules: string;
  readonly without: readonly string[];
}

/** Of a comparison that the server has. */
export function projectDesk(comparison: string): RulesDesk {
  return {
    keptBy: 'project',
    async read() {
      const known = await storedComparison(comparison);
      if (!known.ok) return known;
      const rules = await projectRules();
      return rules.ok ? ok({ ...rules.value, without: known.value.without }) : rules;
    },
    async preview(tried, signal) {
      const known = await storedComparison(comparison);
      return known.ok ? previewRules(known.value, tried, signal) : known;
    },
    save: saveProjectRules,
  };
}
