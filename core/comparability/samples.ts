import type { Profile } from '../model/profile.ts';
import { totalOf } from '../model/totals.ts';
import { effectiveSamples } from '../stats/kish.ts';
import { inferPeriod } from '../stats/period.ts';
import type { InferredPeriod } from '../stats/period.ts';
import type { Run } from '../tree/union.ts';

/** Formats that hold weights without saying of what: a count there may be a number of samples or of nanoseconds. */
const UNTYPED_FORMATS = new Set(['folded', 'svg']);
const TIME_UNITS = new Set(['nanoseconds', 'microseconds', 'milliseconds', 'seconds']);

export interface SampleCount {
  /** Effective number of samples of the run (Kish, DIFF-SPEC 1); null when only weights are known. */
  readonly samples: number | null;
  /** Set when the weights share a divisor that is taken for the sampling period (DIFF-SPEC 3.2a). */
  readonly inferred: InferredPeriod | null;
}

export function samplesOf({ profile, valueType }: Run): SampleCount {
  const type = profile.valueTypes[valueType];
  if (type === undefined) return { samples: null, inferred: null };
  const isUntyped = UNTYPED_FORMATS.has(profile.source.format);
  if (isUntyped || type.sampling === null) {
    const inferred = inferPeriod(weights(profile, valueType), TIME_UNITS.has(type.unit));
    if (inferred !== null) return { samples: inferred.samples, inferred };
  }
  if (type.sampling === null) return { samples: null, inferred: null };
  const total = Number(totalOf(profile, valueType));
  return { samples: effectiveSamples(total, type.sampling.sumOfSquares), inferred: null };
}

function weights(profile: Profile, valueType: number): Float64Array {
  return profile.values[valueType] ?? new Float64Array(0);
}
