import { pickRuns } from '../stats/columns.ts';
import type { CountTable } from '../stats/columns.ts';
import type { EvidencePlan } from '../stats/evidence.ts';
import { summed } from '../stats/test-functions.ts';
import type { GateConfig } from './config.ts';
import type { GateInput } from './input.ts';
import type { Scaled } from './tables.ts';

/** Size of each frame on both sides, on one scale. */
export interface Levels {
  readonly base: Float64Array;
  readonly head: Float64Array;
  /** Largest value that `base` can have: above it only for pruned drawings. */
  readonly baseUpper: Float64Array;
  /** Smallest value that `head` can have: below it only for pruned drawings. */
  readonly headLower: Float64Array;
  /** What `minAbs` is a fraction of: 1 for shares, the median base total for counts. */
  readonly unit: number;
  /** Levels per unit of the tests' shares or rates. */
  readonly perTest: number;
}

/** Pooled shares, or medians of the runs (measure count and work). Runs that the plan leaves out do not count. */
export function levelsOf(
  { base, head, perTest }: Scaled,
  { baseUpper, headLower }: Pick<GateInput, 'baseUpper' | 'headLower'>,
  plan: EvidencePlan,
  measure: GateConfig['measure'],
): Levels {
  // Without sample counts no run is left out, because none can be too short.
  const usedBase = plan.level === 'none' ? base : pickRuns(base, plan.base);
  const usedHead = plan.level === 'none' ? head : pickRuns(head, plan.head);
  const level = measure === 'share' ? shares : medians;
  const unit = measure === 'share' ? 1 : median(usedBase.totals);
  const [from, to] = [level(usedBase), level(usedHead)];
  return {
    base: from,
    head: to,
    baseUpper: bounded(from, baseUpper, measure === 'share' ? 1 : unit, Math.max),
    headLower: bounded(to, headLower, measure === 'share' ? 1 : median(usedHead.totals), Math.min),
    unit,
    perTest,
  };
}

/** Levels with the bounds of a drawing, which are shares of the side: `total` turns them into levels. */
function bounded(
  levels: Float64Array,
  bounds: GateInput['baseUpper'],
  total: number,
  of: (a: number, b: number) => number,
): Float64Array {
  if (bounds === null) return levels;
  const functions = levels.length / 2;
  return levels.map((level, f) => {
    const share = f < functions ? bounds.inclusive[f]! : bounds.self[f - functions]!;
    return of(level, share * total);
  });
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
