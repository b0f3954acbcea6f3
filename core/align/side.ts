import type { UnionTree } from '../tree/union.ts';
import { ONE_SIDED, SELF, TOP, add } from './distribution.ts';
import type { Distribution } from './distribution.ts';

/** Surroundings of the functions on one side, computed where asked for. Recursion counts once: outermost nodes only. */
export class SideView {
  readonly total: number;
  /** Inclusive count by function. */
  readonly inclusive: Float64Array;
  readonly #tree: UnionTree;
  readonly #self: Float64Array;
  readonly #totals: Float64Array;
  readonly #nodes: OutermostNodes;
  readonly #kids = new Map<number, Distribution>();

  constructor(tree: UnionTree, side: number, nodes: OutermostNodes) {
    const values = tree.sides[side];
    this.#tree = tree;
    this.#self = values?.self ?? new Float64Array(tree.length);
    this.#totals = values?.total ?? new Float64Array(tree.length);
    this.#nodes = nodes;
    this.total = values?.sum ?? 0;
    this.inclusive = new Float64Array(tree.functions.length);
    for (let node = 1; node < tree.length; node++) {
      if (tree.outermost[node] === 1) this.inclusive[tree.func[node]!]! += this.#totals[node]!;
    }
  }

  shareOf(f: number): number {
    return this.inclusive[f]! / this.total;
  }

  /** Weights of the nearest callers that exist on both sides; `nearest` holds them by node. */
  contextOf(f: number, nearest: Int32Array): Distribution {
    const context: Distribution = new Map();
    for (const node of this.#nodes.of(f)) {
      const weight = this.#totals[node]!;
      if (weight > 0) add(context, nearest[this.#tree.parent[node]!]!, weight);
    }
    return context;
  }

  /** Weights of the leaf functions below `f`: its own self, functions of both sides by name, all others as one. */
  leavesOf(f: number, common: Uint8Array): Distribution {
    const leaves: Distribution = new Map();
    const { end, func } = this.#tree;
    for (const top of this.#nodes.of(f)) {
      for (let node = top; node < end[top]!; node++) {
        const weight = this.#self[node]!;
        if (weight === 0) continue;
        const leaf = func[node]!;
        add(leaves, node === top ? SELF : common[leaf] === 1 ? leaf : ONE_SIDED, weight);
      }
    }
    return leaves;
  }

  /** Weights of the callees of `f`, its own self among them. */
  calleesOf(f: number): Distribution {
    const known = this.#kids.get(f);
    if (known !== undefined) return known;
    const kids: Distribution = new Map();
    const { end, func } = this.#tree;
    for (const node of this.#nodes.of(f)) {
      if (this.#self[node]! > 0) add(kids, SELF, this.#self[node]!);
      for (let child = node + 1; child < end[node]!; child = end[child]!) {
        if (this.#totals[child]! > 0) add(kids, func[child]!, this.#totals[child]!);
      }
    }
    this.#kids.set(f, kids);
    return kids;
  }

  /** Weights of the direct callers of `f`. */
  callersOf(f: number): Distribution {
    const callers: Distribution = new Map();
    for (const node of this.#nodes.of(f)) {
      const caller = this.#tree.func[this.#tree.parent[node]!]!;
      if (this.#totals[node]! > 0) add(callers, caller < 0 ? TOP : caller, this.#totals[node]!);
    }
    return callers;
  }
}

/** Outermost nodes by function, in preorder. */
export class OutermostNodes {
  readonly #start: Int32Array;
  readonly #nodes: Int32Array;

  constructor({ length, func, outermost, functions }: UnionTree) {
    this.#start = new Int32Array(functions.length + 1);
    for (let node = 1; node < length; node++) if (outermost[node] === 1) this.#start[func[node]! + 1]!++;
    for (let f = 0; f < functions.length; f++) this.#start[f + 1]! += this.#start[f]!;
    this.#nodes = new Int32Array(this.#start[functions.length] ?? 0);
    const next = this.#start.slice();
    for (let node = 1; node < length; node++) {
      if (outermost[node] === 1) this.#nodes[next[func[node]!]!++] = node;
    }
  }

  of(f: number): Int32Array {
    return this.#nodes.subarray(this.#start[f], this.#start[f + 1]);
  }
}

/** By node: the nearest function of both sides on the path to it, itself included; TOP where there is none. */
export function nearestCommon({ length, parent, func }: UnionTree, common: Uint8Array): Int32Array {
  const nearest = new Int32Array(length).fill(TOP);
  for (let node = 1; node < length; node++) {
    const f = func[node]!;
    nearest[node] = common[f] === 1 ? f : nearest[parent[node]!]!;
  }
  return nearest;
}
