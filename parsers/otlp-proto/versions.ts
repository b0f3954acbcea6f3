import type { Message } from './message.ts';
import { numbersIn } from './message.ts';

/** Field numbers that changed between versions of the protocol, which is still in development. */
export interface SampleFields {
  /** Row of the stack table; null in version 1.7, where a sample names a part of a list. */
  readonly stack: number | null;
  readonly values: number;
  readonly attributes: number;
  readonly moments: number;
  readonly duration: number;
  readonly periodType: number;
  readonly period: number;
}

const V1_7: SampleFields = { stack: null, values: 3, attributes: 4, moments: 6, duration: 5, periodType: 6, period: 7 };
const V1_8: SampleFields = { stack: 1, values: 2, attributes: 3, moments: 5, duration: 4, periodType: 5, period: 6 };
const V1_9: SampleFields = { stack: 1, values: 4, attributes: 2, moments: 5, duration: 4, periodType: 5, period: 6 };

/**
 * Tells the version by what only one of them can hold: 1.7 has a list of locations in the profile (field 3, later a
 * moment of eight bytes). In 1.8 values are field 2 and the link is field 4; in 1.9 values are field 4 and the link is 3.
 * Where samples have moments and no values both could be meant: then field 2 is values if there is one for each moment.
 */
export function sampleFieldsOf(bytes: Uint8Array, profile: Message, samples: readonly Message[]): SampleFields {
  if (profile.ranges.has(3) || profile.numbers.has(3)) return V1_7;
  if (samples.some(({ ranges }) => ranges.has(4))) return V1_9;
  if (samples.some(({ ranges, numbers }) => ranges.has(3) || numbers.has(4))) return V1_8;
  if (samples.some(({ numbers }) => numbers.has(3))) return V1_9;
  const isOneEach = samples.every((sample) => {
    const moments = (sample.ranges.get(5) ?? []).reduce((sum, { start, end }) => sum + (end - start) / 8, 0);
    const values = numbersIn(bytes, sample, 2).length;
    return values > 0 && (moments === 0 || moments === values);
  });
  return isOneEach ? V1_8 : V1_9;
}
