import type { RegionRuns, RegionTest, RunShare } from '../core/diff/run-shares.ts';
import type { Detectability, RunDisagreement } from '../core/diff/comparison.ts';
import { runCounts } from '../core/diff/run-counts.ts';
import { detectable, reachWith } from '../core/gate/detectable.ts';
import { disagreementOf } from '../core/stats/disagreement.ts';
import { LOGIT } from '../core/stats/link.ts';
import type { SampleCount } from '../core/comparability/samples.ts';
import type { EvidencePlan } from '../core/stats/evidence.ts';
import { qAmong } from '../core/stats/bh.ts';
import { testRegion } from '../core/stats/moderated.ts';
import type { SideCounts } from '../core/stats/moderated.ts';
import { countTable, testFunctions } from '../core/stats/test-functions.ts';
import type { FunctionTests, RunCounts } from '../core/stats/test-functions.ts';
import type { UnionTree } from '../core/tree/union.ts';

/** q from which on a change is confirmed (DIFF-SPEC 5, 8). */
const EVIDENT_Q = 0.01;

/** Run-to-run spread of both sides, and the test of a region where the runs allow one. */
export interface Spread {
  readonly base: number;
  readonly head: number;
  readonly regionTest: RegionTest | null;
  /** Tests of the functions; null when nothing can be tested (evidence level none). */
  readonly tests: FunctionTests | null;
  readonly detectable: Detectability | null;
  readonly disagreements: readonly RunDisagreement[];
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
  if (plan.level === 'none') {
    return { base: plan.tau, head: plan.tau, regionTest: null, tests: null, detectable: null, disagreements: [] };
  }
  const everyRun = (side: 0 | 1) => runCounts(tree, side, counts[side]);
  const [allBase, allHead] = [everyRun(0), everyRun(1)];
  const tests = testFunctions(allBase, allHead, plan);
  // Two runs of a side are no measurement, but may show that the assumed spread is too small (DIFF-SPEC 3.2a).
  const { base: tauBase, head: tauHead } = tests.tau;
  const common = {
    base: tauBase,
    head: tauHead,
    tests,
    detectable: detectabilityOf(tests, plan, [...allBase, ...allHead]),
    disagreements: [...disagreementIn(allBase, 'base'), ...disagreementIn(allHead, 'head')],
  };
  if (plan.level !== 'measured') return { ...common, regionTest: null };
  const picked = (runs: readonly RunCounts[], taking: readonly number[]) => taking.flatMap((run) => runs[run] ?? []);
  const [baseRuns, headRuns] = [picked(allBase, plan.base), picked(allHead, plan.head)];
  const family = knownOf(tests.inclusive.p, tests.self.p);
  const [baseTotals, headTotals] = [baseRuns.map(({ total }) => total), headRuns.map(({ total }) => total)];
  return {
    ...common,
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

function detectabilityOf(tests: FunctionTests, plan: EvidencePlan, runs: readonly RunCounts[]): Detectability | null {
  if (tests.tested === 0) return null;
  const noise = {
    level: plan.level,
    baseRuns: plan.base.length,
    headRuns: plan.head.length,
    tauBase: tests.tau.base,
    tauHead: tests.tau.head,
    samples: runs.reduce((sum, { total }) => sum + total, 0) / runs.length,
    tested: tests.tested,
    alpha: EVIDENT_Q,
  };
  return { reaches: detectable(noise, LOGIT).reaches, withFiveRuns: reachWith(5, noise, LOGIT) };
}

function disagreementIn(runs: readonly RunCounts[], side: 'base' | 'head'): readonly RunDisagreement[] {
  const found = disagreementOf(countTable(runs));
  if (found === null) return [];
  const functions = runs[0]?.inclusive.length ?? 0;
  const isSelf = found.frame >= functions;
  return [{ side, func: isSelf ? found.frame - functions : found.frame, isSelf, ratio: found.ratio, runs: found.runs }];
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
