/** A common divisor from here on is a sampling period: nobody counts samples in thousands of exactly equal steps. */
const LEAST_PERIOD = 1000;
/** Below this divisor a handful of round counts (7000, 2000, 1000) looks the same: then it takes a real number of samples. */
const CERTAIN_PERIOD = 100_000;
const LEAST_PLAUSIBLE_SAMPLES = 100;
/** More samples than this in one stack are no plausible recording: the divisor then is an accident (alignment of bytes). */
const MOST_SAMPLES = 10_000_000;

export interface InferredPeriod {
  /** g: weight of one sample, in the unit of the values. */
  readonly period: number;
  /** Sum of the values / g. */
  readonly samples: number;
}

/**
 * The sampling period behind folded files that are weighted by it (DIFF-SPEC 3.2a): the greatest common divisor of all
 * values. `timed` says that the unit is one of time; then any divisor above 1 counts when the samples that follow are
 * plausible in number, else only one of 1,000 and more. Null: the values are counts, or weights without a period.
 * At least two different values are needed, because one value alone divides itself.
 */
export function inferPeriod(values: Float64Array, timed: boolean): InferredPeriod | null {
  let divisor = 0;
  let largest = 0;
  let sum = 0;
  for (const value of values) {
    if (value === 0) continue;
    if (value < 0 || !Number.isSafeInteger(value)) return null;
    divisor = commonDivisor(value, divisor);
    if (divisor === 1) return null;
    largest = Math.max(largest, value);
    sum += value;
  }
  if (divisor === 0 || largest === divisor) return null;
  if (divisor < LEAST_PERIOD && !(timed && largest / divisor <= MOST_SAMPLES)) return null;
  if (!timed && divisor < CERTAIN_PERIOD && sum / divisor < LEAST_PLAUSIBLE_SAMPLES) return null;
  return { period: divisor, samples: sum / divisor };
}

function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
