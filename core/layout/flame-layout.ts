import type { UnionTree } from '../tree/union.ts';
import { BASE, HEAD } from '../tree/union.ts';

/** Whose widths the picture has. `union` shows every frame of either side, vanished ones with their base width. */
export type LayoutMode = 'union' | 'base' | 'head';

/**
 * Width of every node as a fraction of the root's, by node. A side without samples has no widths: all 0.
 *
 * In union layout a stack is as wide as the larger of its two shares, so frames that exist on one side only keep their
 * place; the root is scaled back to 1. `worth` says what one count of each side is worth instead of its share, in a view
 * of absolute cost (DIFF-SPEC 2).
 */
export function layoutWeights(
  tree: UnionTree,
  mode: LayoutMode,
  worth: { readonly base: number; readonly head: number } | null = null,
): Float64Array {
  const base = tree.sides[BASE];
  const head = tree.sides[HEAD] ?? base;
  if (base === undefined || head === undefined) return new Float64Array(tree.length);
  if (mode !== 'union') {
    const side = mode === 'base' ? base : head;
    return scaled(side.total, side.sum);
  }
  const weights = new Float64Array(tree.length);
  const perBase = worth?.base ?? (base.sum > 0 ? 1 / base.sum : 0);
  const perHead = worth?.head ?? (head.sum > 0 ? 1 / head.sum : 0);
  for (let node = 0; node < tree.length; node++) {
    weights[node] = Math.max(base.self[node]! * perBase, head.self[node]! * perHead);
  }
  // All in one array: touching new memory costs more than the sums.
  for (let node = tree.length - 1; node > 0; node--) {
    const up = tree.parent[node]!;
    weights[up] = weights[up]! + weights[node]!;
  }
  const whole = weights[0]!;
  if (whole > 0) for (let node = 0; node < tree.length; node++) weights[node] = weights[node]! / whole;
  return weights;
}

function scaled(total: Float64Array, whole: number): Float64Array {
  return whole > 0 ? total.map((value) => value / whole) : new Float64Array(total.length);
}

export interface WindowPart {
  /** Edges as fractions of the focus: 0 is its left one, 1 its right one. */
  readonly from: number;
  readonly to: number;
}

export interface LayoutWindow {
  /** Node that fills the width; 0 shows everything. */
  readonly focus: number;
  /** Part of the focus that fills the width; all of it when absent. */
  readonly part?: WindowPart;
  /** Frames narrower than this fraction of the window are left out. */
  readonly minShare: number;
  /** The cut is raised until at most this many frames remain. */
  readonly maxFrames: number;
  /** Rows below the focus; deeper frames are left out and their last drawn ancestor is marked in `deeper`. */
  readonly maxDepth: number;
}

/** The frames to draw, in preorder. All columns have `length` entries. */
export interface VisibleFrames {
  readonly length: number;
  readonly node: Int32Array;
  /** Left edge and width as fractions of the window; what reaches out of the window on either side is not cut off. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  /** Row below the focus, which has 0. */
  readonly depth: Int32Array;
  /** 1 where children exist that only `maxDepth` left out. */
  readonly deeper: Uint8Array;
  /** Path from the root down to the parent of the focus, for the bars above the window. */
  readonly ancestors: readonly number[];
  /** What is not drawn because it is narrow: number of nodes, and the fraction from which frames are drawn. */
  readonly hiddenNodes: number;
  readonly minShare: number;
}

/**
 * Frames of a window, wide enough to be seen. Skips whole subtrees, so the cost is the drawn frames plus their narrow
 * siblings, not the tree.
 */
export function visibleFrames(
  tree: Pick<UnionTree, 'parent' | 'end' | 'depth' | 'length'>,
  weights: Float64Array,
  window: LayoutWindow,
): VisibleFrames {
  const { focus } = window;
  const whole = weights[focus] ?? 0;
  const ancestors = pathTo(tree.parent, focus);
  if (!(whole > 0)) return { ...emptyColumns(), ancestors, hiddenNodes: 0, minShare: window.minShare };
  const found = collect(tree, weights, window, window.minShare);
  if (found.length <= window.maxFrames) return { ...found, ancestors, minShare: window.minShare };
  const minShare = widthOfRank(found.width, window.maxFrames);
  return { ...collect(tree, weights, window, minShare), ancestors, minShare };
}

/**
 * What `visibleFrames` gives for a coarser cut, from frames of the same window that it gave before: for any `minShare`
 * from theirs on and at most as many frames. Frames that are cut off at `maxDepth` stay so.
 */
