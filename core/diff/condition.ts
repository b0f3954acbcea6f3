/** Self cells of both sides as shares, by node. */
export interface Cells {
  readonly base: Float64Array;
  readonly head: Float64Array;
}

/** 1 - B as a sum: a difference would lose the digits of a small rest. */
export function restOf(x: Float64Array, cells: Uint8Array): number {
  let rest = 0;
  for (let node = 0; node < x.length; node++) if (cells[node] === 0) rest += x[node]!;
  return rest;
}

/**
 * Takes the change of a region out: the side with more of it is scaled inside to the share of the other, and outside so
 * that it still sums to 1.
 */
export function removeChange(
  x: Cells,
  cells: Uint8Array,
  { base: B, head: H }: { readonly base: number; readonly head: number },
  rest: { readonly base: number; readonly head: number },
): void {
  const grew = H > B;
  const column = grew ? x.head : x.base;
  const inside = grew ? B / H : H / B;
  const outside = grew ? rest.base / rest.head : rest.head / rest.base;
  for (let node = 0; node < column.length; node++) {
    column[node] = column[node]! * (cells[node] === 1 ? inside : outside);
  }
}
