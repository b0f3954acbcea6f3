import type { Link } from './link.ts';
import { LOGIT } from './link.ts';
import { studentCritical, studentTwoSided } from './special.ts';

/** Weight of the pooled run-to-run variance, in degrees of freedom (DIFF-SPEC 3.3). */
export const PRIOR_DF = 4;
/** Least run-to-run sd ever assumed, on the logit scale. */
const TAU_FLOOR = 0.03;

/** Counts and totals of the runs of one side, in samples. */
export interface SideCounts {
  readonly counts: ArrayLike<number>;
  readonly totals: ArrayLike<number>;
}

/** Variances of the runs of one frame, on the scale of the link. */
export interface Moments {
  readonly mean: number;
  /** Sum of squared deviations from `mean`. */
  readonly squares: number;
  readonly runs: number;
  readonly sum: number;
  readonly total: number;
}

export function momentsOf(side: SideCounts, link: Link): Moments {
  const runs = side.counts.length;
  let mean = 0;
  let sum = 0;
  let total = 0;
  for (let i = 0; i < runs; i++) {
    const x = side.counts[i]!;
    const n = side.totals[i]!;
    mean += link.of(x, n) / runs;
    sum += x;
    total += n;
  }
  let squares = 0;
  for (let i = 0; i < runs; i++) squares += (link.of(side.counts[i]!, side.totals[i]!) - mean) ** 2;
  return { mean, squares, runs, sum, total };
}

/** Pooled run-to-run variance tau0^2: over both sides, and of each side (DIFF-SPEC 3.2a). */
export interface PooledTau {
  readonly pooled: number;
  readonly base: number;
  readonly head: number;
}

export interface Estimate {
  /** mean head - mean base on the scale of the link (DL). */
  readonly delta: number;
  readonly se: number;
  readonly df: number;
  readonly t: number;
  /** Two-sided. */
  readonly p: number;
}

/** The test of DIFF-SPEC 3.3: one variance for both sides. `tau2` are variances. Needs a degree of freedom: k >= 3 in all. */
export function pooledEstimate(base: Moments, head: Moments, tau2: number, link: Link): Estimate {
  const d = base.runs + head.runs - 2;
  const s2 = (base.squares + head.squares) / d;
  const v = commonVariance(base, head, (base.total + head.total) / (base.runs + head.runs), link);
  const s2m = Math.max((PRIOR_DF * (v + tau2) + d * s2) / (PRIOR_DF + d), v + TAU_FLOOR ** 2);
  const se = Math.sqrt(s2m * (1 / base.runs + 1 / head.runs));
  return estimate(head.mean - base.mean, se, d + PRIOR_DF);
}

/**
 * The variant of DIFF-SPEC 3.2a: each side has its own variance; degrees of freedom after Satterthwaite, each side's
 * variance on d_side + d0. The share behind the sampling variance is the common one, as in 3.3: it is the null hypothesis.
 */
export function perSideEstimate(base: Moments, head: Moments, tau2: PooledTau, link: Link): Estimate {
  const ofBase = sideVariance(base, commonVariance(base, head, base.total / base.runs, link), tau2.base) / base.runs;
  const ofHead = sideVariance(head, commonVariance(base, head, head.total / head.runs, link), tau2.head) / head.runs;
  const variance = ofBase + ofHead;
  const df = variance ** 2 / (ofBase ** 2 / (base.runs - 1 + PRIOR_DF) + ofHead ** 2 / (head.runs - 1 + PRIOR_DF));
  return estimate(head.mean - base.mean, Math.sqrt(variance), df);
}

function sideVariance(side: Moments, v: number, tau2: number): number {
  const d = side.runs - 1;
  return Math.max((PRIOR_DF * (v + tau2) + side.squares) / (PRIOR_DF + d), v + TAU_FLOOR ** 2);
}

/** Sampling variance of a run of n samples at the share of both sides together. */
export function commonVariance(base: Moments, head: Moments, n: number, link: Link): number {
  return link.variance((base.sum + head.sum + 0.5) / (base.total + head.total + 1), n);
}

function estimate(delta: number, se: number, df: number): Estimate {
  const t = delta / se;
  return { delta, se, df, t, p: studentTwoSided(t, df) };
}

/** Half width of the 95 % interval in standard errors. */
export function quantile95(df: number): number {
  return studentCritical(0.05, df);
}

/**
 * 95 % interval of the difference on the natural scale, at the base's level: shares for LOGIT, rates for RATE.
 * `quantile` is that of the reference distribution (`quantile95`, or 1.96 for a normal one).
 */
export function intervalOf(
  baseMean: number,
  { delta, se }: { readonly delta: number; readonly se: number },
  quantile: number,
  link: Link,
): readonly [number, number] {
  const reach = quantile * se;
  const level = link.inverse(baseMean);
  return [link.inverse(baseMean + delta - reach) - level, link.inverse(baseMean + delta + reach) - level];
}

export interface RegionTest extends Estimate {
  /** 95 % interval of the difference of shares. */
  readonly low: number;
  readonly high: number;
  /** p of the form with a variance of its own for each side; a claim needs both (see `TestColumns.otherQ`). */
  readonly otherP: number;
}

/**
 * Tests one region: counts and totals of its runs in samples, `tau` the pooled run-to-run sds that the functions gave
 * (`FunctionTests.tau`). Null with fewer than three runs on a side: use `singleRunTest`.
 */
export function testRegion(base: SideCounts, head: SideCounts, tau: PooledTau): RegionTest | null {
  if (base.counts.length < 3 || head.counts.length < 3) return null;
  const b = momentsOf(base, LOGIT);
  const h = momentsOf(head, LOGIT);
  const made = pooledEstimate(b, h, tau.pooled ** 2, LOGIT);
  const [low, high] = intervalOf(b.mean, made, quantile95(made.df), LOGIT);
  const tau2 = { pooled: tau.pooled ** 2, base: tau.base ** 2, head: tau.head ** 2 };
  return { ...made, low, high, otherP: perSideEstimate(b, h, tau2, LOGIT).p };
}
