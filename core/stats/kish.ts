/** Kish's effective number of samples (DIFF-SPEC 1): (sum w)^2 / sum w^2 of the weights of single samples. */
export function effectiveSamples(sum: number, sumOfSquares: number): number {
  return sumOfSquares > 0 ? (sum * sum) / sumOfSquares : 0;
}
