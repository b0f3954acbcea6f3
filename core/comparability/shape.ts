import { problem } from '../model/problem.ts';
import type { Problem } from '../model/problem.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';

/** Part of a side that ends at its deepest level before that level looks like a limit (DIFF-SPEC 11). */
const CUT_SHARE = 0.01;
/** Shallow stacks end at one depth for good reasons. */
const LEAST_LIMIT = 24;
/** Without a limit the deepest levels thin out; at a limit what would lie below piles up. */
const PILED_UP = 3;
/** Part of a side that may begin with a frame which the other side never begins with. */
const COMMON_ROOTS = 0.9;

/**
 * What the shape of the stacks says about how they were recorded (DIFF-SPEC 11): stacks that were cut at a depth limit, and
 * sides that do not begin with the same frames, as with another unwinding (frame pointers against DWARF). `tree` is the
 * union of base and head. O(nodes).
 */
export function shapeProblems(tree: UnionTree): readonly Problem[] {
  const [base, head] = [tree.sides[0], tree.sides[1]];
  if (base === undefined || head === undefined || !(base.sum > 0 && head.sum > 0)) return [];
  return [...cutStacks(tree, base, 'base'), ...cutStacks(tree, head, 'head'), ...differentRoots(tree, base, head)];
}

function cutStacks(tree: UnionTree, side: SideValues, name: 'base' | 'head'): readonly Problem[] {
  let deepest = 0;
  for (let node = 0; node < tree.length; node++) {
    if (side.self[node]! > 0) deepest = Math.max(deepest, tree.depth[node]!);
  }
  if (deepest < LEAST_LIMIT) return [];
  const atDepth = new Float64Array(4);
  for (let node = 0; node < tree.length; node++) {
    const above = deepest - tree.depth[node]!;
    if (above < atDepth.length) atDepth[above] = atDepth[above]! + side.self[node]!;
  }
  const share = atDepth[0]! / side.sum;
  const before = Math.max(...atDepth.subarray(1));
  if (!(share > CUT_SHARE && atDepth[0]! > PILED_UP * before)) return [];
  return [problem('warning', 'stacks-cut', { facts: { side: name, depth: deepest, share } })];
}

function differentRoots(tree: UnionTree, base: SideValues, head: SideValues): readonly Problem[] {
  const roots = new Map<number, { base: number; head: number }>();
  for (let node = 1; node < tree.length; node = tree.end[node]!) {
    const func = tree.func[node]!;
    const found = roots.get(func) ?? { base: 0, head: 0 };
    roots.set(func, { base: found.base + base.total[node]!, head: found.head + head.total[node]! });
  }
  let [commonBase, commonHead] = [base.self[0]!, head.self[0]!];
  for (const { base: b, head: h } of roots.values()) {
    if (b > 0 && h > 0) {
      commonBase += b;
      commonHead += h;
    }
  }
  const [ofBase, ofHead] = [commonBase / base.sum, commonHead / head.sum];
  if (Math.min(ofBase, ofHead) >= COMMON_ROOTS) return [];
  return [problem('warning', 'roots-differ', { facts: { base: ofBase, head: ofHead } })];
}
