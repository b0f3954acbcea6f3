import type { EvidenceLevel } from '../diff/comparison.ts';
import { ASSUMED_TAU } from './single-run.ts';

/** Runs with fewer samples are left out of tests, and that is said (DIFF-SPEC 11). */
export const LEAST_SAMPLES_PER_RUN = 50;
/** Runs of the same build that a stored spread must come from to count as calibration (DIFF-SPEC 3.2a). */
export const LEAST_CALIBRATION_RUNS = 5;

/** Run-to-run spread of stored A/A runs of the same benchmark on the same machine. */
export interface StoredSpread {
  /** Sd on the logit scale. */
  readonly tau: number;
  readonly runs: number;
}

export interface EvidencePlan {
  readonly level: EvidenceLevel;
  /** Positions of the runs that take part in tests. */
  readonly base: readonly number[];
  readonly head: readonly number[];
  /** Positions of the runs that are too short to take part. */
  readonly ignoredBase: readonly number[];
  readonly ignoredHead: readonly number[];
  /** Spread to use where it is not measured: stored, or 0.20. Not used at level measured. */
  readonly tau: number;
}

/**
 * How well differences can be told from noise (DIFF-SPEC 3.2a): measured with three runs and more on both sides, else
 * calibrated from stored runs, else assumed; none when the number of samples of a run is not known (null), because then
 * there is no variance to compute with.
 */
export function planEvidence(
  base: readonly (number | null)[],
  head: readonly (number | null)[],
  stored: StoredSpread | null = null,
  leastSamples = LEAST_SAMPLES_PER_RUN,
): EvidencePlan {
  const usable = (runs: readonly (number | null)[]) => positions(runs, (n) => n !== null && n >= leastSamples);
  const ignored = (runs: readonly (number | null)[]) => positions(runs, (n) => n !== null && n < leastSamples);
  const plan = { base: usable(base), head: usable(head), ignoredBase: ignored(base), ignoredHead: ignored(head) };
  const calibrated = stored !== null && stored.runs >= LEAST_CALIBRATION_RUNS;
  const tau = calibrated ? stored.tau : ASSUMED_TAU;
  const unknown = [...base, ...head].includes(null);
  if (unknown || plan.base.length === 0 || plan.head.length === 0) return { ...plan, level: 'none', tau };
  if (plan.base.length >= 3 && plan.head.length >= 3) return { ...plan, level: 'measured', tau };
  return { ...plan, level: calibrated ? 'calibrated' : 'assumed', tau };
}

function positions(runs: readonly (number | null)[], keep: (samples: number | null) => boolean): number[] {
  return [...runs.keys()].filter((run) => keep(runs[run] ?? null));
}
