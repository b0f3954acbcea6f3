import type { ProblemLog } from '../../core/model/problem.ts';
import type { Frames } from './frames.ts';
import type { Layout } from './parents.ts';
import type { Rows } from './rows.ts';

/** Self values by frame. `self` is in whole steps of the file; one step is worth `scale`. */
export interface Weights {
  readonly self: Float64Array;
  /** The same where counts pass 2^53; then `scale` is 1. */
  readonly exactSelf: readonly bigint[] | null;
  /** Inclusive counts in steps, never less than the children together. */
  readonly total: Float64Array;
  readonly scale: number;
  /** Every count is a whole number as printed. */
  readonly whole: boolean;
}

/**
 * self = count - sum of the drawn children (DIFF-SPEC 7, "gap"). Counts that were rounded one by one, or a parent that
 * rounding made ambiguous, can leave children with more than their parent has; then the parent's count is raised to
 * theirs and its own parent keeps that much less. What reaches the root that way is taken from the largest self values:
 * the total stays the root's, to which all shares refer. Never negative.
 */
export function weightsOf(
  frames: Frames,
  rows: Rows,
  parent: Int32Array,
  layout: Layout,
  problems: ProblemLog,
): Weights {
  const { counts, scale } = countsOf(frames, rows, layout, problems);
  const whole = counts.every((count) => Number.isInteger(count)) && scale === 1;
  if (frames.exactCount !== null) return exactWeights(frames, rows, parent, counts, frames.exactCount, problems);
  const children = new Float64Array(frames.length);
  const total = new Float64Array(frames.length);
  const self = new Float64Array(frames.length);
  // Widths are printed with an error, so in pictures without counts a sum may be over by some of it.
  const slack = frames.countSource === 'widths' ? 0.05 : 1e-9;
  for (let at = rows.order.length - 1; at >= 0; at--) {
    const frame = rows.order[at] ?? 0;
    const count = counts[frame] ?? 0;
    const sum = children[frame] ?? 0;
    if (sum > count + slack) overdrawn(frames, frame, sum - count, problems);
    total[frame] = Math.max(count, sum);
    self[frame] = sum >= count - (frames.countSource === 'widths' ? 1e-9 : 0) ? 0 : count - sum;
    const above = parent[frame] ?? -1;
    if (above >= 0) children[above] = (children[above] ?? 0) + (total[frame] ?? 0);
  }
  keepRootTotal(rows, self, total, counts);
  return { self, exactSelf: null, total, scale, whole };
}

/** Takes what the only root box was raised by from the largest self values. */
function keepRootTotal(rows: Rows, self: Float64Array, total: Float64Array, counts: Float64Array): void {
  const root = rows.order[0] ?? 0;
  let excess = (total[root] ?? 0) - (counts[root] ?? 0);
  if (rows.first[1] !== 1 || !(excess > 0)) return;
  total[root] = counts[root] ?? 0;
  const bySelf = Int32Array.from(self, (_, frame) => frame).sort((a, b) => (self[b] ?? 0) - (self[a] ?? 0) || a - b);
  for (const frame of bySelf) {
    const taken = Math.min(excess, self[frame] ?? 0);
    if (!(taken > 0)) break;
    self[frame] = (self[frame] ?? 0) - taken;
    excess -= taken;
  }
}

function exactWeights(
  frames: Frames,
  rows: Rows,
  parent: Int32Array,
  counts: Float64Array,
  exactCount: ReadonlyMap<number, bigint>,
  problems: ProblemLog,
): Weights {
  const children: bigint[] = Array.from({ length: frames.length }, () => 0n);
  const exactSelf = children.slice();
  const total = new Float64Array(frames.length);
  for (let at = rows.order.length - 1; at >= 0; at--) {
    const frame = rows.order[at] ?? 0;
    const count = exactCount.get(frame) ?? BigInt(Math.round(counts[frame] ?? 0));
    const sum = children[frame] ?? 0n;
    if (sum > count) overdrawn(frames, frame, Number(sum - count), problems);
    const mine = sum > count ? sum : count;
    exactSelf[frame] = mine - sum;
    total[frame] = Number(mine);
    const above = parent[frame] ?? -1;
    if (above >= 0) children[above] = (children[above] ?? 0n) + mine;
  }
  return { self: Float64Array.from(exactSelf, Number), exactSelf, total, scale: 1, whole: true };
}

function overdrawn(frames: Frames, frame: number, excess: number, problems: ProblemLog): void {
  problems.add('warning', 'svg-children-exceed-parent', {
    line: frames.line[frame] ?? null,
    seen: frames.name[frame] ?? null,
    facts: { excess, unit: frames.unit },
  });
}

/** Counts in steps: as titled, or inferno's exact widths where a `--factor` has rounded the titles, or widths. */
function countsOf(
  frames: Frames,
  rows: Rows,
  layout: Layout,
  problems: ProblemLog,
): { readonly counts: Float64Array; readonly scale: number } {
  if (frames.countSource === 'widths') {
    const base = rows.order
      .subarray(rows.first[0], rows.first[1])
      .reduce((sum, frame) => sum + (frames.width[frame] ?? 0), 0);
    return { counts: frames.width.map((width) => (width / base) * 100), scale: 1 };
  }
  if (frames.exact !== null) {
    const factor = factorOf(frames, rows, frames.exact.width);
    if (factor === 1) return { counts: frames.exact.width, scale: 1 };
    if (factor !== null) {
      problems.add('note', 'svg-factor', { facts: { factor } });
      return { counts: frames.exact.width, scale: factor };
    }
  }
  let estimated = 0;
  const counts = frames.count.map((count, frame) => {
    if (!Number.isNaN(count)) return count;
    estimated++;
    return Math.round((frames.width[frame] ?? 0) / (layout.pixelsPerCount ?? 1));
  });
  if (estimated > 0) problems.add('warning', 'svg-counts-estimated', { count: estimated });
  return { counts, scale: 1 };
}

/** The number by which all titles follow the exact widths, 1 when they are equal, null when there is none. */
function factorOf(frames: Frames, rows: Rows, width: Float64Array): number | null {
  const root = rows.order[0] ?? 0;
  const isEqual = frames.count.every((count, frame) => Number.isNaN(count) || count === width[frame]);
  if (isEqual) return 1;
  const factor = (frames.count[root] ?? Number.NaN) / (width[root] ?? 0);
  if (!(factor > 0) || (rows.first[1] ?? 0) !== 1) return null;
  const follows = frames.count.every(
    (count, frame) => Number.isNaN(count) || Math.abs(count - (width[frame] ?? 0) * factor) <= 1,
  );
  return follows ? factor : null;
}
