import type { RegionRuns, RegionTest, RunShare } from '../core/diff/run-shares.ts';
import { functionSums } from '../core/diff/functions.ts';
import type { SampleCount } from '../core/comparability/samples.ts';
import type { EvidencePlan } from '../core/stats/evidence.ts';
import { qAmong } from '../core/stats/bh.ts';
import { testRegion } from '../core/stats/moderated.ts';
import type { SideCounts } from '../core/stats/moderated.ts';
import { testFunctions } from '../core/stats/test-functions.ts';
import type { FunctionTests, RunCounts } from '../core/stats/test-functions.ts';
import { subtreeSums } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';

/** Run-to-run spread of both sides, and the test of a region where the runs allow one. */
export interface Spread {
  readonly base: number;
  readonly head: number;
  readonly regionTest: RegionTest | null;
  /** Tests of the functions; null when nothing can be tested (evidence level none). */
  readonly tests: FunctionTests | null;
}

/**
 * With three runs and more on both sides the spread is measured from them; else it is the plan's stored or assumed one.
 * Functions are tested at any level but `none`, by the test that the level allows (DIFF-SPEC 3.3, 3.4).
 */
export function spreadOf(
  tree: UnionTree,
  counts: readonly [readonly SampleCount[], readonly SampleCount[]],
  plan: EvidencePlan,
): Spread {
  if (plan.level === 'none') return { base: plan.tau, head: plan.tau, regionTest: null, tests: null };
  const everyRun = (side: 0 | 1) => runCounts(tree, side, counts[side]);
  const [allBase, allHead] = [everyRun(0), everyRun(1)];
  const tests = testFunctions(allBase, allHead, plan);
  // Two runs of a side are no measurement, but may show that the assumed spread is too small (DIFF-SPEC 3.2a).
  const { base: tauBase, head: tauHead } = tests.tau;
  if (plan.level !== 'measured') return { base: tauBase, head: tauHead, regionTest: null, tests };
  const picked = (runs: readonly RunCounts[], taking: readonly number[]) => taking.flatMap((run) => runs[run] ?? []);
  const [baseRuns, headRuns] = [picked(allBase, plan.base), picked(allHead, plan.head)];
  const family = knownOf(tests.inclusive.p, tests.self.p);
  const [baseTotals, headTotals] = [baseRuns.map(({ total }) => total), headRuns.map(({ total }) => total)];
  return {
    base: tauBase,
    head: tauHead,
    tests,
    regionTest: (regions) =>
      regions.map(({ base, head }: RegionRuns) => {
        const b = sideCounts(base, plan.base, baseTotals);
        const h = sideCounts(head, plan.head, headTotals);
        const tested = b === null || h === null ? null : testRegion(b, h, tests.tau);
        // A claim needs both forms of the test: which of them is wrong depends on the noise (DIFF-SPEC 3.2a).
        return tested === null ? null : qAmong(Math.max(tested.p, tested.otherP), family);
      }),
  };
}

/** Counts of each run of a side by function, in samples; in the unit of the file where its samples are not known. */
export function runCounts(tree: UnionTree, side: number, counts: readonly SampleCount[]): RunCounts[] {
  return counts.map(({ samples }, run) => {
    const self = tree.sides[side]?.runs[run] ?? new Float64Array(tree.length);
    const total = subtreeSums(self, tree.end);
    const amount = samples ?? total[0]!;
    const scale = total[0]! > 0 ? amount / total[0]! : 0;
    const sums = functionSums(tree, self, total);
    return {
      inclusive: sums.total.map((value) => value * scale),
      self: sums.self.map((value) => value * scale),
      total: amount,
    };
  });
}

/** The p values of the tested functions, inclusive and self: the family that the q of a region is about. */
function knownOf(inclusive: Float64Array, self: Float64Array): Float64Array {
  const known = new Float64Array(inclusive.length + self.length);
  known.set(inclusive);
  known.set(self, inclusive.length);
  return known.filter((p) => !Number.isNaN(p));
}

function sideCounts(
  shares: readonly RunShare[],
  taking: readonly number[],
  totals: readonly number[],
): SideCounts | null {
  const counts: number[] = [];
  const samples: number[] = [];
  for (const [i, run] of taking.entries()) {
    const share = shares[run];
    if (share === undefined || share.share === null) return null;
    const n = (totals[i] ?? 0) * share.effective;
    samples.push(n);
    counts.push(share.share * n);
  }
  return { counts, totals: samples };
}
