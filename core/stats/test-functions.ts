import { testColumns } from './columns.ts';
import type { CountTable, TestColumns } from './columns.ts';
import type { EvidencePlan } from './evidence.ts';
import { LOGIT } from './link.ts';
import type { PooledTau } from './moderated.ts';

/** Counts of one run by function, in samples: weights are divided by the period, or scaled to the effective number. */
export interface RunCounts {
  readonly inclusive: Float64Array;
  readonly self: Float64Array;
  /** T of the run, in samples. */
  readonly total: number;
}

/** Least samples over both sides for a frame to be tested (DIFF-SPEC 3.3). */
export const LEAST_SAMPLES = 20;
/** Frames above this share are never tested or gated: the root, main (DIFF-SPEC 11). */
export const MOST_SHARE = 0.98;

export interface FunctionTests {
  readonly inclusive: TestColumns;
  readonly self: TestColumns;
  /** Size of the family that q is about: inclusive and self together. */
  readonly tested: number;
  readonly tau: PooledTau;
}

/**
 * Tests every function, inclusive and self, as one family (DIFF-SPEC 3.3 and 3.4). `base` and `head` are all runs that `plan`
 * was made for, short ones included: the plan picks by position.
 */
export function testFunctions(
  base: readonly RunCounts[],
  head: readonly RunCounts[],
  plan: EvidencePlan,
): FunctionTests {
  const b = countTable(base);
  const h = countTable(head);
  const family = testableFrames(b, h, LEAST_SAMPLES, MOST_SHARE);
  const all = testColumns(b, h, family, plan, LOGIT);
  const functions = all.p.length / 2;
  return {
    inclusive: part(all, 0, functions),
    self: part(all, functions, 2 * functions),
    tested: all.members,
    tau: all.tau,
  };
}

/** Function f inclusive stands at f, self at functions + f. */
export function countTable(runs: readonly RunCounts[]): CountTable {
  return {
    runs: runs.map(({ inclusive, self }) => {
      const column = new Float64Array(inclusive.length + self.length);
      column.set(inclusive);
      column.set(self, inclusive.length);
      return column;
    }),
    totals: runs.map(({ total }) => total),
  };
}

/** Frames with enough samples over both sides and not above `mostShare` on either. */
export function testableFrames(
  base: CountTable,
  head: CountTable,
  leastSamples: number,
  mostShare: number,
): Uint32Array {
  const b = summed(base);
  const h = summed(head);
  const baseTotal = base.totals.reduce((sum, n) => sum + n, 0);
  const headTotal = head.totals.reduce((sum, n) => sum + n, 0);
  const [mostBase, mostHead] = [mostShare * baseTotal, mostShare * headTotal];
  const frames: number[] = [];
  for (let f = 0; f < b.length; f++) {
    if (b[f]! + h[f]! >= leastSamples && b[f]! < mostBase && h[f]! < mostHead) frames.push(f);
  }
  return Uint32Array.from(frames);
}

/** Sum over the runs, by frame. */
export function summed(table: CountTable): Float64Array {
  const sum = new Float64Array(table.runs[0]?.length ?? 0);
  for (const run of table.runs) for (let f = 0; f < sum.length; f++) sum[f] = sum[f]! + run[f]!;
  return sum;
}

function part(all: TestColumns, from: number, to: number): TestColumns {
  return {
    ...all,
    tested: all.tested.subarray(from, to),
    delta: all.delta.subarray(from, to),
    se: all.se.subarray(from, to),
    t: all.t.subarray(from, to),
    df: all.df.subarray(from, to),
    p: all.p.subarray(from, to),
    q: all.q.subarray(from, to),
    low: all.low.subarray(from, to),
    high: all.high.subarray(from, to),
    otherQ: all.otherQ.subarray(from, to),
  };
}
