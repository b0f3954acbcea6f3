import { cellsOutside, scaleOver, sumOver } from './cells.ts';
import type { CellRanges } from './cells.ts';
import type { SideValues } from '../tree/union.ts';

/** Self cells of both sides as shares, by node. */
export interface Cells {
  readonly base: Float64Array;
  readonly head: Float64Array;
}

/** The self cells of a side that has samples, as shares. */
export function sharesOf({ self, sum }: SideValues): Float64Array {
  const shares = new Float64Array(self.length);
  for (let node = 0; node < self.length; node++) shares[node] = self[node]! / sum;
  return shares;
}

/** 1 - B as a sum: a difference would lose the digits of a small rest. */
export function restOf(x: Float64Array, cells: CellRanges): number {
  return sumOver(x, cellsOutside(cells, x.length));
}

/**
 * Takes the change of a region out: the side with more of it is scaled inside to the share of the other, and outside so
 * that it still sums to 1.
 */
export function removeChange(
  x: Cells,
  cells: CellRanges,
  { base: B, head: H }: { readonly base: number; readonly head: number },
  rest: { readonly base: number; readonly head: number },
): void {
  const grew = H > B;
  const column = grew ? x.head : x.base;
  scaleOver(column, cells, grew ? B / H : H / B);
  scaleOver(column, cellsOutside(cells, column.length), grew ? rest.base / rest.head : rest.head / rest.base);
}
