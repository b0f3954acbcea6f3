/** The opened part of a tree as a list of rows: what a treegrid shows. */
import type { UnionTree } from '../../core/tree/union.ts';

/** Nodes that are open from the start: those wider than this part of the whole, as long as they are few. */
const OPEN_FROM = 0.05;
const MOST_OPEN = 60;

/** Children in the order of their weights, heaviest first; those without a weight are left out. */
function childrenOf(
  { end }: Pick<UnionTree, 'end'>,
  weights: Float64Array,
  minWeight: number,
  node: number,
): readonly number[] {
  const children: number[] = [];
  for (let child = node + 1; child < (end[node] ?? 0); child = end[child] ?? 0)
    if ((weights[child] ?? 0) > 0 && (weights[child] ?? 0) >= minWeight) children.push(child);
  return children.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
}

/** Visible rows in order, from `top` down. Without recursion: a tree may be 100,000 deep. */
export function openRows(
  tree: Pick<UnionTree, 'end'>,
  weights: Float64Array,
  { top, open, minWeight }: { readonly top: number; readonly open: ReadonlySet<number>; readonly minWeight: number },
): Int32Array {
  const rows: number[] = [];
  const ahead = [top];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    rows.push(node);
    if (!open.has(node)) continue;
    const children = childrenOf(tree, weights, minWeight, node);
    for (let i = children.length - 1; i >= 0; i--) ahead.push(children[i] ?? 0);
  }
  return Int32Array.from(rows);
}

/** `top` and what is heavy below it. */
export function firstOpen(tree: Pick<UnionTree, 'end'>, weights: Float64Array, top: number): ReadonlySet<number> {
  const open = new Set<number>();
  const ahead = [top];
  const least = OPEN_FROM * (weights[top] ?? 0);
  for (let node = ahead.pop(); node !== undefined && open.size < MOST_OPEN; node = ahead.pop()) {
    open.add(node);
    ahead.push(...childrenOf(tree, weights, least, node).toReversed());
  }
  return open;
}
