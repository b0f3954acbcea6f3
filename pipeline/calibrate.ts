import { runCounts } from '../core/diff/run-counts.ts';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { spreadOfRuns } from '../core/stats/columns.ts';
import { LEAST_CALIBRATION_RUNS } from '../core/stats/evidence.ts';
import type { StoredSpread } from '../core/stats/evidence.ts';
import { LOGIT } from '../core/stats/link.ts';
import { LEAST_SAMPLES, MOST_SHARE, countTable, testableFrames } from '../core/stats/test-functions.ts';
import { unionTree } from '../core/tree/union.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions } from './prepare.ts';

/**
 * Run-to-run spread of a benchmark on a machine, from runs of one build that are not part of the comparison (A/A runs,
 * DIFF-SPEC 3.2). Prepared as the compared runs are, because folding names changes the frames. Faults: fewer than five
 * runs, weights without a number of samples, those of `prepareSides`.
 */
export function calibrationOf(
  normalizer: Normalizer,
  runs: readonly Profile[],
  options: PrepareOptions,
): Result<StoredSpread, Fault> {
  if (runs.length < LEAST_CALIBRATION_RUNS) {
    return err(fault('calibration-too-few', { facts: { runs: runs.length, least: LEAST_CALIBRATION_RUNS } }));
  }
  const half = Math.ceil(runs.length / 2);
  const prepared = prepareSides(normalizer, runs.slice(0, half), runs.slice(half), options);
  if (!prepared.ok) return prepared;
  const [first, second] = prepared.value.sides;
  const counts = [...first.counts, ...second.counts];
  if (counts.some(({ samples }) => samples === null)) return err(fault('calibration-without-samples'));
  const made = unionTree([[...first.runs, ...second.runs]]);
  if (!made.ok) return made;
  const table = countTable(runCounts(made.value, 0, counts));
  const family = testableFrames(table, table, 2 * LEAST_SAMPLES, MOST_SHARE);
  return ok({ tau: spreadOfRuns(table, family, LOGIT), runs: runs.length });
}
