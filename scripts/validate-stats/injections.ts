import type { Random } from './random.ts';
import type { SimTree } from './simulation.ts';

/** A change with the cells that it is about; `double` and `shift` have two. */
export interface Injection {
  readonly tree: SimTree;
  readonly base: Float64Array;
  readonly head: Float64Array;
  readonly truths: readonly Uint8Array[];
}

export const KINDS = ['self', 'function self', 'subtree', 'function', 'edge', 'new path', 'shift', 'double'] as const;
export type Kind = (typeof KINDS)[number];

/** Makes one place of the tree grow by `growth` of all samples. */
export function inject(random: Random, tree: SimTree, kind: Kind, growth: number): Injection {
  return INJECTORS[kind](random, tree, growth);
}

type Injector = (random: Random, tree: SimTree, growth: number) => Injection;

const INJECTORS: Readonly<Record<Kind, Injector>> = {
  self: (random, tree, growth) => {
    const chosen = pick(random, nodesOf(tree).filter(innerOf(tree)));
    return single(
      tree,
      cells(tree, (at) => at === chosen),
      growth,
    );
  },
  'function self': (random, tree, growth) => {
    const { func, weight } = tree;
    const { own, inclusive } = sharesOf(tree);
    const places = (f: number) => count(tree, (at) => func[at] === f && weight[at]! > 1e-4);
    const chosen = pick(
      random,
      [...own.keys()].filter((f) => within(own[f]!, 0.004, 0.08) && inclusive[f]! > 1.5 * own[f]! && places(f) >= 4),
    );
    return single(
      tree,
      cells(tree, (at) => func[at] === chosen),
      growth,
    );
  },
  subtree: (random, tree, growth) => {
    const { total } = sharesOf(tree);
    const kids = kidsOf(tree);
    const chosen = pick(
      random,
      nodesOf(tree).filter((at) => within(total[at]!, 0.005, 0.15) && kids[at]! >= 2),
    );
    return single(
      tree,
      subtrees(tree, (at) => at === chosen),
      growth,
    );
  },
  function: (random, tree, growth) => {
    const { func, outermost } = tree;
    const { own, inclusive, total } = sharesOf(tree);
    const places = (f: number) => count(tree, (at) => func[at] === f && outermost[at] === 1 && total[at]! > 1e-3);
    const chosen = pick(
      random,
      [...own.keys()].filter(
        (f) => within(inclusive[f]!, 0.01, 0.2) && inclusive[f]! > 1.5 * own[f]! && places(f) >= 3,
      ),
    );
    return single(
      tree,
      subtrees(tree, (at) => func[at] === chosen),
      growth,
    );
  },
  edge: (random, tree, growth) => {
    const { func, parent } = tree;
    const { total } = sharesOf(tree);
    const like = (at: number) => (node: number) => isEdge(tree, node, func[parent[at]!]!, func[at]!);
    const chosen = pick(
      random,
      nodesOf(tree).filter((at) => {
        if (at === 0 || total[at]! <= 5e-4) return false;
        const same = nodesOf(tree).filter(like(at));
        const sum = same.reduce((s, node) => s + total[node]!, 0);
        return within(sum, 0.005, 0.15) && same.filter((node) => total[node]! > 5e-4).length >= 2;
      }),
    );
    return single(tree, subtrees(tree, like(chosen)), growth);
  },
  'new path': (random, tree, growth) => {
    const { total } = sharesOf(tree);
    const kids = kidsOf(tree);
    const chosen = pick(
      random,
      nodesOf(tree).filter((at) => total[at]! > 0.01 && kids[at]! > 0),
    );
    return withNewPath(tree, chosen, growth);
  },
  shift: (random, tree, growth) => withShift(random, tree, growth),
  double: (random, tree, growth) => {
    const first = inject(random, tree, 'subtree', growth);
    const [truth] = first.truths;
    const inner = innerOf(tree);
    const chosen = pick(
      random,
      nodesOf(tree).filter((at) => inner(at) && truth?.[at] === 0),
    );
    const second = cells(tree, (at) => at === chosen);
    return { ...first, head: grown(first.head, second, growth), truths: [...first.truths, second] };
  },
};

function single(tree: SimTree, truth: Uint8Array, growth: number): Injection {
  return { tree, base: tree.weight, head: grown(tree.weight, truth, growth), truths: [truth] };
}

