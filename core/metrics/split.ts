import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/** What the CPU use of a side is computed from (DIFF-SPEC 10). */
export interface MeasuredSide {
  /** T: samples in the profile. */
  readonly samples: number;
  /** F: samples per CPU-second; null when unknown. */
  readonly frequency: number | null;
  /** Seconds that the profile covers; null when unknown. */
  readonly profileSeconds: number | null;
  /** Seconds that the metric was taken over; null when unknown. */
  readonly metricSeconds: number | null;
  /** Work per second: tps. */
  readonly throughput: number;
}

/** Why nothing per unit of work is computed. */
export type Refusal =
  | { readonly code: 'event-not-time' }
  | { readonly code: 'no-samples'; readonly side: Side }
  | { readonly code: 'no-throughput'; readonly side: Side }
  | { readonly code: 'duration-unknown'; readonly side: Side }
  | { readonly code: 'frequency-unknown' }
  | { readonly code: 'windows-differ'; readonly side: Side; readonly profile: number; readonly metric: number };

export type Side = 'base' | 'head';

/** Windows may differ by this much. */
const WINDOW_TOLERANCE = 0.1;

export interface CpuUse {
  /** U: CPUs busy, or samples per second when F is not known but the same on both sides (`relative`). */
  readonly base: number;
  readonly head: number;
  readonly relative: boolean;
  /** False: "tps and profile may cover different intervals". */
  readonly windowsVerified: boolean;
}

/**
 * U = T / (F · seconds) of both sides, or why not. `sameFrequency` says that both profiles were taken at the same rate even
 * if it is not known which: then F cancels in every ratio. `timeLike`: the event counts CPU time (cycles, cpu-clock).
 */
export function cpuUse(
  base: MeasuredSide,
  head: MeasuredSide,
  { sameFrequency, timeLike }: { readonly sameFrequency: boolean; readonly timeLike: boolean },
): Result<CpuUse, Refusal> {
  if (!timeLike) return err({ code: 'event-not-time' });
  const sides = { base, head };
  let windowsVerified = true;
  for (const side of ['base', 'head'] as const) {
    const { samples, throughput, profileSeconds, metricSeconds } = sides[side];
    if (!(samples > 0)) return err({ code: 'no-samples', side });
    if (!(throughput > 0)) return err({ code: 'no-throughput', side });
    if (profileSeconds === null || !(profileSeconds > 0)) return err({ code: 'duration-unknown', side });
    if (metricSeconds === null) windowsVerified = false;
    else if (Math.abs(metricSeconds - profileSeconds) > WINDOW_TOLERANCE * Math.max(metricSeconds, profileSeconds)) {
      return err({ code: 'windows-differ', side, profile: profileSeconds, metric: metricSeconds });
    }
  }
  const known = base.frequency !== null && head.frequency !== null;
  if (!known && !sameFrequency) return err({ code: 'frequency-unknown' });
  const rate = ({ samples, profileSeconds, frequency }: MeasuredSide) =>
    samples / ((known ? (frequency ?? 1) : 1) * (profileSeconds ?? 1));
  return ok({ base: rate(base), head: rate(head), relative: !known, windowsVerified });
}

/** A disjoint part of the profile with its shares; the parts given must sum to 1 on both sides. */
export interface RegionShares {
  readonly base: number;
  readonly head: number;
}

export interface RegionSplit {
  /** Dc_R: CPU per unit of work added by the region. */
  readonly added: number;
  /** e_R = Dc_R / Dc: share of the added CPU; may be negative or above 1. */
  readonly explained: number;
  /** The region's part of ln(c_h / c_b). */
  readonly costLog: number;
  /** Its part of ln(throughput ratio): -costLog. */
  readonly throughputLog: number;
  /** Cost of the region per unit of work, head over base; Infinity for a new one, NaN for an absent one. */
  readonly costRatio: number;
  /** Throughput if this region alone went back to its base cost, waiting unchanged: a bound, not a forecast. */
  readonly whatIf: number;
}

export interface ThroughputSplit {
  /** c = U / throughput: CPU-seconds per unit of work (or samples, when U is relative). */
  readonly costBase: number;
  readonly costHead: number;
  readonly costRatio: number;
  /** ln(throughput_h / throughput_b) = cpuLog - costLog, exactly. */
  readonly throughputLog: number;
  /** ln(U_h / U_b): negative when less CPU was used, which is waiting. */
  readonly cpuLog: number;
  /** ln(c_h / c_b). */
  readonly costLog: number;
  /** Parallel to the regions given; null when the cost did not change, because nothing is there to split. */
  readonly regions: readonly RegionSplit[] | null;
}

/**
 * Identity of DIFF-SPEC 10 and its split over regions by log-mean weights (LMDI: exact, free of order, antisymmetric).
 * All of `use` and the throughputs must be above 0, which `cpuUse` has checked.
 */
export function splitThroughput(
  use: { readonly base: number; readonly head: number },
  throughput: { readonly base: number; readonly head: number },
  regions: readonly RegionShares[],
): ThroughputSplit {
  const costBase = use.base / throughput.base;
  const costHead = use.head / throughput.head;
  const change = costHead - costBase;
  const costLog = Math.log(costHead / costBase);
  const weight = 1 / logMean(costHead, costBase);
  return {
    costBase,
    costHead,
    costRatio: costHead / costBase,
    throughputLog: Math.log(throughput.head / throughput.base),
    cpuLog: Math.log(use.head / use.base),
    costLog,
    regions:
      change === 0
        ? null
        : regions.map(({ base, head }) => {
            const added = head * costHead - base * costBase;
            return {
              added,
              explained: added / change,
              costLog: added * weight,
              throughputLog: -added * weight,
              costRatio: (head * costHead) / (base * costBase),
              whatIf: use.head / (costHead - added),
            };
          }),
  };
}

/** Lm(a, b) = (a - b) / ln(a / b), Lm(a, a) = a; for a, b > 0. Near a = b by its series, where the quotient loses digits. */
export function logMean(a: number, b: number): number {
  const x = (a - b) / b;
  if (Math.abs(x) < 1e-4) return b * (1 + x / 2 - (x * x) / 12 + (x * x * x) / 24);
  return (a - b) / Math.log(a / b);
}
