import type { Explanation } from '../../core/diff/comparison.ts';
import { explain } from '../../core/diff/explain.ts';
import { subtreeSums } from '../../core/tree/union.ts';
import type { SideValues, UnionTree } from '../../core/tree/union.ts';
import { Random } from './random.ts';
import { makeTree, simulateCells } from './simulation.ts';
import type { SimTree } from './simulation.ts';
import { printTable, rate } from './table.ts';

/** A change with the cells that it is about; `double` and `shift` have two. */
interface Injection {
  readonly tree: SimTree;
  readonly base: Float64Array;
  readonly head: Float64Array;
  readonly truths: readonly Uint8Array[];
}

const KINDS = ['self', 'function self', 'subtree', 'function', 'edge', 'new path', 'shift', 'double'] as const;
type Kind = (typeof KINDS)[number];

/** [label, noise, runs, samples, growth, the document's top 1 / top 3 of the angle scan] */
const SETTINGS: readonly (readonly [string, number, number, number, number, string])[] = [
  ['ideal 1M, +2 %', 0, 1, 1_000_000, 0.02, '.99/.97'],
  ['typical 1 x 20k, +2 %', 0.07, 1, 20_000, 0.02, '.79/.83'],
  ['typical 1 x 20k, +5 %', 0.07, 1, 20_000, 0.05, '.99/.95'],
  ['typical 1 x 20k, +15 %', 0.07, 1, 20_000, 0.15, '1.0/1.0'],
  ['typical 5 x 20k, +2 %', 0.07, 5, 20_000, 0.02, '.97/.96'],
  ['typical 5 x 20k, +5 %', 0.07, 5, 20_000, 0.05, '1.0/1.0'],
];

/** DIFF-SPEC 5: whether the explanations name the region that was changed (overlap in mass at least 0.9). */
export function ranking(repeats: number): void {
  const random = new Random(77);
  const trees = Array.from({ length: 6 }, (_, seed) => makeTree(seed + 10));
  const rows = SETTINGS.map(([label, tau, runs, samples, growth, document]) => {
    const all = { top: 0, three: 0 };
    const cells = KINDS.map((kind) => {
      const hits = { top: 0, three: 0 };
      for (let i = 0; i < repeats; i++) {
        const made = inject(random, trees[i % trees.length]!, kind, growth);
        const side = (weight: Float64Array) =>
          Array.from({ length: runs }, () => simulateCells(random, made.tree, tau, samples, weight));
        const found = scan(made.tree, side(made.base), side(made.head), samples);
        const mass = made.base.map((b, at) => b + made.head[at]!);
        const hit = (region: Explanation, truth: Uint8Array) => overlap(cellsOf(made.tree, region), truth, mass) >= 0.9;
        const [first] = found;
        const needed = kind === 'double' ? made.truths : made.truths.slice(0, 1);
        hits.top += +(first !== undefined && made.truths.some((truth) => hit(first, truth)));
        hits.three += +needed.every((truth) => found.slice(0, 3).some((region) => hit(region, truth)));
      }
      all.top += hits.top;
      all.three += hits.three;
      return `${rate(hits.top, repeats, 1)}/${rate(hits.three, repeats, 1)}`;
    });
    const of = repeats * KINDS.length;
    return [label, `${rate(all.top, of)}/${rate(all.three, of)}`, document, ...cells];
  });
  printTable(
    `Explanations: region found first / among three, ${repeats} injections a kind (DIFF-SPEC 5)`,
    ['setting', 'mean', 'document', ...KINDS],
    rows,
  );
}

/** Explanations of the product for the cells of the runs; node v of the simulated tree is node v + 1 of the union tree. */
function scan(tree: SimTree, base: Float64Array[], head: Float64Array[], samples: number): readonly Explanation[] {
  const length = tree.parent.length + 1;
  const shifted = (values: Int32Array, by: number, root: number) => Int32Array.of(root, ...values.map((v) => v + by));
  const parent = shifted(tree.parent, 1, -1);
  const end = shifted(tree.end, 1, length);
  const depth = new Int32Array(length);
  for (let node = 1; node < length; node++) depth[node] = depth[parent[node]!]! + 1;
  const names = Array.from({ length: Math.max(...tree.func) + 1 }, (_, f) => `f${f}`);
  const union: UnionTree = {
    length,
    parent,
    end,
    depth,
    func: shifted(tree.func, 0, -1),
    outermost: Uint8Array.of(0, ...tree.outermost),
    functions: { length: names.length, names, modules: names.map(() => null) },
    sides: [sideOf(base, end), sideOf(head, end)],
  };
  const noise = { samples: samples * base.length, runs: base.length, tau: 0.1 };
  return explain(union, { base: noise, head: noise, level: 'assumed' });
}

function sideOf(cells: readonly Float64Array[], end: Int32Array): SideValues {
  const runs = cells.map((run) => Float64Array.of(0, ...run));
  const self = runs.reduce((sum, run) => sum.map((x, node) => x + run[node]!));
  const total = subtreeSums(self, end);
  return { self, total, runs, sum: total[0]!, exactSum: total[0]! };
}

/** Cells of the simulated tree inside a region. */
function cellsOf(tree: SimTree, { kind, func, caller, node }: Explanation): Uint8Array {
  switch (kind) {
    case 'N':
      return subtrees(tree, (at) => at === node - 1);
    case 'S':
      return Uint8Array.from(tree.func, (_, at) => +(at === node - 1));
    case 'F':
      return subtrees(tree, (at) => tree.func[at] === func);
    case 'G':
      return Uint8Array.from(tree.func, (f) => +(f === func));
    case 'E':
      return subtrees(tree, (at) => isEdge(tree, at, caller, func));
  }
}

