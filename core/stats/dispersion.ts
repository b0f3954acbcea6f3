/**
 * Pooled run-to-run variance tau0^2 (DIFF-SPEC 3.2): 10 % trimmed mean of s^2 - v over the better-counted half of the
 * frames. `observed` are the variances between runs, `sampling` the variances v that sampling alone gives, by frame.
 * Never negative; 0 for no frames. O(m log m).
 */
export function pooledVariance(observed: Float64Array, sampling: Float64Array): number {
  const limit = observed.length > 4 ? median(sampling) : Infinity;
  const excess = observed.map((s2, i) => s2 - sampling[i]!).filter((_, i) => sampling[i]! <= limit);
  if (excess.length === 0) return 0;
  excess.sort();
  const cut = Math.floor(excess.length / 10);
  let sum = 0;
  for (let i = cut; i < excess.length - cut; i++) sum += excess[i]!;
  return Math.max(0, sum / (excess.length - 2 * cut));
}

function median(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
