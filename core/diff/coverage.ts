import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Cells } from './condition.ts';
import type { SideNoise } from './shares.ts';

/** E|N(0, 1)|. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);

/**
 * Coverage line of DIFF-SPEC 5: 1 - TV(after) / TV(before), where TV is half the sum of |h - b| over self cells, less what
 * noise alone would give, and `rest` are the cells with the explanations taken out. 0..1; null when the sides differ by no
 * more than noise does. O(nodes).
 */
export function coverageOf(tree: UnionTree, rest: Cells, baseNoise: SideNoise, headNoise: SideNoise): number | null {
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  const [typicalB, typicalH] = [
    typicalWeight(base.self, base.sum, rest.base),
    typicalWeight(head.self, head.sum, rest.head),
  ];
  let [before, after] = [0, 0];
  for (let node = 0; node < tree.length; node++) {
    if (base.self[node] === 0 && head.self[node] === 0) continue;
    const b = base.self[node]! / base.sum;
    const h = head.self[node]! / head.sum;
    const restB = rest.base[node]!;
    const restH = rest.head[node]!;
    before += Math.abs(h - b) - noiseOf((b + h) / 2, 1, 1, baseNoise, headNoise);
    const weightB = b > 0 ? restB / b : typicalB;
    const weightH = h > 0 ? restH / h : typicalH;
    after += Math.abs(restH - restB) - noiseOf((restB + restH) / 2, weightB, weightH, baseNoise, headNoise);
  }
  if (!(before > 0)) return null;
  return Math.min(1, Math.max(0, 1 - Math.max(0, after) / before));
}

/** What one sample of the rest counts for, on average: for cells that have none. */
function typicalWeight(self: Float64Array, sum: number, rest: Float64Array): number {
  let weight = 0;
  for (let node = 0; node < self.length; node++)
    if (self[node]! > 0) weight += (rest[node]! * rest[node]! * sum) / self[node]!;
  return weight;
}

/**
 * Expected |h - b| of a cell of share p that did not change: sampling and run-to-run spread of both sides. A sample that
 * was weighted up (little is left of its side beside a big change) brings more of it. No more than the cell itself has.
 */
function noiseOf(p: number, weightB: number, weightH: number, base: SideNoise, head: SideNoise): number {
  if (!(p > 0)) return 0;
  const sigma = Math.sqrt(varianceOf(p, weightB, base) + varianceOf(p, weightH, head));
  return Math.min(2 * p, MEAN_ABSOLUTE * sigma);
}

/** Variance of a share is p (1 - p) / n from sampling; a logit spread tau moves it by tau p (1 - p). */
function varianceOf(p: number, weight: number, { samples, runs, tau }: SideNoise): number {
  const odds = p * Math.max(0, 1 - p);
  const sampling = samples === null || samples <= 0 ? 0 : (weight * odds) / samples;
  return sampling + (tau * odds) ** 2 / Math.max(1, runs);
}
