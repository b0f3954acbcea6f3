/**
 * Puts a tree with parents before children into preorder, children in code unit order of their names. Linear in the
 * nodes: names are ranked once, nodes are dealt to their parents in rank order, then walked without recursion.
 *
 * `order[new] = old`, `rank[old] = new`; `parent`, `end` and `depth` are in the new order.
 */
export interface Preorder {
  readonly order: Int32Array;
  readonly rank: Int32Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly depth: Int32Array;
}

export function preorderOf(parent: Int32Array, frame: Int32Array, names: readonly string[]): Preorder {
  const length = parent.length;
  const { first, next } = childLists(parent, nodesByName(frame, names));
  const order = new Int32Array(length);
  const rank = new Int32Array(length);
  const end = new Int32Array(length);
  const newParent = new Int32Array(length);
  const depth = new Int32Array(length);
  newParent[0] = -1;
  let count = 0;
  let node = 0;
  // `node` walks the old numbering: down to a first child, else over to the next sibling of the nearest ancestor.
  for (;;) {
    const at = count++;
    order[at] = node;
    rank[node] = at;
    if (node !== 0) {
      const up = rank[parent[node]!]!;
      newParent[at] = up;
      depth[at] = depth[up]! + 1;
    }
    if (first[node] !== 0) {
      node = first[node]!;
      continue;
    }
    end[at] = count;
    while (node !== 0 && next[node] === 0) {
      node = parent[node]!;
      end[rank[node]!] = count;
    }
    if (node === 0) break;
    node = next[node]!;
  }
  return { order, rank, parent: newParent, end, depth };
}

/** Indices of the names in the order in which children stand. */
export function inCodeUnitOrder(names: readonly string[]): Int32Array {
  return Int32Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : a - b));
}

/** All nodes but the root, by name of their frame: a counting sort over the ranks of the names. */
function nodesByName(frame: Int32Array, names: readonly string[]): Int32Array {
  const rankOfFrame = new Int32Array(names.length);
  for (const [rank, f] of inCodeUnitOrder(names).entries()) rankOfFrame[f] = rank;
  const start = new Int32Array(names.length + 1);
  for (let node = 1; node < frame.length; node++) start[rankOfFrame[frame[node]!]! + 1]!++;
  for (let rank = 0; rank < names.length; rank++) start[rank + 1] = start[rank + 1]! + start[rank]!;
  const byName = new Int32Array(Math.max(0, frame.length - 1));
  for (let node = 1; node < frame.length; node++) {
    const rank = rankOfFrame[frame[node]!]!;
    byName[start[rank]!] = node;
    start[rank] = start[rank]! + 1;
  }
  return byName;
}

/** Sibling lists in name order: dealt from the last name to the first, each to the front of its parent's list. */
function childLists(parent: Int32Array, byName: Int32Array): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(parent.length);
  const next = new Int32Array(parent.length);
  for (let i = byName.length - 1; i >= 0; i--) {
    const node = byName[i]!;
    const up = parent[node]!;
    next[node] = first[up]!;
    first[up] = node;
  }
  return { first, next };
}