function isEdge({ parent, func }: SimTree, at: number, caller: number, callee: number): boolean {
  return func[at] === callee && parent[at]! >= 0 && func[parent[at]!] === caller;
}

function subtrees({ parent, end }: SimTree, chosen: (at: number) => boolean): Uint8Array {
  const inside = new Uint8Array(parent.length);
  for (let at = 0; at < parent.length; at++) if (inside[at] === 0 && chosen(at)) inside.fill(1, at, end[at]);
  return inside;
}

function overlap(a: Uint8Array, b: Uint8Array, mass: Float64Array): number {
  let both = 0;
  let either = 0;
  for (const [at, m] of mass.entries()) {
    if (a[at] === 1 && b[at] === 1) both += m;
    if (a[at] === 1 || b[at] === 1) either += m;
  }
  return either > 0 ? both / either : 0;
}

function inject(random: Random, tree: SimTree, kind: Kind, growth: number): Injection {
  const { weight, func, parent, end, outermost } = tree;
  const total = totals(tree);
  const kids = new Int32Array(weight.length);
  for (const up of parent) if (up >= 0) kids[up] = kids[up]! + 1;
  const nodes = [...weight.keys()];
  const one = (truth: Uint8Array): Injection => ({
    tree,
    base: weight,
    head: grown(weight, truth, growth),
    truths: [truth],
  });
  const inner = (at: number) => weight[at]! > 0.002 && weight[at]! < 0.05 && kids[at]! > 0;
  const large = (at: number) => total[at]! > 0.005 && total[at]! < 0.15 && kids[at]! >= 2;
  const own = bySum(func, weight);
  const inclusive = bySum(
    func,
    total.map((t, at) => t * outermost[at]!),
  );
  const places = (chosen: (at: number) => boolean) => nodes.filter(chosen).length;
  switch (kind) {
    case 'self': {
      const at = pick(random, nodes.filter(inner));
      return one(Uint8Array.from(weight, (_, node) => +(node === at)));
    }
    case 'function self': {
      const f = pick(
        random,
        [...own.keys()].filter(
          (f) =>
            own[f]! > 0.004 &&
            own[f]! < 0.08 &&
            inclusive[f]! > 1.5 * own[f]! &&
            places((at) => func[at] === f && weight[at]! > 1e-4) >= 4,
        ),
      );
      return one(Uint8Array.from(func, (g) => +(g === f)));
    }
    case 'subtree': {
      const at = pick(random, nodes.filter(large));
      return one(subtrees(tree, (node) => node === at));
    }
    case 'function': {
      const f = pick(
        random,
        [...inclusive.keys()].filter(
          (f) =>
            inclusive[f]! > 0.01 &&
            inclusive[f]! < 0.2 &&
            inclusive[f]! > 1.5 * own[f]! &&
            places((at) => func[at] === f && outermost[at] === 1 && total[at]! > 1e-3) >= 3,
        ),
      );
      return one(subtrees(tree, (node) => func[node] === f));
    }
    case 'edge': {
      const edges = nodes
        .filter((at) => at > 0 && total[at]! > 5e-4)
        .filter((at) => {
          const same = (node: number) => node > 0 && isEdge(tree, node, func[parent[at]!]!, func[at]!);
          const sum = nodes.reduce((s, node) => s + (same(node) ? total[node]! : 0), 0);
          return sum > 0.005 && sum < 0.15 && places((node) => same(node) && total[node]! > 5e-4) >= 2;
        });
      const at = pick(random, edges);
      return one(subtrees(tree, (node) => isEdge(tree, node, func[parent[at]!]!, func[at]!)));
    }
    case 'new path':
      return withNewPath(
        tree,
        pick(
          random,
          nodes.filter((at) => total[at]! > 0.01 && kids[at]! > 0),
        ),
        growth,
      );
    case 'shift': {
      for (let tries = 0; tries < 1000; tries++) {
        const up = random.integer(0, weight.length);
        const children = nodes.filter((at) => parent[at] === up && total[at]! > 0.004 && total[at]! < 0.3);
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
        return { tree, base: weight, head, truths: [to, from].map((at) => subtrees(tree, (node) => node === at)) };
      }
      return inject(random, tree, kind, growth / 2);
    }
    case 'double': {
      const first = inject(random, tree, 'subtree', growth);
      const [truth] = first.truths;
      const at = pick(
        random,
        nodes.filter((node) => inner(node) && truth?.[node] === 0),
      );
      const second = Uint8Array.from(weight, (_, node) => +(node === at));
      return { ...first, head: grown(first.head, second, growth), truths: [...first.truths, second] };
    }
  }
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

function totals({ weight, parent }: SimTree): Float64Array {
  const total = Float64Array.from(weight);
  for (let at = total.length - 1; at > 0; at--) total[parent[at]!] = total[parent[at]!]! + total[at]!;
  return total;
}

function bySum(keys: Int32Array, values: Float64Array): Float64Array {
  const sum = new Float64Array(Math.max(...keys) + 1);
  for (const [at, key] of keys.entries()) sum[key] = sum[key]! + values[at]!;
  return sum;
}

function pick(random: Random, from: readonly number[]): number {
  return from[random.integer(0, from.length)] ?? 0;
}
