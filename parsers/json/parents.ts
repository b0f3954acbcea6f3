/**
 * The rows of a table of parents in an order in which every parent comes before its children; a negative parent is none.
 * Null when rows are their own ancestors. Linear, without recursion.
 */
export function parentsFirst(parents: Int32Array): Int32Array | null {
  const order = new Int32Array(parents.length);
  const isPlaced = new Uint8Array(parents.length);
  const waiting: number[] = [];
  let placed = 0;
  for (let row = 0; row < parents.length; row++) {
    for (let at = row; at >= 0 && isPlaced[at] === 0; at = parents[at]!) {
      if (waiting.length > parents.length) return null;
      waiting.push(at);
    }
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      order[placed++] = at;
      isPlaced[at] = 1;
    }
  }
  return order;
}
