import type { CellRanges } from './cells.ts';
import type { SideValues } from '../tree/union.ts';

/** A region in one run, with the change of the explanations before it taken out: what the test over runs needs. */
export interface RunShare {
  /** Conditional share of the region in the run; null when nothing of the run is left. */
  readonly share: number | null;
  /**
   * Part of the run's samples that still counts as evidence after the cells were weighted, 0..1 (Kish, DIFF-SPEC 1).
   * The test takes n = samples of the run · effective and x = share · n; for the first explanation effective is 1.
   */
  readonly effective: number;
}

/** The region in every run of both sides. */
export interface RegionRuns {
  readonly base: readonly RunShare[];
  readonly head: readonly RunShare[];
}

/** q of every region, parallel to the argument; null for one that cannot be tested. */
export type RegionTest = (regions: readonly RegionRuns[]) => readonly (number | null)[];

/**
 * The region `cells` in each run of `side`. Each cell weighs what the scan has left of it, `now` over its own share: so a
 * region that is smaller only by dilution does not look shrunk in the runs either.
 */
export function conditionalRuns(side: SideValues, now: Float64Array, cells: CellRanges): readonly RunShare[] {
  const { self, sum, runs } = side;
  const weightAt = (node: number) => (now[node]! * sum) / self[node]!;
  return runs.map((run) => {
    let all = 0;
    let counts = 0;
    let squares = 0;
    for (let node = 0; node < run.length; node++) {
      const count = run[node]!;
      if (count === 0 || self[node] === 0) continue;
      const weight = weightAt(node);
      all += weight * count;
      counts += count;
      squares += weight * weight * count;
    }
    if (!(all > 0)) return { share: null, effective: 0 };
    let inside = 0;
    for (const [range, start] of cells.start.entries()) {
      for (let node = start; node < cells.end[range]!; node++) {
        if (run[node] !== 0 && self[node] !== 0) inside += weightAt(node) * run[node]!;
      }
    }
    return { share: inside / all, effective: Math.min(1, (all * all) / (squares * counts)) };
  });
}
