import { pickRuns } from '../stats/columns.ts';
import type { CountTable } from '../stats/columns.ts';
import type { EvidencePlan } from '../stats/evidence.ts';
import { summed } from '../stats/test-functions.ts';
import type { GateConfig } from './config.ts';
import type { Scaled } from './tables.ts';

/** Size of each frame on both sides, on one scale. */
export interface Levels {
  readonly base: Float64Array;
  readonly head: Float64Array;
  /** Largest value that `base` can have: above it only for pruned drawings. */
  readonly baseUpper: Float64Array;
  /** What `minAbs` is a fraction of: 1 for shares, the median base total for counts. */
  readonly unit: number;
  /** Levels per unit of the tests' shares or rates. */
  readonly perTest: number;
}

/** Pooled shares, or medians of the runs (measure count and work). Runs that the plan leaves out do not count. */
export function levelsOf(
  { base, head, perTest }: Scaled,
  upper: { readonly inclusive: Float64Array; readonly self: Float64Array } | null,
  plan: EvidencePlan,
  measure: GateConfig['measure'],
): Levels {
  // Without sample counts no run is left out, because none can be too short.
  const usedBase = plan.level === 'none' ? base : pickRuns(base, plan.base);
  const usedHead = plan.level === 'none' ? head : pickRuns(head, plan.head);
  const level = measure === 'share' ? shares : medians;
  const unit = measure === 'share' ? 1 : median(usedBase.totals);
  const low = level(usedBase);
  const functions = low.length / 2;
  const baseUpper =
    upper === null
      ? low
      : low.map((b, f) => {
          const share = f < functions ? upper.inclusive[f]! : upper.self[f - functions]!;
          return Math.max(b, share * unit);
        });
  return { base: low, head: level(usedHead), baseUpper, unit, perTest };
}

/** Absorbs the rounding of shares: 0.12 - 0.10 is meant to be 0.02. */
const ROUNDING = 1e-12;

/** H - B >= minAbs and H >= (1 + minRel) B (DIFF-SPEC 8). */
export function meetsEffect(base: number, head: number, unit: number, config: GateConfig): boolean {
  const slack = ROUNDING * unit;
  return head - base + slack >= config.minAbs * unit && head + slack >= (1 + config.minRel) * base && head > base;
}

function shares(table: CountTable): Float64Array {
  const total = table.totals.reduce((sum, n) => sum + n, 0);
  return summed(table).map((x) => x / total);
}

function medians(table: CountTable): Float64Array {
  return Float64Array.from({ length: table.runs[0]?.length ?? 0 }, (_, f) => median(table.runs.map((run) => run[f]!)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
