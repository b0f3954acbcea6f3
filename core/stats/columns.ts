import { benjaminiHochberg } from './bh.ts';
import { pooledVariance } from './dispersion.ts';
import type { EvidencePlan } from './evidence.ts';
import type { Link } from './link.ts';
import {
  PRIOR_DF,
  commonVariance,
  intervalOf,
  momentsOf,
  perSideEstimate,
  pooledEstimate,
  quantile95,
} from './moderated.ts';
import type { Estimate, Moments, PooledTau } from './moderated.ts';
import { NORMAL_95, singleRunTest } from './single-run.ts';

/** Counts of many frames in the runs of one side, in samples. */
export interface CountTable {
  /** One column a run, by frame. */
  readonly runs: readonly Float64Array[];
  /** Samples of each run (for the link RATE: its amount of work). */
  readonly totals: readonly number[];
}

/** Results by frame; NaN where a frame was not tested. */
export interface TestColumns {
  /** 1: a member of the family that q is about. */
  readonly tested: Uint8Array;
  /** Head minus base on the scale of the link: DL. */
  readonly delta: Float64Array;
  readonly se: Float64Array;
  readonly t: Float64Array;
  /** Infinity for a normal reference. */
  readonly df: Float64Array;
  /** Two-sided. */
  readonly p: Float64Array;
  /** Benjamini-Hochberg with measured spread, Bonferroni else (DIFF-SPEC 3.3, 3.4). */
  readonly q: Float64Array;
  /** 95 % interval of the difference of shares (LOGIT) or rates (RATE), base's level kept. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /**
   * q of the other form of the test: own variance for each side (DIFF-SPEC 3.2a). NaN unless the spread is measured.
   *
   * Neither form is better everywhere (`npm run validate-stats`): with a head much noisier than base the pooled form finds
   * something in up to 8 % of no-change diffs, this one in 2 %; with equal noise this one finds more, true and false. Both
   * are kept: a claim that breaks a build needs both, which has the lowest false-alarm rate in every case simulated at the
   * power of the pooled form.
   */
  readonly otherQ: Float64Array;
  readonly members: number;
  /** Run-to-run sds used, on the scale of the link. */
  readonly tau: PooledTau;
}

/**
 * Tests the frames of `family` (positions in the columns) against each other's noise. The tables hold all runs that the
 * plan was made for; those that it leaves out take no part. Level `none` gives no results. O(frames · runs + members · log members).
 */
export function testColumns(
  base: CountTable,
  head: CountTable,
  family: Uint32Array,
  plan: EvidencePlan,
  link: Link,
): TestColumns {
  const length = base.runs[0]?.length ?? 0;
  const out = emptyColumns(length, plan.level === 'none' ? 0 : family.length);
  if (plan.level === 'none') return { ...out, tau: { pooled: NaN, base: NaN, head: NaN } };
  const b = sideMoments(pickRuns(base, plan.base), family, link);
  const h = sideMoments(pickRuns(head, plan.head), family, link);
  for (const f of family) out.tested[f] = 1;
  return plan.level === 'measured' ? measured(out, b, h, family, link) : assumed(out, b, h, family, plan.tau, link);
}

function measured(
  out: Omit<TestColumns, 'tau'>,
  base: readonly Moments[],
  head: readonly Moments[],
  family: Uint32Array,
  link: Link,
): TestColumns {
  const tau = pooledTau(base, head, link);
  const tau2 = { pooled: tau.pooled ** 2, base: tau.base ** 2, head: tau.head ** 2 };
  const otherP = new Float64Array(out.p.length).fill(NaN);
  const quantile = quantile95((base[0]?.runs ?? 0) + (head[0]?.runs ?? 0) - 2 + PRIOR_DF);
  for (let i = 0; i < family.length; i++) {
    const f = family[i]!;
    const b = base[i]!;
    const h = head[i]!;
    const made = pooledEstimate(b, h, tau2.pooled, link);
    store(out, f, made, intervalOf(b.mean, made, quantile, link));
    otherP[f] = perSideEstimate(b, h, tau2, link).p;
  }
  out.q.set(benjaminiHochberg(out.p));
  out.otherQ.set(benjaminiHochberg(otherP));
  return { ...out, tau };
}

