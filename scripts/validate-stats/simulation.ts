import type { RunCounts } from '../../core/stats/test-functions.ts';
import { Random } from './random.ts';

/** A synthetic call tree in preorder; `weight` is the self probability of each node, the sum is 1. */
export interface SimTree {
  readonly parent: Int32Array;
  readonly func: Int32Array;
  readonly end: Int32Array;
  readonly outermost: Uint8Array;
  readonly weight: Float64Array;
  readonly functions: number;
}

/** Sd of the noise of every split of the tree: the presets of DIFF-SPEC 3.2. */
export const NOISE = { none: 0, quiet: 0.03, typical: 0.07, noisy: 0.2, 'very noisy': 0.35 } as const;

/** Random call graph (callees have higher numbers, a little recursion), expanded by mass to `target` nodes. */
export function makeTree(seed: number, functions = 180, target = 1500, maxDepth = 22): SimTree {
  const random = new Random(seed);
  const splits = callGraph(random, functions);
  const nodes: { parent: number; func: number; mass: number; depth: number; kids: number[] }[] = [
    { parent: -1, func: 0, mass: 1, depth: 0, kids: [] },
  ];
  const open = [0];
  while (open.length > 0 && nodes.length < target) {
    let best = 0;
    for (const [i, node] of open.entries()) if (nodes[node]!.mass > nodes[open[best]!]!.mass) best = i;
    const at = open.splice(best, 1)[0]!;
    const node = nodes[at]!;
    if (node.depth >= maxDepth) continue;
    for (const [callee, part] of splits[node.func]!) {
      const mass = node.mass * part;
      if (mass < 2e-6) continue;
      node.kids.push(nodes.length);
      open.push(nodes.length);
      nodes.push({ parent: at, func: callee, mass, depth: node.depth + 1, kids: [] });
    }
  }
  const order: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const at = stack.pop()!;
    order.push(at);
    stack.push(...nodes[at]!.kids.toReversed());
  }
  const rank = new Int32Array(nodes.length);
  for (const [at, node] of order.entries()) rank[node] = at;
  const sorted = order.map((at) => nodes[at]!);
  const parent = Int32Array.from(sorted, (node) => (node.parent < 0 ? -1 : rank[node.parent]!));
  const func = Int32Array.from(sorted, (node) => node.func);
  const weight = Float64Array.from(sorted, (node) =>
    Math.max(
      0,
      node.kids.reduce((left, kid) => left - nodes[kid]!.mass, node.mass),
    ),
  );
  const sum = weight.reduce((a, b) => a + b, 0);
  const end = Int32Array.from(parent.keys(), (at) => at + 1);
  for (let at = end.length - 1; at > 0; at--) end[parent[at]!] = Math.max(end[parent[at]!]!, end[at]!);
  return { parent, func, end, outermost: outermost(parent, func), weight: weight.map((w) => w / sum), functions };
}

/** Callees of each function with their parts of its mass. */
function callGraph(random: Random, functions: number): (readonly [number, number])[][] {
  return Array.from({ length: functions }, (_, f) => {
    const callees = new Set<number>();
    let fanOut = f > 4 ? random.integer(1, 6) : random.integer(4, 8);
    if (f > 0.75 * functions) fanOut = random.integer(0, 3);
    if (f + 1 >= functions) return [];
    for (let i = 0; i < fanOut; i++) callees.add(Math.min(functions - 1, f + 1 + random.geometric(0.045)));
    if (random.uniform() < 0.03) callees.add(f);
    if (callees.size === 0) return [];
    const own = f < 20 ? 0.02 * random.uniform() : random.betaHalfThree();
    const parts = [...callees].sort((a, b) => a - b).map((callee) => [callee, random.exponential()] as const);
    const sum = parts.reduce((s, [, part]) => s + part, 0);
    return parts.map(([callee, part]) => [callee, (part / sum) * (1 - own)] as const);
  });
}

function outermost(parent: Int32Array, func: Int32Array): Uint8Array {
  return Uint8Array.from(parent.keys(), (at) => {
    for (let up = parent[at]!; up >= 0; up = parent[up]!) if (func[up] === func[at]) return 0;
    return 1;
  });
}

/** One run: counts by function. */
export function simulateRun(
  random: Random,
  tree: SimTree,
  tau: number,
  samples: number,
  weight: Float64Array = tree.weight,
): RunCounts {
  return countsOf(tree, simulateCells(random, tree, tau, samples, weight));
}

/** One run by node: log-normal noise on every split and every self cell (nested, dependent), then sampling. */
export function simulateCells(
  random: Random,
  tree: SimTree,
  tau: number,
  samples: number,
  weight: Float64Array,
): Float64Array {
  const noise = new Float64Array(weight.length);
  for (let at = 1; at < noise.length; at++) noise[at] = noise[tree.parent[at]!]! + tau * random.normal();
  const cells = weight.map((w, at) => w * Math.exp(noise[at]! + tau * random.normal()));
  return random.multinomial(cells, samples);
}

/** Inclusive and self counts by function. */
export function countsOf(tree: SimTree, cells: Float64Array): RunCounts {
  const total = Float64Array.from(cells);
  for (let at = total.length - 1; at > 0; at--) total[tree.parent[at]!] = total[tree.parent[at]!]! + total[at]!;
  const inclusive = new Float64Array(tree.functions);
  const self = new Float64Array(tree.functions);
  for (const [at, f] of tree.func.entries()) {
    self[f] = self[f]! + cells[at]!;
    if (tree.outermost[at] === 1) inclusive[f] = inclusive[f]! + total[at]!;
  }
  return { inclusive, self, total: total[0]! };
}

/** Weights with the inclusive share of function `f` moved to `share`: its subtrees scaled, the rest diluted. */
export function withShare(tree: SimTree, f: number, share: number): Float64Array {
  const inside = new Uint8Array(tree.weight.length);
  for (const [at, func] of tree.func.entries()) {
    if (func === f && tree.outermost[at] === 1) inside.fill(1, at, tree.end[at]);
  }
  const now = tree.weight.reduce((sum, w, at) => sum + (inside[at] === 1 ? w : 0), 0);
  return tree.weight.map((w, at) => w * (inside[at] === 1 ? share / now : (1 - share) / (1 - now)));
}

/** The function whose inclusive share is nearest to `share`, and that share. */
export function functionNear(tree: SimTree, share: number): { readonly func: number; readonly share: number } {
  const { inclusive } = countsOf(tree, tree.weight);
  let best = 0;
  const distance = (f: number) => Math.abs(Math.log((inclusive[f]! + 1e-9) / share));
  for (let f = 1; f < inclusive.length; f++) if (distance(f) < distance(best)) best = f;
  return { func: best, share: inclusive[best]! };
}