export function coarserFrames(
  frames: VisibleFrames,
  { minShare, maxFrames }: Pick<LayoutWindow, 'minShare' | 'maxFrames'>,
): VisibleFrames {
  const wide = atLeast(frames, Math.max(minShare, frames.minShare));
  return wide.length <= maxFrames ? wide : atLeast(wide, widthOfRank(wide.width, maxFrames));
}

function atLeast(frames: VisibleFrames, minShare: number): VisibleFrames {
  const kept = Int32Array.from(frames.width.keys()).filter((i) => frames.width[i]! >= minShare);
  if (kept.length === frames.length) return { ...frames, minShare };
  const taken = <T extends Int32Array | Float64Array | Uint8Array>(column: T, into: T): T => {
    for (const [to, from] of kept.entries()) into[to] = column[from]!;
    return into;
  };
  return {
    length: kept.length,
    node: taken(frames.node, new Int32Array(kept.length)),
    x: taken(frames.x, new Float64Array(kept.length)),
    width: taken(frames.width, new Float64Array(kept.length)),
    depth: taken(frames.depth, new Int32Array(kept.length)),
    deeper: taken(frames.deeper, new Uint8Array(kept.length)),
    ancestors: frames.ancestors,
    hiddenNodes: frames.hiddenNodes + frames.length - kept.length,
    minShare,
  };
}

type Columns = Omit<VisibleFrames, 'ancestors' | 'minShare'>;

function emptyColumns() {
  return {
    length: 0,
    node: new Int32Array(0),
    x: new Float64Array(0),
    width: new Float64Array(0),
    depth: new Int32Array(0),
    deeper: new Uint8Array(0),
  };
}

function collect(
  tree: Pick<UnionTree, 'end' | 'depth' | 'length'>,
  weights: Float64Array,
  { focus, maxDepth, part }: LayoutWindow,
  minShare: number,
): Columns {
  const whole = weights[focus]!;
  const [from, to] = part === undefined ? [0, whole] : [part.from * whole, part.to * whole];
  const scale = 1 / (to - from);
  const cut = minShare * (to - from);
  const last = tree.end[focus]!;
  const top = tree.depth[focus]!;
  const node: number[] = [];
  const x: number[] = [];
  const width: number[] = [];
  const depth: number[] = [];
  const deeper: number[] = [];
  // Left edge of the next frame, by row: a frame's children start at its own left edge.
  const edge = new Float64Array(maxDepth + 2);
  let hiddenNodes = 0;
  for (let v = focus; v < last; ) {
    const row = tree.depth[v]! - top;
    const weight = weights[v]!;
    const end = tree.end[v]!;
    const left = edge[row]!;
    // In preorder no left edge is smaller than one before it: from here on everything is beyond the window.
    if (left >= to && v > focus && weight > 0) break;
    edge[row] = left + weight;
    if (left + weight <= from && weight > 0) {
      v = end;
      continue;
    }
    if (weight < cut || weight === 0) {
      hiddenNodes += end - v;
      v = end;
      continue;
    }
    node.push(v);
    x.push((left - from) * scale);
    width.push(weight * scale);
    depth.push(row);
    const isBottom = row >= maxDepth;
    deeper.push(isBottom && end > v + 1 ? 1 : 0);
    edge[row + 1] = left;
    v = isBottom ? end : v + 1;
  }
  return {
    length: node.length,
    node: Int32Array.from(node),
    x: Float64Array.from(x),
    width: Float64Array.from(width),
    depth: Int32Array.from(depth),
    deeper: Uint8Array.from(deeper),
    hiddenNodes,
  };
}

/**
 * A cut that keeps at most `rank` of the given widths. Frames as wide as the first one left out go as well, so equal
 * frames share one fate; a chain in which all are equal is kept up to its depth limit by the caller.
 */
function widthOfRank(width: Float64Array, rank: number): number {
  const sorted = width.slice().sort();
  const leftOut = sorted[sorted.length - 1 - rank] ?? 0;
  const widest = sorted[sorted.length - 1] ?? 0;
  // Just above `leftOut`, but never above the focus itself.
  return Math.min(leftOut * (1 + 1e-12), widest);
}

/** Nodes from the root (inclusive) down to the parent of `node`. */
export function pathTo(parent: Int32Array, node: number): number[] {
  const path: number[] = [];
  for (let up = parent[node] ?? -1; up >= 0; up = parent[up]!) path.push(up);
  return path.reverse();
}
