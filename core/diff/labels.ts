import type { EvidenceLevel, Explanation } from './comparison.ts';

const CONFIRMED_Z = 4.5;
const SUSPECTED_Z = 2;
const CONFIRMED_Q = 0.01;

/**
 * Sets label and q (DIFF-SPEC 5): confirmed needs z >= 4.5 and, where the region was tested over runs, q <= .01; without
 * sample counts nothing is confirmed. `q` is parallel to the explanations, or empty when nothing was tested.
 */
export function labelled(
  explanations: readonly Explanation[],
  level: EvidenceLevel,
  q: readonly (number | null)[],
): readonly Explanation[] {
  return explanations.map((one, i) => {
    const tested = q[i] ?? null;
    const confirmed = level !== 'none' && isBeyondNoise(one.z, tested);
    return { ...one, q: tested, label: confirmed ? 'confirmed' : one.z >= SUSPECTED_Z ? 'suspected' : 'noise' };
  });
}

/** z >= 4.5 and, where the region was tested over runs, q <= .01 (DIFF-SPEC 5). */
export function isBeyondNoise(z: number, q: number | null): boolean {
  return z >= CONFIRMED_Z && (q === null || q <= CONFIRMED_Q);
}