/** Work moves between siblings; their parent stays as it is. */
function withShift(random: Random, tree: SimTree, growth: number): Injection {
  const { weight, parent, end } = tree;
  const { total } = sharesOf(tree);
  for (let tries = 0; tries < 1000; tries++) {
    const up = random.integer(0, weight.length);
    const children = nodesOf(tree).filter((at) => parent[at] === up && within(total[at]!, 0.004, 0.3));
    if (children.length < 2) continue;
    const from = pick(random, children);
    const to = pick(
      random,
      children.filter((at) => at !== from),
    );
    const moved = Math.min(growth, 0.8 * total[from]!);
    if (moved < 0.6 * growth) continue;
    const head = weight.map((w, at) => {
      if (at >= from && at < end[from]!) return w * (1 - moved / total[from]!);
      return at >= to && at < end[to]! ? w * (1 + moved / total[to]!) : w;
    });
    return { tree, base: weight, head, truths: [to, from].map((node) => subtrees(tree, (at) => at === node)) };
  }
  return withShift(random, tree, growth / 2);
}

/** A chain of three functions that base does not have, below `at`. */
function withNewPath(tree: SimTree, at: number, growth: number): Injection {
  const place = tree.end[at]!;
  const chain = [0, 1, 2];
  const insert = (values: ArrayLike<number>, added: readonly number[]) => {
    const list = Array.from(values);
    list.splice(place, 0, ...added);
    return list;
  };
  const moved = (values: Int32Array) => values.map((v) => (v >= place ? v + 3 : v));
  const ends = tree.end.map((end) => (end > place ? end + 3 : end));
  for (let up = at; up >= 0; up = tree.parent[up]!) ends[up] = tree.end[up]! + 3;
  const made: SimTree = {
    parent: Int32Array.from(insert(moved(tree.parent), [at, place, place + 1])),
    func: Int32Array.from(
      insert(
        tree.func,
        chain.map((i) => tree.functions + i),
      ),
    ),
    end: Int32Array.from(
      insert(
        ends,
        chain.map(() => place + 3),
      ),
    ),
    outermost: Uint8Array.from(insert(tree.outermost, [1, 1, 1])),
    weight: Float64Array.from(insert(tree.weight, [0, 0, 0])),
    functions: tree.functions + 3,
  };
  const parts = [0.1, 0.3, 0.6];
  const head = made.weight.map((w, node) =>
    node >= place && node < place + 3 ? growth * parts[node - place]! : w * (1 - growth),
  );
  return { tree: made, base: made.weight, head, truths: [subtrees(made, (node) => node === place)] };
}

function grown(weight: Float64Array, inside: Uint8Array, growth: number): Float64Array {
  const share = weight.reduce((sum, w, at) => sum + (inside[at] === 1 ? w : 0), 0);
  return weight.map((w, at) => w * (inside[at] === 1 ? (share + growth) / share : (1 - share - growth) / (1 - share)));
}

/** Inclusive shares of nodes, inclusive and self shares of functions. */
function sharesOf({ weight, parent, func, outermost }: SimTree) {
  const total = Float64Array.from(weight);
  for (let at = total.length - 1; at > 0; at--) total[parent[at]!] = total[parent[at]!]! + total[at]!;
  return {
    total,
    own: bySum(func, weight),
    inclusive: bySum(
      func,
      total.map((t, at) => t * outermost[at]!),
    ),
  };
}

function bySum(keys: Int32Array, values: Float64Array): Float64Array {
  const sum = new Float64Array(Math.max(...keys) + 1);
  for (const [at, key] of keys.entries()) sum[key] = sum[key]! + values[at]!;
  return sum;
}

function pick(random: Random, from: readonly number[]): number {
  return from[random.integer(0, from.length)] ?? 0;
}

function nodesOf({ weight }: SimTree): number[] {
  return [...weight.keys()];
}

function kidsOf({ parent }: SimTree): Int32Array {
  const kids = new Int32Array(parent.length);
  for (const up of parent) if (up >= 0) kids[up] = kids[up]! + 1;
  return kids;
}

function innerOf(tree: SimTree): (at: number) => boolean {
  const kids = kidsOf(tree);
  return (at) => within(tree.weight[at]!, 0.002, 0.05) && kids[at]! > 0;
}

function count(tree: SimTree, chosen: (at: number) => boolean): number {
  return nodesOf(tree).filter(chosen).length;
}

function within(value: number, low: number, high: number): boolean {
  return value > low && value < high;
}

/** Nodes chosen one by one, as a mask. */
export function cells(tree: SimTree, chosen: (at: number) => boolean): Uint8Array {
  return Uint8Array.from(tree.weight, (_, at) => +chosen(at));
}

/** Nodes chosen with all below them, as a mask. */
export function subtrees({ parent, end }: SimTree, chosen: (at: number) => boolean): Uint8Array {
  const inside = new Uint8Array(parent.length);
  for (let at = 0; at < parent.length; at++) if (inside[at] === 0 && chosen(at)) inside.fill(1, at, end[at]);
  return inside;
}

/** Whether `at` is called as `callee` by `caller`. */
export function isEdge({ parent, func }: SimTree, at: number, caller: number, callee: number): boolean {
  return func[at] === callee && parent[at]! >= 0 && func[parent[at]!] === caller;
}
