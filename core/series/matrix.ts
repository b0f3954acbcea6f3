import { benjaminiHochberg } from '../stats/bh.ts';
import { testColumns } from '../stats/columns.ts';
import type { CountTable } from '../stats/columns.ts';
import { planEvidence } from '../stats/evidence.ts';
import { LOGIT } from '../stats/link.ts';
import { LEAST_SAMPLES, MOST_SHARE, countTable, summed, testableFrames } from '../stats/test-functions.ts';
import type { RunCounts } from '../stats/test-functions.ts';

/** Frames by variants against a baseline (DIFF-SPEC 9). Frame f of F is function f inclusive, F + f its self. */
export interface Matrix {
  /** Share of each frame, one column a variant; null for a variant without samples. */
  readonly shares: readonly (Float64Array | null)[];
  /** q of each frame against the baseline, over frames and variants together; NaN where not tested. */
  readonly q: readonly Float64Array[];
  /** Frames by their largest |A| over the variants, largest first. */
  readonly order: Uint32Array;
  /** Number of tests that q is about. */
  readonly tested: number;
}

export interface Variant {
  readonly runs: readonly RunCounts[];
  readonly samplesKnown: boolean;
}

/** All variants against `variants[baseline]`; no pairs among the others. */
export function matrixOf(variants: readonly Variant[], baseline: number): Matrix {
  const tables = variants.map(({ runs }) => countTable(runs));
  const shares = tables.map(sharesOf);
  const base = tables[baseline];
  const frames = base?.runs[0]?.length ?? 0;
  const p = new Float64Array(frames * variants.length).fill(NaN);
  for (const [v, table] of tables.entries()) {
    if (v === baseline || base === undefined) continue;
    const sizes = (variant: Variant | undefined) =>
      (variant?.runs ?? []).map(({ total }) => (variant?.samplesKnown === true ? total : null));
    const plan = planEvidence(sizes(variants[baseline]), sizes(variants[v]));
    const family = testableFrames(base, table, LEAST_SAMPLES, MOST_SHARE);
    p.set(testColumns(base, table, family, plan, LOGIT).p, v * frames);
  }
  const q = benjaminiHochberg(p);
  return {
    shares,
    q: variants.map((_, v) => q.slice(v * frames, (v + 1) * frames)),
    order: orderOf(shares, shares[baseline] ?? null, frames),
    tested: p.reduce((count, x) => count + (Number.isNaN(x) ? 0 : 1), 0),
  };
}

function sharesOf(table: CountTable): Float64Array | null {
  const total = table.totals.reduce((sum, n) => sum + n, 0);
  return total > 0 ? summed(table).map((x) => x / total) : null;
}

function orderOf(shares: readonly (Float64Array | null)[], base: Float64Array | null, frames: number): Uint32Array {
  const reach = new Float64Array(frames);
  for (const column of shares) {
    if (column === null || base === null) continue;
    for (let f = 0; f < frames; f++) {
      const angle = Math.asin(Math.sqrt(Math.min(1, column[f]!))) - Math.asin(Math.sqrt(Math.min(1, base[f]!)));
      reach[f] = Math.max(reach[f]!, Math.abs(angle));
    }
  }
  return Uint32Array.from(reach.keys()).sort((a, b) => reach[b]! - reach[a]! || a - b);
}
