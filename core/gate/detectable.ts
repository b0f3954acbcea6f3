import type { EvidenceLevel } from '../diff/comparison.ts';
import type { Link } from '../stats/link.ts';
import { PRIOR_DF } from '../stats/moderated.ts';
import { normalUpperQuantile, studentCritical } from '../stats/special.ts';

/** The frame that the smallest detectable change is reported for. */
const REFERENCE_SHARE = 0.05;
/** A gate that cannot see a doubling does not pass anything. */
const LARGEST_USEFUL = Math.log(2);
const MOST_RUNS = 100;

export interface Detectable {
  /** DL_min on the scale of the link, for a frame of 5 %. */
  readonly delta: number;
  /** The share that such a frame would have to reach. */
  readonly reaches: number;
  /** True when it is more than a doubling: noise too large. */
  readonly tooLarge: boolean;
  /** Smallest number of runs a side with which a doubling can be seen; null above 100. */
  readonly runsNeeded: number | null;
}

export interface Noise {
  readonly level: EvidenceLevel;
  readonly baseRuns: number;
  readonly headRuns: number;
  readonly tauBase: number;
  readonly tauHead: number;
  /** Mean samples of a run. */
  readonly samples: number;
  /** Frames tested. */
  readonly tested: number;
  readonly alpha: number;
}

/**
 * Smallest detectable change (DIFF-SPEC 8): DL_min = t_{1 - alpha/(2m)} sqrt((tau0^2 + v)(1/ka + 1/kb)) on ka + kb - 2 + d0
 * degrees of freedom, each side with its own spread; with an assumed or stored spread the normal quantile takes t's place.
 */
export function detectable(noise: Noise, link: Link): Detectable {
  const { baseRuns, headRuns, level } = noise;
  const delta = smallest(noise, baseRuns, headRuns, level === 'measured', link);
  let runsNeeded: number | null = 3;
  while (runsNeeded !== null && smallest(noise, runsNeeded, runsNeeded, true, link) > LARGEST_USEFUL) {
    runsNeeded = runsNeeded < MOST_RUNS ? runsNeeded + 1 : null;
  }
  return { delta, reaches: shareAfter(delta), tooLarge: delta > LARGEST_USEFUL, runsNeeded };
}

/** The share that a frame of 5 % would have to reach with `runs` runs a side, all else equal and the spread measured. */
export function reachWith(runs: number, noise: Noise, link: Link): number {
  return shareAfter(smallest(noise, runs, runs, true, link));
}

function shareAfter(delta: number): number {
  const odds = (REFERENCE_SHARE / (1 - REFERENCE_SHARE)) * Math.exp(delta);
  return odds / (1 + odds);
}

function smallest(noise: Noise, baseRuns: number, headRuns: number, measured: boolean, link: Link): number {
  const v = link.variance(REFERENCE_SHARE, noise.samples);
  const variance = (noise.tauBase ** 2 + v) / baseRuns + (noise.tauHead ** 2 + v) / headRuns;
  const level = noise.alpha / Math.max(1, noise.tested);
  const quantile = measured
    ? studentCritical(level, baseRuns + headRuns - 2 + PRIOR_DF)
    : normalUpperQuantile(level / 2);
  return quantile * Math.sqrt(variance);
}
