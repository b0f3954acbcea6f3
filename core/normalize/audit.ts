import type { MergedName, NormalizationLevel, NormalizationSummary, ReshapedStacks } from '../diff/comparison.ts';
import { frameName } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import { totalsOf } from '../model/totals.ts';
import type { FrameShape, NormalizedName, Normalizer } from './normalizer.ts';
import type { Language } from './rule.ts';

/** What normalizing did to one profile, complete: with `origins` every normalized name leads back to the recorded ones. */
export interface Audit {
  readonly level: NormalizationLevel;
  readonly packs: Normalizer['packs'];
  readonly language: Language;
  /** Every name after normalizing → the names of the file that it stands for. */
  readonly origins: ReadonlyMap<string, ReadonlyMap<string, Origin>>;
  /** Rules that changed stacks, with what they moved. */
  readonly reshaped: readonly ReshapedStacks[];
}

export interface Origin {
  /** `pack/id` of the rules that rewrote it, in order; empty for a name that was kept. */
  readonly rules: readonly string[];
  /** Inclusive value of the name as recorded, recursion counted once, in the unit of the default value type. */
  readonly weight: number;
}

export class AuditLog {
  readonly #profile: Profile;
  readonly #rules: Normalizer;
  readonly #language: Language;
  /** By frame: what it became, by name. */
  readonly #seen: (Map<string, NormalizedName> | undefined)[] = [];
  readonly #totals: Float64Array;
  readonly #reshaped = new Map<string, { action: FrameShape['action']; nodes: number; weight: number }>();

  constructor(profile: Profile, rules: Normalizer, language: Language) {
    this.#profile = profile;
    this.#rules = rules;
    this.#language = language;
    this.#totals = totalsOf(profile.nodes.parent, profile.values[profile.defaultValueType]!);
  }

  /** A frame has one normalized name, or a few where its place in the stack decides. */
  saw(frame: number, made: NormalizedName): void {
    (this.#seen[frame] ??= new Map()).set(made.name, made);
  }

  reshaped(node: number, { rule, action }: FrameShape): void {
    const entry = this.#reshaped.get(rule) ?? { action, nodes: 0, weight: 0 };
    entry.nodes++;
    entry.weight += this.#totals[node]!;
    this.#reshaped.set(rule, entry);
  }

  finish(): Audit {
    const weights = inclusiveByFrame(this.#profile, this.#totals);
    const origins = new Map<string, Map<string, Origin>>();
    this.#seen.forEach((names, frame) => {
      const raw = frameName(this.#profile, frame);
      for (const { name, fired } of names?.values() ?? []) {
        const from = origins.get(name) ?? new Map<string, Origin>();
        origins.set(name, from);
        from.set(raw, { rules: fired, weight: (from.get(raw)?.weight ?? 0) + weights[frame]! });
      }
    });
    return {
      level: this.#rules.level,
      packs: this.#rules.packs,
      language: this.#language,
      origins,
      reshaped: Array.from(this.#reshaped, ([rule, entry]) => ({ rule, ...entry })),
    };
  }
}

/** Inclusive value of each frame: totals of its outermost nodes, found in one walk without recursion. */
function inclusiveByFrame({ nodes, frames }: Profile, totals: Float64Array): Float64Array {
  const firstChild = new Int32Array(nodes.length);
  const nextSibling = new Int32Array(nodes.length);
  for (let node = nodes.length - 1; node > 0; node--) {
    nextSibling[node] = firstChild[nodes.parent[node]!]!;
    firstChild[nodes.parent[node]!] = node;
  }
  const inclusive = new Float64Array(frames.length);
  const open = new Int32Array(frames.length);
  let node = firstChild[0]!;
  while (node > 0) {
    const frame = nodes.frame[node]!;
    if (open[frame]!++ === 0) inclusive[frame]! += totals[node]!;
    if (firstChild[node] !== 0) {
      node = firstChild[node]!;
      continue;
    }
    // Up until a sibling is left, closing what is left behind.
    for (;;) {
      open[nodes.frame[node]!]!--;
      if (nextSibling[node] !== 0) {
        node = nextSibling[node]!;
        break;
      }
      node = nodes.parent[node]!;
      if (node === 0) break;
    }
  }
  return inclusive;
}

/**
 * What normalizing did to all runs of a comparison together: names of one side that became one with names of the other
 * count as merged too. Largest weight first.
 */
export function summarizeAudits(
  rules: Pick<Normalizer, 'level' | 'packs'>,
  audits: readonly Audit[],
): NormalizationSummary {
  const { level, packs } = rules;
  const groups = new Map<string, Map<string, MergedName>>();
  const rewritten = new Set<string>();
  const reshaped = new Map<string, ReshapedStacks>();
  for (const audit of audits) {
    for (const [name, origins] of audit.origins) {
      const group = groups.get(name) ?? new Map<string, MergedName>();
      groups.set(name, group);
      for (const [raw, { rules: fired, weight }] of origins) {
        group.set(raw, { name: raw, rules: fired, weight: (group.get(raw)?.weight ?? 0) + weight });
        if (raw !== name) rewritten.add(raw);
      }
    }
    for (const { rule, action, nodes, weight } of audit.reshaped) {
      const known = reshaped.get(rule);
      reshaped.set(rule, {
        rule,
        action,
        nodes: (known?.nodes ?? 0) + nodes,
        weight: (known?.weight ?? 0) + weight,
      });
    }
  }
  const merged = Array.from(groups)
    .filter(([, group]) => group.size > 1)
    .map(([name, group]) => {
      const from = [...group.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      const weight = sumOf(from);
      return { name, from, weight, moved: sumOf(from.filter((one) => one.name !== name)) };
    })
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return { level, packs, merged, reshaped: [...reshaped.values()], rewritten: rewritten.size };
}

function sumOf(names: readonly MergedName[]): number {
  return names.reduce((sum, { weight }) => sum + weight, 0);
}
