import { summed } from './test-functions.ts';
import type { CountTable } from './columns.ts';

/** Below these a ratio between runs is mostly sampling error, and a frame that one run lacks has no ratio. */
const LEAST_SHARE = 0.01;
const LEAST_COUNT = 20;
/** From this ratio on it is worth a sentence: a spread of 0.20 in three runs gives about 1.4. */
const WORTH_SAYING = 2;

export interface Disagreement {
  /** Position of the frame in the table whose share differs most between the runs of the side. */
  readonly frame: number;
  /** Largest share over smallest share of that frame. */
  readonly ratio: number;
  readonly runs: number;
}

/**
 * "The three runs of bad differ among themselves by up to 2.4 times" (DIFF-SPEC 3.2a): the largest ratio between the runs
 * of one side over frames of 1 % and more that have 20 samples in every run. Null below a ratio of 2 or with one run.
 */
export function disagreementOf(table: CountTable): Disagreement | null {
  const { runs, totals } = table;
  if (runs.length < 2) return null;
  const sums = summed(table);
  const total = totals.reduce((sum, n) => sum + n, 0);
  let worst = { frame: -1, ratio: WORTH_SAYING, runs: runs.length };
  for (let f = 0; f < sums.length; f++) {
    if (sums[f]! < LEAST_SHARE * total) continue;
    let least = Infinity;
    let most = 0;
    let count = Infinity;
    for (const [run, column] of runs.entries()) {
      const share = column[f]! / totals[run]!;
      least = Math.min(least, share);
      most = Math.max(most, share);
      count = Math.min(count, column[f]!);
    }
    if (count >= LEAST_COUNT && most / least > worst.ratio) worst = { ...worst, frame: f, ratio: most / least };
  }
  return worst.frame < 0 ? null : worst;
}

/**
 * "Runs disagree" (DIFF-SPEC 11): the pooled counts say one direction, the runs one by one the other, which happens when
 * runs of a side differ much in length and in content. Such a difference is inconclusive. `delta` is DL, `pooled` is D.
 */
export function directionsDisagree(delta: number, pooled: number): boolean {
  return delta * pooled < 0;
}
