import type { Pane } from '../state/scene.ts';

/** A frame is easy to see from this fraction of the window on, and within this many rows. */
const EASY_SHARE = 0.02;
const EASY_ROWS = 200;

/** The focus from which `node` can be seen well: the present one if it can be, else the outermost ancestor that does. */
export function revealed({ analysis, layout }: Pane, node: number, present: number): number {
  const { tree } = analysis.comparison;
  const weights = analysis.weights(layout);
  const width = weights[node] ?? 0;
  const isEasyFrom = (from: number) =>
    node >= from &&
    node < (tree.end[from] ?? 0) &&
    width >= EASY_SHARE * (weights[from] ?? 1) &&
    (tree.depth[node] ?? 0) - (tree.depth[from] ?? 0) <= EASY_ROWS;
  if (isEasyFrom(present)) return present;
  let best = node;
  for (let up = tree.parent[node] ?? -1; up >= 0 && isEasyFrom(up); up = tree.parent[up] ?? -1) best = up;
  return best;
}

/** The next ancestor that is wider, so that zooming out changes what is seen; the root at last. */
export function widerAncestor({ analysis, layout }: Pane, node: number): number {
  const { tree } = analysis.comparison;
  const weights = analysis.weights(layout);
  const width = weights[node] ?? 0;
  let up = tree.parent[node] ?? -1;
  while (up > 0 && (weights[up] ?? 0) <= width * 1.001) up = tree.parent[up] ?? -1;
  return Math.max(0, up);
}
