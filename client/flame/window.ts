/** From the visible frames of `core/layout` to the bars of the picture, with handles where a deep tree is cut. */
import { coarserFrames, visibleFrames } from '../../core/layout/flame-layout.ts';
import type { VisibleFrames, WindowPart } from '../../core/layout/flame-layout.ts';
import { visible } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import type { FunctionTable, UnionTree } from '../../core/tree/union.ts';
import { ROOT_LABEL } from '../model/facts.ts';
import type { FlameBar, FlameWindow } from './flame-view.ts';

/** Rows below the focus. A drawer may recurse over rows, and nobody scrolls further than to the next handle. */
const MAX_DEPTH = 240;
/** Callers shown above the focus, beside the root; the others are behind a handle. */
const MAX_ANCESTORS = 12;

/** How fine a drawer can draw. */
export interface Fineness {
  /** More is too slow for the drawer. */
  readonly maxFrames: number;
  /** Narrower frames are left out, in CSS pixels. */
  readonly minPixels: number;
}

export interface WindowRequest {
  readonly tree: UnionTree;
  /** Of `layoutWeights`. */
  readonly weights: Float64Array;
  /** All of the tree as it was laid out before, where the whole tree has not arrived; null else. */
  readonly laidOut: VisibleFrames | null;
  readonly focus: number;
  /** Outermost node that is shown above the focus. */
  readonly top: number;
  /** Part of the focus in sight; null for all of it. */
  readonly part: WindowPart | null;
  /** Width in CSS pixels. */
  readonly pixels: number;
  readonly fineness: Fineness;
  /** Frames with a smaller weight are left out, however wide they are drawn; 0 for no such wish. */
  readonly minWeight: number;
  readonly direction: FlameWindow['direction'];
}

export interface WindowResult extends FlameWindow {
  /** Nodes of the focus that are too narrow to be drawn. */
  readonly hiddenNodes: number;
}

export function windowOf(request: WindowRequest): WindowResult {
  const { tree, weights, laidOut, focus, top: outermost, part, pixels, fineness, minWeight, direction } = request;
  const shown = (laidOut === null ? (weights[focus] ?? 0) : 1) * (part === null ? 1 : part.to - part.from);
  const cut = {
    minShare: Math.max(fineness.minPixels / Math.max(1, pixels), shown > 0 ? Math.min(1, minWeight / shown) : 0),
    maxFrames: fineness.maxFrames,
  };
  const frames =
    laidOut === null
      ? visibleFrames(tree, weights, { ...cut, focus, ...(part === null ? {} : { part }), maxDepth: MAX_DEPTH })
      : coarserFrames(laidOut, cut);
  const bars = ancestorBars(
    tree,
    frames.ancestors.filter((node) => node >= outermost),
  );
  const top = bars.length;
  let rows = top + 1;
  // Last bar of each row: the frames come in preorder, so it is the parent of what follows one row below.
  const lastOfRow: number[] = [];
  for (let i = 0; i < frames.length; i++) {
    const node = frames.node[i]!;
    const row = frames.depth[i]!;
    // Cut at the edges, so that the label stands in the part that is in sight.
    const isCut = part !== null && (frames.x[i]! < 0 || frames.x[i]! + frames.width[i]! > 1);
    const x = Math.max(0, frames.x[i]!);
    const width = isCut ? Math.min(1, frames.x[i]! + frames.width[i]!) - x : frames.width[i]!;
    const at = bars.length;
    lastOfRow[row] = at;
    bars.push({
      kind: 'frame',
      node,
      x,
      width,
      row: top + row,
      parent: row === 0 ? top - 1 : (lastOfRow[row - 1] ?? -1),
      label: labelOf(tree, node),
    });
    rows = Math.max(rows, top + row + 1);
    if (frames.deeper[i] !== 1) continue;
    const label = `… ${plural(heightOf(tree, node), 'frame')} deeper`;
    bars.push({ kind: 'deeper', node, x, width, row: top + row + 1, parent: at, label });
    rows = Math.max(rows, top + row + 2);
  }
  if (frames.length === 0)
    bars.push({ kind: 'frame', node: focus, x: 0, width: 1, row: top, parent: top - 1, label: labelOf(tree, focus) });
  return { tree, bars, rows, direction, part, hiddenNodes: frames.hiddenNodes };
}

function ancestorBars(tree: UnionTree, ancestors: readonly number[]): FlameBar[] {
  const bars: FlameBar[] = [];
  const push = (kind: FlameBar['kind'], node: number, label: string) => {
    bars.push({ kind, node, x: 0, width: 1, row: bars.length, parent: bars.length - 1, label });
  };
  const hidden = ancestors.length - 1 - MAX_ANCESTORS;
  for (const [i, node] of ancestors.entries()) {
    if (hidden <= 0 || i === 0 || i > hidden) {
      push('ancestor', node, labelOf(tree, node));
    } else if (i === hidden) {
      // One window up, so that walking up a deep tree takes as many steps as walking down.
      const target = ancestors[Math.max(1, hidden - MAX_DEPTH + MAX_ANCESTORS)] ?? 0;
      push('above', target, `… ${plural(hidden, 'frame')} above`);
    }
  }
  return bars;
}

/** By function, once it was asked for: pictures follow each other sixty times a second. */
const labels = new WeakMap<FunctionTable, (string | undefined)[]>();

function labelOf({ func, functions }: UnionTree, node: number): string {
  const at = func[node] ?? -1;
  if (at < 0) return ROOT_LABEL;
  let known = labels.get(functions);
  if (known === undefined) labels.set(functions, (known = []));
  return (known[at] ??= visible(functions.names[at] ?? ''));
}

/** Rows below `node` in the whole tree. */
function heightOf({ depth, end }: UnionTree, node: number): number {
  let deepest = depth[node]!;
  for (let v = node + 1; v < end[node]!; v++) deepest = Math.max(deepest, depth[v]!);
  return deepest - depth[node]!;
}
