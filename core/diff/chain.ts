import type { UnionTree } from '../tree/union.ts';

/** Frames whose masses agree within this part of theirs are one explanation (DIFF-SPEC 5). */
const AGREE = 0.02;

/**
 * The run of ancestors and single heavy descendants of `node` whose B and H agree with its own within 2 %: samples cannot
 * tell which of these frames changed. `entry` is the outermost, `focus` the innermost.
 */
export function chainOf(
  tree: UnionTree,
  base: Float64Array,
  head: Float64Array,
  node: number,
): { readonly entry: number; readonly focus: number } {
  const B = base[node]!;
  const H = head[node]!;
  const agrees = (other: number) => Math.abs(base[other]! - B) + Math.abs(head[other]! - H) <= AGREE * (B + H);
  let entry = node;
  while (tree.parent[entry]! > 0 && agrees(tree.parent[entry]!)) entry = tree.parent[entry]!;
  let focus = node;
  for (let child = node + 1; child < tree.end[focus]!; ) {
    if (agrees(child)) {
      focus = child;
      child = focus + 1;
    } else child = tree.end[child]!;
  }
  return { entry, focus };
}
