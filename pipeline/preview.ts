import type { Comparison } from '../core/diff/comparison.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { normalizeProfile } from '../core/normalize/normalize-profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { overloadsOf } from '../core/normalize/overloads.ts';
import { ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { compareWith } from './compare.ts';
import { normalizerOf } from './rules.ts';
import type { RuleChoice } from './rules.ts';

/** What other rules would change. Names are hostile text. */
export interface RulesPreview {
  readonly before: PreviewedDiff;
  readonly after: PreviewedDiff;
  /** Recorded names that the two sets of rules spell differently, heaviest first. */
  readonly names: readonly RenamedByRules[];
  /** All of them; `names` holds the first ones. */
  readonly renamed: number;
  /** Names that become one and were not, heaviest first; and names that no longer are. */
  readonly joined: readonly PreviewedGroup[];
  readonly parted: readonly PreviewedGroup[];
}

export interface PreviewedDiff {
  readonly headline: string;
  readonly explanations: readonly { readonly title: string; readonly change: string; readonly verdict: string }[];
  readonly functions: number;
}

export interface RenamedByRules {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** `pack/id` of the rules that make it `after`. */
  readonly rules: readonly string[];
  /** Inclusive value as recorded, both sides together. */
  readonly weight: number;
}

export interface PreviewedGroup {
  readonly name: string;
  readonly from: readonly string[];
  readonly weight: number;
}

const MOST_NAMES = 200;
const MOST_GROUPS = 100;
const EXPLANATIONS = 5;

/** Compares the same profiles under two sets of rules. Faults as `compareWith` and `normalizerOf`. */
export function previewRules(
  base: readonly Profile[],
  head: readonly Profile[],
  now: RuleChoice,
  tried: RuleChoice,
  valueType: string | null,
): Result<RulesPreview, Fault> {
  const [before, after] = [normalizerOf(now), normalizerOf(tried)];
  if (!before.ok) return before;
  if (!after.ok) return after;
  const [old, fresh] = [before.value, after.value].map((rules) => compareWith(rules, base, head, { valueType }));
  if (old === undefined || fresh === undefined) throw new Error('two sets of rules give two comparisons');
  if (!old.ok) return old;
  if (!fresh.ok) return fresh;
  const runs = [...base, ...head];
  const [oldNames, freshNames] = [namesUnder(before.value, runs), namesUnder(after.value, runs)];
  if (!oldNames.ok) return oldNames;
  if (!freshNames.ok) return freshNames;
  const names = Array.from(freshNames.value, ([name, made]) => ({
    name,
    before: oldNames.value.get(name)?.name ?? name,
    after: made.name,
    rules: made.rules,
    weight: made.weight,
  }))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return ok({
    before: previewed(old.value),
    after: previewed(fresh.value),
    names: names.slice(0, MOST_NAMES),
    renamed: names.length,
    joined: newGroups(fresh.value, old.value),
    parted: newGroups(old.value, fresh.value),
  });
}

function previewed(comparison: Comparison): PreviewedDiff {
  const words = comparisonWords(comparison);
  return {
    headline: words.headline,
    explanations: words.explanations
      .slice(0, EXPLANATIONS)
      .map(({ title, change, verdict }) => ({ title, change, verdict })),
    functions: comparison.tree.functions.length,
  };
}

interface NameUnderRules {
  readonly name: string;
  readonly rules: readonly string[];
  readonly weight: number;
}

/** By recorded name. A name that becomes several ones, by its place, is there with one of them. */
function namesUnder(rules: Normalizer, runs: readonly Profile[]): Result<ReadonlyMap<string, NameUnderRules>, Fault> {
  const names = new Map<string, NameUnderRules>();
  const overloads = overloadsOf(runs, rules);
  for (const run of runs) {
    const made = normalizeProfile(run, rules, undefined, overloads);
    if (!made.ok) return made;
    if (rules.level === 'none') continue;
    for (const [name, origins] of made.value.audit.origins) {
      for (const [raw, origin] of origins) {
        const weight = (names.get(raw)?.weight ?? 0) + origin.weight;
        names.set(raw, { name, rules: origin.rules, weight });
      }
    }
  }
  return ok(names);
}

/** Groups of merged names of `one` that `other` does not have in this form. */
function newGroups(one: Comparison, other: Comparison): readonly PreviewedGroup[] {
  const keyOf = (from: readonly { readonly name: string }[]) => from.map(({ name }) => name).join('\n');
  const known = new Set(other.normalization.merged.map(({ from }) => keyOf(from)));
  return one.normalization.merged
    .filter(({ from }) => !known.has(keyOf(from)))
    .slice(0, MOST_GROUPS)
    .map(({ name, from, weight }) => ({ name, from: from.map((member) => member.name), weight }));
}
