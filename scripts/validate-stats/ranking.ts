import type { Explanation } from '../../core/diff/comparison.ts';
import { explain } from '../../core/diff/explain.ts';
import { totalsOf } from '../../core/model/totals.ts';
import type { SideValues, UnionTree } from '../../core/tree/union.ts';
import { KINDS, cells, inject, isEdge, subtrees } from './injections.ts';
import { Random } from './random.ts';
import { makeTree, simulateCells } from './simulation.ts';
import type { SimTree } from './simulation.ts';
import { printTable, rate } from './table.ts';

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
    const byKind = KINDS.map((kind) => {
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
    return [label, `${rate(all.top, of)}/${rate(all.three, of)}`, document, ...byKind];
  });
  printTable(
    `Explanations: region found first / among three, ${repeats} injections a kind (DIFF-SPEC 5)`,
    ['setting', 'mean', 'document', ...KINDS],
    rows,
  );
}

/** [label, noise, runs, samples, the document's mean of confirmed regions] */
const UNCHANGED: readonly (readonly [string, number, number, number, string])[] = [
  ['typical 5 x 20k', 0.07, 5, 20_000, '.04, 23 of 24 empty'],
  ['typical 1 x 20k, assumed .20', 0.07, 1, 20_000, '0'],
  ['noisy 1 x 20k, assumed .20', 0.2, 1, 20_000, '3.4'],
];

/** DIFF-SPEC 5, labels: regions called confirmed (z of 4.5 alone) when nothing changed. */
export function emptyLists(diffs: number): void {
  const random = new Random(78);
  const trees = Array.from({ length: 6 }, (_, seed) => makeTree(seed + 10));
  const rows = UNCHANGED.map(([label, tau, runs, samples, document]) => {
    let [empty, confirmed] = [0, 0];
    for (let i = 0; i < diffs; i++) {
      const tree = trees[i % trees.length]!;
      const side = () => Array.from({ length: runs }, () => simulateCells(random, tree, tau, samples, tree.weight));
      const found = scan(tree, side(), side(), samples, runs === 1 ? 0.2 : 0.1).filter(
        (one) => one.label === 'confirmed',
      );
      confirmed += found.length;
      empty += +(found.length === 0);
    }
    return [label, `${empty} of ${diffs}`, (confirmed / diffs).toFixed(2), document];
  });
  printTable(
    'Explanations when nothing changed: none confirmed (DIFF-SPEC 5)',
    ['setting', 'empty lists', 'confirmed, mean', 'document'],
    rows,
  );
}

/** Explanations of the product for the cells of the runs; node v of the simulated tree is node v + 1 of the union tree. */
function scan(
  tree: SimTree,
  base: Float64Array[],
  head: Float64Array[],
  samples: number,
  tau = 0.1,
): readonly Explanation[] {
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
    sides: [sideOf(base, parent), sideOf(head, parent)],
  };
  const noise = { samples: samples * base.length, runs: base.length, tau };
  return explain(union, { base: noise, head: noise, level: 'assumed' });
}

function sideOf(cells: readonly Float64Array[], parent: Int32Array): SideValues {
  const runs = cells.map((run) => Float64Array.of(0, ...run));
  const self = runs.reduce((sum, run) => sum.map((x, node) => x + run[node]!));
  const total = totalsOf(parent, self);
  return { self, total, runs, sum: total[0]!, exactSum: total[0]! };
}

/** Cells of the simulated tree inside a region. */
function cellsOf(tree: SimTree, { kind, func, caller, node }: Explanation): Uint8Array {
  if (kind === 'S') return cells(tree, (at) => at === node - 1);
  if (kind === 'G') return cells(tree, (at) => tree.func[at] === func);
  if (kind === 'N') return subtrees(tree, (at) => at === node - 1);
  if (kind === 'F') return subtrees(tree, (at) => tree.func[at] === func);
  return subtrees(tree, (at) => isEdge(tree, at, caller, func));
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
