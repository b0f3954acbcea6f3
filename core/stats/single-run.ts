import type { Link } from './link.ts';
import { normalTwoSided, normalUpperQuantile } from './special.ts';

/** Assumed run-to-run sd on the logit scale for an unknown machine (DIFF-SPEC 3.2). */
export const ASSUMED_TAU = 0.2;
/**
 * The sd that no machine is assumed to exceed: what one run per side must overcome to fail a gate. DIFF-SPEC 8 has 0.50;
 * real runs of one contended server failed it (docs/validation.md), none fails 0.60, and 7 % -> 85 % still does.
 */
export const OVERWHELMING_TAU = 0.6;

export interface SingleRunTest {
  readonly delta: number;
  readonly se: number;
  readonly z: number;
  /** Two-sided, of this frame alone: multiply by the number of tested frames (Bonferroni). */
  readonly p: number;
}

/**
 * Fewer than three runs on a side (DIFF-SPEC 3.4): pooled counts x of n samples from k runs a side; the spread between runs
 * is `tau`, not measured. k = 1 on both sides is the formula of the document.
 */
export function singleRunTest(
  base: { readonly x: number; readonly n: number; readonly k: number },
  head: { readonly x: number; readonly n: number; readonly k: number },
  tau: number,
  link: Link,
): SingleRunTest {
  const delta = link.of(head.x, head.n) - link.of(base.x, base.n);
  const spread = tau * tau * (1 / base.k + 1 / head.k);
  const se = Math.sqrt(link.plainVariance(base.x, base.n) + link.plainVariance(head.x, head.n) + spread);
  const z = delta / se;
  return { delta, se, z, p: normalTwoSided(z) };
}

/** Half width of the 95 % interval in standard errors. */
export const NORMAL_95 = normalUpperQuantile(0.025);
