import type { ProblemLog } from '../../core/model/problem.ts';
import type { Frames } from './frames.ts';
import type { Weights } from './weights.ts';

/** Half a unit of the last digit of a printed delta: 0.005 %. */
const DELTA_ERROR = 0.00005;

/** Self values of the older profile behind a differential picture, by frame. */
interface BaseSide {
  readonly self: Float64Array;
  /** The printed deltas are fine enough for the whole counts of this total. */
  readonly isExact: boolean;
}

/**
 * base self = head self - delta, where a title prints count and percent of the newer profile and then the change of the
 * SELF value in percent of the newer total ("80 samples, 80.00%; 0.00%" may well have grown: its children tell). Two
 * digits behind the point give whole counts back exactly up to a total of 10,000; above, they are the nearest.
 */
export function baseSideOf(
  frames: Frames,
  delta: Float64Array,
  weights: Weights,
  total: number,
  problems: ProblemLog,
): BaseSide {
  const error = total * DELTA_ERROR;
  const isExact = weights.whole && error < 0.5;
  let clamped = 0;
  let clampedSum = 0;
  const self = weights.self.map((head, frame) => {
    const change = delta[frame] ?? Number.NaN;
    if (Number.isNaN(change) || change === 0) return head;
    const exact = head - (change / 100) * total;
    const value = weights.whole ? Math.round(exact) : exact;
    if (value >= 0) return value;
    if (value < -error - 1) {
      clamped++;
      clampedSum -= value;
    }
    return 0;
  });
  if (!isExact) problems.add('warning', 'svg-base-estimated', { facts: { error, unit: frames.unit } });
  if (clamped > 0)
    problems.add('warning', 'svg-base-negative', { count: clamped, facts: { sum: clampedSum, unit: frames.unit } });
  return { self, isExact };
}