/** One or two runs on a side: pooled counts, spread not measured; two runs can only raise it (DIFF-SPEC 3.2a). */
function assumed(
  out: Omit<TestColumns, 'tau'>,
  base: readonly Moments[],
  head: readonly Moments[],
  family: Uint32Array,
  given: number,
  link: Link,
): TestColumns {
  const spread = Math.max(given, pooledTau(base, head, link).pooled);
  for (let i = 0; i < family.length; i++) {
    const { p } = testPooled(out, family[i]!, base[i]!, head[i]!, spread, link);
    out.q[family[i]!] = Math.min(1, p * family.length);
  }
  return { ...out, tau: { pooled: spread, base: spread, head: spread } };
}

function testPooled(
  out: Omit<TestColumns, 'tau'>,
  f: number,
  b: Moments,
  h: Moments,
  spread: number,
  link: Link,
): Estimate {
  const { delta, se, z, p } = singleRunTest(
    { x: b.sum, n: b.total, k: b.runs },
    { x: h.sum, n: h.total, k: h.runs },
    spread,
    link,
  );
  const made = { delta, se, df: Infinity, t: z, p };
  store(out, f, made, intervalOf(link.of(b.sum, b.total), made, NORMAL_95, link));
  return made;
}

/** tau0 of both sides together and of each side, from the frames of the family; 0 where a side has one run. */
function pooledTau(base: readonly Moments[], head: readonly Moments[], link: Link): PooledTau {
  const freedom = (base[0]?.runs ?? 1) + (head[0]?.runs ?? 1) - 2;
  if (freedom === 0) return { pooled: 0, base: 0, head: 0 };
  const observed = Float64Array.from(base, (b, i) => (b.squares + head[i]!.squares) / freedom);
  const sampling = Float64Array.from(base, (b, i) =>
    commonVariance(b, head[i]!, (b.total + head[i]!.total) / (b.runs + head[i]!.runs), link),
  );
  return {
    pooled: Math.sqrt(pooledVariance(observed, sampling)),
    base: sideTau(base, link),
    head: sideTau(head, link),
  };
}

/** Run-to-run sd of runs of one build, pooled over the frames of `family` (DIFF-SPEC 3.2); 0 for a single run. */
export function spreadOfRuns(table: CountTable, family: Uint32Array, link: Link): number {
  return sideTau(sideMoments(table, family, link), link);
}

/** tau0 of one side, each frame with the side's own share. */
function sideTau(side: readonly Moments[], link: Link): number {
  const runs = side[0]?.runs ?? 1;
  if (runs < 2) return 0;
  const observed = Float64Array.from(side, (m) => m.squares / (runs - 1));
  const sampling = Float64Array.from(side, (m) => link.variance((m.sum + 0.5) / (m.total + 1), m.total / runs));
  return Math.sqrt(pooledVariance(observed, sampling));
}

function sideMoments(table: CountTable, family: Uint32Array, link: Link): Moments[] {
  const { runs, totals } = table;
  const counts = new Float64Array(runs.length);
  const moments: Moments[] = [];
  for (let i = 0; i < family.length; i++) {
    for (let run = 0; run < runs.length; run++) counts[run] = runs[run]![family[i]!]!;
    moments.push(momentsOf({ counts, totals }, link));
  }
  return moments;
}

/** The table of some runs only, by their positions in `table`. */
export function pickRuns(table: CountTable, runs: readonly number[]): CountTable {
  const taken = <T>(values: readonly T[]) =>
    runs.map((run) => {
      const value = values[run];
      if (value === undefined) throw new RangeError(`run ${run} of ${values.length}: the plan is of other runs`);
      return value;
    });
  return { runs: taken(table.runs), totals: taken(table.totals) };
}

function store(out: Omit<TestColumns, 'tau'>, f: number, made: Estimate, interval: readonly [number, number]): void {
  out.delta[f] = made.delta;
  out.se[f] = made.se;
  out.t[f] = made.t;
  out.df[f] = made.df;
  out.p[f] = made.p;
  out.low[f] = interval[0];
  out.high[f] = interval[1];
}

function emptyColumns(length: number, members: number): Omit<TestColumns, 'tau'> {
  const column = () => new Float64Array(length).fill(NaN);
  return {
    tested: new Uint8Array(length),
    delta: column(),
    se: column(),
    t: column(),
    df: column(),
    p: column(),
    q: column(),
    low: column(),
    high: column(),
    otherQ: column(),
    members,
  };
}
