import type { EdgeIndex, Region } from './regions.ts';
import type { UnionTree } from '../tree/union.ts';

/**
 * Some self cells of a tree as ranges [start, end) of its nodes, apart and in order. Regions are subtrees or single nodes,
 * so a few ranges stand for what would be a mark on each of a million nodes.
 */
export interface CellRanges {
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** The self cells of a region: a subtree for N, one node for S, single nodes for G, subtrees for F and E. */
export function cellsOf({ length, end, func, outermost }: UnionTree, edges: EdgeIndex, region: Region): CellRanges {
  const { kind, id } = region;
  if (kind === 'N') return { start: [id], end: [end[id]!] };
  if (kind === 'S') return { start: [id], end: [id + 1] };
  const owner = kind === 'E' ? edges.ofNode : func;
  const cells = { start: [] as number[], end: [] as number[] };
  for (let node = 1; node < length; node++) {
    if (owner[node] !== id || (kind !== 'G' && outermost[node] === 0)) continue;
    cells.start.push(node);
    cells.end.push(kind === 'G' ? node + 1 : end[node]!);
  }
  return cells;
}

/** All other cells of a tree of `length` nodes. */
export function cellsOutside({ start, end }: CellRanges, length: number): CellRanges {
  return { start: [0, ...end], end: [...start, length] };
}

/** In the order of the nodes, so that the same cells give the same double. */
export function sumOver(column: Float64Array, { start, end }: CellRanges): number {
  let sum = 0;
  for (let range = 0; range < start.length; range++) {
    for (let node = start[range]!; node < end[range]!; node++) sum += column[node]!;
  }
  return sum;
}

export function scaleOver(column: Float64Array, { start, end }: CellRanges, factor: number): void {
  for (let range = 0; range < start.length; range++) {
    for (let node = start[range]!; node < end[range]!; node++) column[node] = column[node]! * factor;
  }
}
