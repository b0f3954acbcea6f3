import type { Comparison } from './comparison.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';

/**
 * How much of each side is spent in a subsystem. A frame can be in several (`innodb.mutex` and `lock-wait`), and then
 * counts in each: the rows do not add up to the whole.
 */
export interface Subsystem {
  /** Tag of the rules; null for stacks without a tagged frame. */
  readonly tag: string | null;
  /** Counts of stacks whose innermost tagged frame has the tag: where the time is spent. */
  readonly base: number;
  readonly head: number;
  /** Counts of stacks with such a frame anywhere: also what the subsystem had others do for it. */
  readonly baseInclusive: number;
  readonly headInclusive: number;
}

/** Largest head or base first; without any tag in the comparison none. O(nodes × tags). */
export function subsystemsOf({ tree, functionTags }: Pick<Comparison, 'tree' | 'functionTags'>): readonly Subsystem[] {
  const functionsOf = new Map<string, Set<number>>();
  for (const [func, tags] of functionTags.entries()) {
    for (const tag of tags) {
      const functions = functionsOf.get(tag) ?? new Set<number>();
      functionsOf.set(tag, functions.add(func));
    }
  }
  if (functionsOf.size === 0) return [];
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  const innermost = innermostTagged(tree, functionTags);
  const [ownBase, ownHead] = [
    ownByTag(innermost, base.self, functionTags),
    ownByTag(innermost, head.self, functionTags),
  ];
  const rows: Subsystem[] = Array.from(functionsOf, ([tag, functions]) => ({
    tag,
    base: ownBase.get(tag) ?? 0,
    head: ownHead.get(tag) ?? 0,
    ...inclusive(tree, functions),
  }));
  const [untaggedBase, untaggedHead] = [ownBase.get(null) ?? 0, ownHead.get(null) ?? 0];
  const rest = { base: untaggedBase, head: untaggedHead, baseInclusive: untaggedBase, headInclusive: untaggedHead };
  const most = (row: Subsystem) => Math.max(row.base / base.sum, row.head / head.sum);
  rows.sort((a, b) => most(b) - most(a) || (String(a.tag) < String(b.tag) ? -1 : 1));
  return [...rows, { tag: null, ...rest }];
}

/** By node: the function of the nearest frame with a tag, itself or a caller; -1 when there is none. */
function innermostTagged({ length, func, parent }: UnionTree, tags: Comparison['functionTags']): Int32Array {
  const nearest = new Int32Array(length).fill(-1);
  for (let node = 1; node < length; node++) {
    const own = func[node]!;
    nearest[node] = (tags[own]?.length ?? 0) > 0 ? own : nearest[parent[node]!]!;
  }
  return nearest;
}

function ownByTag(
  innermost: Int32Array,
  self: Float64Array,
  tags: Comparison['functionTags'],
): ReadonlyMap<string | null, number> {
  const byFunction = new Map<number, number>();
  for (let node = 0; node < self.length; node++) {
    if (self[node] === 0) continue;
    byFunction.set(innermost[node]!, (byFunction.get(innermost[node]!) ?? 0) + self[node]!);
  }
  const byTag = new Map<string | null, number>();
  for (const [func, value] of byFunction) {
    for (const tag of func < 0 ? [null] : (tags[func] ?? [])) byTag.set(tag, (byTag.get(tag) ?? 0) + value);
  }
  return byTag;
}

/** Totals of the outermost nodes of `functions`: each stack once, however often they recur in it. */
function inclusive(
  { length, func, end, sides }: UnionTree,
  functions: ReadonlySet<number>,
): Pick<Subsystem, 'baseInclusive' | 'headInclusive'> {
  let [baseInclusive, headInclusive] = [0, 0];
  for (let node = 1; node < length; ) {
    if (!functions.has(func[node]!)) {
      node++;
      continue;
    }
    baseInclusive += sides[BASE]!.total[node]!;
    headInclusive += sides[HEAD]!.total[node]!;
    node = end[node]!;
  }
  return { baseInclusive, headInclusive };
}

/** Tags by function of the tree from what the rules said of the names of each run. */
export function functionTagsOf(
  names: readonly string[],
  runs: readonly ReadonlyMap<string, readonly string[]>[],
): Comparison['functionTags'] {
  return names.map((name) => runs.find((tags) => tags.has(name))?.get(name) ?? NO_TAGS);
}

const NO_TAGS: readonly string[] = [];
