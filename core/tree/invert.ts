import { DEFAULT_BUILD_LIMITS } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { inCodeUnitOrder } from './preorder.ts';
import { reshapedTree } from './regrow.ts';
import type { UnionTree } from './union.ts';

/**
 * The same stacks, leaf first: the children of the root are the functions that ran, below them who called them. Its size
 * is at most the sum of the depths of all stacks; past the limits it is a fault.
 *
 * All stacks are walked towards their root together and dealt by function at each step, so the nodes come in preorder:
 * O(size · log of the stacks that share a node).
 */
export function invertedTree(tree: UnionTree, limits: BuildLimits = DEFAULT_BUILD_LIMITS): Result<UnionTree, Fault> {
  const { maxNodes } = limits;
  const ends = stackEnds(tree);
  const mostNodes = Math.min(maxNodes, 1 + ends.reduce((sum, end) => sum + tree.depth[end]!, 0));
  const shape = {
    parent: new Int32Array(mostNodes),
    depth: new Int32Array(mostNodes),
    func: new Int32Array(mostNodes),
  };
  const image = new Int32Array(tree.length).fill(-1);
  image[0] = 0;
  shape.parent[0] = -1;
  shape.func[0] = -1;
  const functionOfRank = inCodeUnitOrder(tree.functions.names);
  const rankOf = new Int32Array(tree.functions.length);
  for (const [rank, func] of functionOfRank.entries()) rankOf[func] = rank;

  // Each stack is at the node `at` of the tree; stacks that share a node of the result stand side by side.
  const stack = ends;
  const at = ends.slice();
  const before = { stack: new Int32Array(ends.length), at: new Int32Array(ends.length) };
  const keys = new Float64Array(ends.length);
  // Groups of stacks that have a node to be made: [first, one past the last, parent of the node], the next one on top.
  const groups: number[] = [];

  /** Deals the stacks [from, to) by the function that each is at; those at the root have ended in `node`. */
  const deal = (from: number, to: number, node: number): void => {
    let count = 0;
    for (let i = from; i < to; i++) {
      before.stack[i] = stack[i]!;
      before.at[i] = at[i]!;
      if (at[i] === 0) image[stack[i]!] = node;
      // Rank and place in one number: sorting numbers needs no comparing function.
      else keys[from + count++] = rankOf[tree.func[at[i]!]!]! * PLACES + i;
    }
    if (count > 1) keys.subarray(from, from + count).sort();
    const pushed = groups.length;
    let first = from;
    for (let k = from; k < from + count; k++) {
      const i = keys[k]! % PLACES;
      stack[k] = before.stack[i]!;
      at[k] = before.at[i]!;
      const isLast = k + 1 === from + count || tree.func[at[k]!] !== tree.func[before.at[keys[k + 1]! % PLACES]!];
      if (!isLast) continue;
      groups.push(node, k + 1, first);
      first = k + 1;
    }
    // The first group is to be on top, as [parent, to, from] read backwards.
    reverseGroups(groups, pushed);
  };

  let length = 1;
  deal(0, ends.length, 0);
  while (groups.length > 0) {
    const from = groups.pop()!;
    const to = groups.pop()!;
    let up = groups.pop()!;
    for (;;) {
      if (length >= maxNodes) return err(fault('limit-exceeded', { facts: { limit: 'maxNodes', maximum: maxNodes } }));
      const node = length++;
      shape.parent[node] = up;
      shape.depth[node] = shape.depth[up]! + 1;
      shape.func[node] = tree.func[at[from]!]!;
      for (let i = from; i < to; i++) at[i] = tree.parent[at[i]!]!;
      up = node;
      // Most nodes belong to one stack alone: it is walked to its end at once.
      if (to - from > 1) deal(from, to, node);
      else if (at[from] !== 0) continue;
      else image[stack[from]!] = node;
      break;
    }
  }
  const [parent, depth, func] = [shape.parent, shape.depth, shape.func].map((column) => column.slice(0, length));
  const columns = tree.sides.map(({ runs }) => runs);
  return ok(reshapedTree(tree, { parent: parent!, depth: depth!, func: func!, end: endsOf(parent!) }, image, columns));
}

/** More stacks than memory has room for; ranks above it leave 2^22 functions exact in a double. */
const PLACES = 2 ** 31;

/** Nodes with a count of their own in any run, but the root. */
function stackEnds({ length, sides }: UnionTree): Int32Array {
  const isEnd = new Uint8Array(length);
  let count = 0;
  for (const run of sides.flatMap((side) => side.runs)) {
    for (let node = 1; node < length; node++) {
      if (run[node] === 0 || isEnd[node] === 1) continue;
      isEnd[node] = 1;
      count++;
    }
  }
  const ends = new Int32Array(count);
  for (let node = 1, at = 0; node < length; node++) if (isEnd[node] === 1) ends[at++] = node;
  return ends;
}

function reverseGroups(groups: number[], from: number): void {
  for (let low = from, high = groups.length - 3; low < high; low += 3, high -= 3) {
    for (let part = 0; part < 3; part++) {
      const moved = groups[low + part]!;
      groups[low + part] = groups[high + part]!;
      groups[high + part] = moved;
    }
  }
}

/** One past the last node of each subtree, of a preorder. */
function endsOf(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let node = parent.length - 1; node >= 0; node--) {
    if (end[node] === 0) end[node] = node + 1;
    const up = parent[node]!;
    if (up >= 0 && end[up]! < end[node]!) end[up] = end[node]!;
  }
  return end;
}
