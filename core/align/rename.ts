import { SELF, heaviest, overlap } from './distribution.ts';
import type { Distribution } from './distribution.ts';
import { nameShape, nameSimilarity } from './names.ts';
import type { NameShape } from './names.ts';
import type { SideView } from './side.ts';

/** From this score on a pair is suggested (DIFF-SPEC 6). */
const SUGGEST = 0.6;
/** Functions of the same context that each vanished one is compared with, nearest in mass. */
const NEIGHBOURS = 8;
const CONTEXTS = 3;
const LEAF = 0.8;
const WEIGHTS = { context: 0.3, leaves: 0.25, name: 0.3, mass: 0.15 };
/** Functions that are mostly self have no leaves to compare. */
const LEAF_WEIGHTS = { context: 0.25, leaves: 0.05, name: 0.55, mass: 0.15 };

export interface Surroundings {
  readonly base: SideView;
  readonly head: SideView;
  /** 1 for functions of both sides. */
  readonly common: Uint8Array;
  /** Nearest common function by node. */
  readonly nearest: Int32Array;
  readonly names: readonly string[];
}

export interface Rename {
  readonly base: number;
  readonly head: number;
  readonly score: number;
}

/** What of a candidate is compared. */
interface Candidate {
  readonly func: number;
  readonly name: string;
  readonly mass: number;
  readonly context: Distribution;
  readonly leaves: Distribution;
  readonly shape: NameShape;
  readonly leaf: boolean;
}

/** Pairs of a vanished and a new function, one to one, best scores first. */
export function renames(
  gone: readonly number[],
  made: readonly number[],
  around: Surroundings,
  dilution: number,
  rejected: (base: number, head: number) => boolean,
): readonly Rename[] {
  if (gone.length === 0 || made.length === 0) return [];
  const blocks = blocksOf(made.map((g) => candidate(g, around.head, around, 1)));
  const scored: (Rename & { readonly names: readonly [string, string] })[] = [];
  for (const f of gone) {
    const old = candidate(f, around.base, around, dilution);
    const seen = new Set<number>();
    for (const [caller] of heaviest(old.context, CONTEXTS, around.names)) {
      const block = blocks.get(caller) ?? [];
      const at = firstAtLeast(block, old.mass);
      for (const fresh of block.slice(Math.max(0, at - NEIGHBOURS / 2), at + NEIGHBOURS / 2)) {
        if (seen.has(fresh.func) || rejected(f, fresh.func)) continue;
        seen.add(fresh.func);
        const score = scoreOf(old, fresh);
        if (score >= SUGGEST) scored.push({ base: f, head: fresh.func, score, names: [old.name, fresh.name] });
      }
    }
  }
  scored.sort((a, b) => b.score - a.score || compare(a.names[0], b.names[0]) || compare(a.names[1], b.names[1]));
  const used = { base: new Set<number>(), head: new Set<number>() };
  return scored.filter(({ base, head }) => {
    if (used.base.has(base) || used.head.has(head)) return false;
    used.base.add(base);
    used.head.add(head);
    return true;
  });
}

function candidate(func: number, side: SideView, { nearest, common, names }: Surroundings, factor: number): Candidate {
  const leaves = side.leavesOf(func, common);
  const name = names[func] ?? '';
  return {
    func,
    name,
    mass: side.shareOf(func) * factor,
    context: side.contextOf(func, nearest),
    leaves,
    shape: nameShape(name),
    leaf: (leaves.get(SELF) ?? 0) > LEAF * side.inclusive[func]!,
  };
}

/** New functions by each of their contexts, sorted by mass. */
function blocksOf(fresh: readonly Candidate[]): Map<number, Candidate[]> {
  const blocks = new Map<number, Candidate[]>();
  for (const one of fresh.toSorted((a, b) => a.mass - b.mass || compare(a.name, b.name))) {
    for (const caller of one.context.keys()) {
      const block = blocks.get(caller);
      if (block === undefined) blocks.set(caller, [one]);
      else block.push(one);
    }
  }
  return blocks;
}

/** 0 when the pair is out of question. */
function scoreOf(old: Candidate, fresh: Candidate): number {
  const context = overlap(old.context, fresh.context);
  const leaves = overlap(old.leaves, fresh.leaves);
  const name = nameSimilarity(old.shape, fresh.shape);
  const mass = Math.min(old.mass, fresh.mass) / Math.max(old.mass, fresh.mass);
  const leaf = old.leaf && fresh.leaf;
  if (name < 0.3 && (leaf || context < 0.8 || leaves < 0.8)) return 0;
  const w = leaf ? LEAF_WEIGHTS : WEIGHTS;
  return w.context * context + w.leaves * leaves + w.name * name + w.mass * mass;
}

/** Position of the first candidate with at least this mass. */
function firstAtLeast(sorted: readonly Candidate[], mass: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.mass < mass) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
