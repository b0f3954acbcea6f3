/**
 * The scale on which runs are compared. Shares are tested as logits (DIFF-SPEC 1, L); amounts of work, where counts
 * themselves are the cost, as logarithms of rates. Offset 0.5 keeps counts of 0 finite.
 */
export interface Link {
  /** Value of a count x among n samples on the scale. */
  of(x: number, n: number): number;
  /** Sampling variance of one run's value, for an expected share p of n samples. */
  variance(p: number, n: number): number;
  /** Sampling variance estimated from one count: the terms of DIFF-SPEC 3.4. */
  plainVariance(x: number, n: number): number;
  /** From the scale back to a share (logit) or a rate (log). */
  inverse(value: number): number;
}

export const LOGIT: Link = {
  of: (x, n) => Math.log((x + 0.5) / (n - x + 0.5)),
  variance: (p, n) => 1 / (n * p * (1 - p)),
  plainVariance: (x, n) => 1 / (x + 0.5) + 1 / (n - x + 0.5),
  inverse: expit,
};

/** Amounts per unit of work: n is the work of the run, p the rate. The same work in all runs compares plain counts. */
export const RATE: Link = {
  of: (x, n) => Math.log((x + 0.5) / n),
  variance: (p, n) => 1 / (n * p),
  plainVariance: (x) => 1 / (x + 0.5),
  inverse: Math.exp,
};

function expit(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
