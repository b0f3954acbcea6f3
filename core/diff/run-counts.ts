import type { RunCounts } from '../stats/test-functions.ts';
import { totalsOf } from '../model/totals.ts';
import type { UnionTree } from '../tree/union.ts';
import { functionSums } from './functions.ts';

/**
 * Counts of each run of a side by function, in samples; in the unit of the file where its samples are not known. `runs` is
 * parallel to the runs of the side.
 */
export function runCounts(
  tree: UnionTree,
  side: number,
  runs: readonly { readonly samples: number | null }[],
): RunCounts[] {
  const values = tree.sides[side];
  return runs.map(({ samples }, run) => {
    const self = values?.runs[run] ?? new Float64Array(tree.length);
    // The only run of a side is the side.
    const total = values?.runs.length === 1 ? values.total : totalsOf(tree.parent, self);
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
