import type { RegionKind } from './comparison.ts';
import type { UnionTree } from '../tree/union.ts';

/** Order of preference between equal readings (DIFF-SPEC 5, 12.14). */
export const REGION_KINDS: readonly RegionKind[] = ['N', 'S', 'F', 'G', 'E'];

/**
 * Numbers of the caller -> callee edges of a tree. An edge stands where the callee is the outermost occurrence of its
 * function; a root frame has no caller, and its edge would be its subtree.
 */
export interface EdgeIndex {
  readonly length: number;
  readonly caller: Int32Array;
  readonly callee: Int32Array;
  /** Edge that leads into each node, or -1. */
  readonly ofNode: Int32Array;
}

/** Interns the edges by integer hashing, O(nodes). */
export function edgesOf(tree: UnionTree): EdgeIndex {
  const { length, parent, func, outermost } = tree;
  const ofNode = new Int32Array(length).fill(-1);
  let caller = new Int32Array(256);
  let callee = new Int32Array(256);
  let count = 0;
  let table = new Int32Array(1024).fill(-1);
  const slotOf = (from: number, to: number): number => {
    const mask = table.length - 1;
    const mixed = Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let edge = table[slot]!; edge !== -1; edge = table[slot]!) {
      if (caller[edge] === from && callee[edge] === to) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let node = 1; node < length; node++) {
    const from = func[parent[node]!]!;
    if (outermost[node] === 0 || from < 0) continue;
    const to = func[node]!;
    const slot = slotOf(from, to);
    const known = table[slot]!;
    if (known !== -1) {
      ofNode[node] = known;
      continue;
    }
    if (count === caller.length) {
      caller = doubled(caller);
      callee = doubled(callee);
    }
    caller[count] = from;
    callee[count] = to;
    table[slot] = count;
    ofNode[node] = count++;
    if (count * 2 > table.length) {
      table = new Int32Array(table.length * 2).fill(-1);
      for (let edge = 0; edge < count; edge++) table[slotOf(caller[edge]!, callee[edge]!)] = edge;
    }
  }
  return { length: count, caller: caller.slice(0, count), callee: callee.slice(0, count), ofNode };
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}

/** Masses of all regions of both sides, by kind: filled anew each round, never reallocated. */
export interface RegionMasses {
  readonly base: SideMasses;
  readonly head: SideMasses;
}

/** N by node, F and G by function, E by edge. The masses of S are the self cells themselves. */
export interface SideMasses {
  readonly N: Float64Array;
  readonly F: Float64Array;
  readonly G: Float64Array;
  readonly E: Float64Array;
}

export function emptyMasses(tree: UnionTree, edges: EdgeIndex): SideMasses {
  return {
    N: new Float64Array(tree.length),
    F: new Float64Array(tree.functions.length),
    G: new Float64Array(tree.functions.length),
    E: new Float64Array(edges.length),
  };
}

/**
 * Sums the self cells `x` into the masses of all regions in one loop from the end: when a node is met, its subtree has
 * been added to it. O(nodes + functions + edges).
 */
export function measure(tree: UnionTree, edges: EdgeIndex, x: Float64Array, masses: SideMasses): void {
  const { parent, func, outermost } = tree;
  const { N, F, G, E } = masses;
  const edgeOf = edges.ofNode;
  N.set(x);
  F.fill(0);
  G.fill(0);
  E.fill(0);
  for (let node = x.length - 1; node > 0; node--) {
    const total = N[node]!;
    const own = x[node]!;
    const f = func[node]!;
    // Each side lacks many nodes of the other, and inner nodes seldom have cells: nothing is to be added there.
    if (own !== 0) G[f] = G[f]! + own;
    if (total === 0) continue;
    const up = parent[node]!;
    N[up] = N[up]! + total;
    if (outermost[node] === 0) continue;
    F[f] = F[f]! + total;
    const edge = edgeOf[node]!;
    if (edge !== -1) E[edge] = E[edge]! + total;
  }
}

/** A region by its kind and number: a node for N and S, a function for F and G, an edge for E. */
export interface Region {
  readonly kind: RegionKind;
  readonly id: number;
}
