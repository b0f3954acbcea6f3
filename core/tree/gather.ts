/**
 * Loops over columns of a tree. `from` of typed arrays says the same in a line and takes twenty times as long: it calls a
 * function for each element.
 */

/** `column` in another order: `result[i] = column[order[i]]`. */
export function gathered(column: Int32Array, order: Int32Array): Int32Array {
  const result = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) result[i] = column[order[i]!]!;
  return result;
}

/** Where `marks` is 1, ascending. */
export function marked(marks: Uint8Array): Int32Array {
  let count = 0;
  for (let i = 0; i < marks.length; i++) count += marks[i]!;
  const result = new Int32Array(count);
  for (let i = 0, to = 0; to < count; i++) if (marks[i] === 1) result[to++] = i;
  return result;
}
