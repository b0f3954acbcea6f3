import type { ProblemLog } from '../../core/model/problem.ts';
import type { Frames } from './frames.ts';
import type { Rows } from './rows.ts';
import { stepOf } from './step.ts';

/** Where each frame lies on the axis of counts. */
export interface Layout {
  readonly start: Float64Array;
  readonly span: Float64Array;
  /** How far rounding may have moved a start, in the same unit. */
  readonly tolerance: number;
  /** Pixels of one count, null when the widths do not follow the counts. */
  readonly pixelsPerCount: number | null;
}

/** Rounded steps of a coordinate by which a width may be off and still follow the count. */
const WIDTH_STEPS = 1.5;
/** Share of the widths that must follow the counts to be trusted. */
const TRUSTED_SHARE = 0.9;
/** A rounding of x by less than this, in steps of the counts, lets a start be told from its neighbours. */
const WHOLE_ROUNDING = 0.48;
const WHOLE_SLACK = 0.015;
/** Parents looked at for one frame; more than this share one pixel only in pictures far too narrow for their data. */
const CANDIDATES = 256;
/** Rows looked through for the nearest drawn ancestor of a frame whose caller is missing. */
const MISSING_ROWS = 64;

/**
 * Puts frames on one axis. inferno's `fg:x` and `fg:w` are exact; else starts come from x, as exact as it was printed,
 * and spans from the counts, which are exact: so only one of the two is blurred, and sums can be checked.
 */
export function layoutOf(frames: Frames, rows: Rows, step: number): Layout {
  if (frames.exact !== null) {
    const { start, width } = frames.exact;
    return {
      start: Float64Array.from(start),
      span: width,
      tolerance: 0,
      pixelsPerCount: pixelsPerCountOf(frames, rows, width),
    };
  }
  const perCount = pixelsPerCountOf(frames, rows, frames.count);
  let follow = 0;
  let counted = 0;
  for (let frame = 0; frame < frames.length; frame++) {
    const count = frames.count[frame] ?? Number.NaN;
    if (Number.isNaN(count) || perCount === null) continue;
    counted++;
    if (Math.abs((frames.width[frame] ?? 0) - count * perCount) <= WIDTH_STEPS * step + 1e-6) follow++;
  }
  if (perCount === null || follow < counted * TRUSTED_SHARE) {
    return { start: Float64Array.from(frames.x), span: frames.width, tolerance: step * 1.01, pixelsPerCount: null };
  }
  const origin = frames.x[rows.order[0] ?? 0] ?? 0;
  const start = frames.x.map((x) => (x - origin) / perCount);
  const whole = wholeStarts(frames, start, step / 2 / perCount);
  if (whole !== null) return { start: whole, span: frames.count, tolerance: 0, pixelsPerCount: perCount };
  return {
    start,
    span: frames.count.map((count, frame) => (Number.isNaN(count) ? (frames.width[frame] ?? 0) / perCount : count)),
    tolerance: (step * 1.01) / perCount,
    pixelsPerCount: perCount,
  };
}

/** Where one step of the counts is wider than the rounding of x, starts are whole steps again; else null. */
function wholeStarts(frames: Frames, start: Float64Array, rounding: number): Float64Array | null {
  const step = stepOf(frames.count);
  if (step === 0 || rounding >= WHOLE_ROUNDING * step) return null;
  const whole = start.map((value) => Math.round(value / step) * step);
  const isClear = start.every((value, frame) => Math.abs(value - (whole[frame] ?? 0)) <= rounding + WHOLE_SLACK * step);
  return isClear ? whole : null;
}

/** From the widest counted frame: its width is printed with the smallest relative error. */
function pixelsPerCountOf(frames: Frames, rows: Rows, count: Float64Array): number | null {
  let widest = -1;
  for (const frame of rows.order) {
    if ((count[frame] ?? 0) > 0 && (widest < 0 || (frames.width[frame] ?? 0) > (frames.width[widest] ?? 0)))
      widest = frame;
  }
  const width = frames.width[widest] ?? 0;
  return widest < 0 || width <= 0 ? null : width / (count[widest] ?? 1);
}

/**
 * The frame below which each frame hangs, -1 for those of row 0: the box one row nearer the root that covers it.
 *
 * Where rounding leaves several, the one that still has room for its count is taken, and of those the one it sticks out
 * of least. Starts are sharpened on the way: a frame cannot begin before its parent or before its left neighbour ends.
 */
export function parentsOf(frames: Frames, rows: Rows, layout: Layout, problems: ProblemLog): Int32Array {
  const { start, span, tolerance } = layout;
  const parent = new Int32Array(frames.length).fill(-1);
  const used = new Float64Array(frames.length);
  const lastChild = new Int32Array(frames.length).fill(-1);
  const { order, first } = rows;
  const canCheckRoom = layout.pixelsPerCount !== null;
  for (let row = 1; row < rows.count; row++) {
    const parentsEnd = first[row] ?? 0;
    let from = first[row - 1] ?? 0;
    for (let at = parentsEnd; at < (first[row + 1] ?? 0); at++) {
      const frame = order[at] ?? 0;
      const begin = start[frame] ?? 0;
      const length = span[frame] ?? 0;
      while (from < parentsEnd && endOf(layout, order[from] ?? 0) + tolerance < begin) from++;
      let best = -1;
      let bestHasRoom = false;
      let bestOutside = Number.POSITIVE_INFINITY;
      for (let k = from; k < parentsEnd && k < from + CANDIDATES; k++) {
        const candidate = order[k] ?? 0;
        const candidateStart = start[candidate] ?? 0;
        if (candidateStart - tolerance > begin) break;
        const outside = Math.max(0, candidateStart - begin) + Math.max(0, begin + length - endOf(layout, candidate));
        const hasRoom = canCheckRoom && (used[candidate] ?? 0) + length <= (span[candidate] ?? 0) + ROOM_SLACK;
        // Two children of one name would have been drawn as one box, but for flame charts.
        const repeats = frames.name[lastChild[candidate] ?? -1] === frames.name[frame] ? 2 * tolerance : 0;
        if (hasRoom === bestHasRoom ? outside + repeats < bestOutside : hasRoom) {
          best = candidate;
          bestHasRoom = hasRoom;
          bestOutside = outside + repeats;
        }
      }
      if (best < 0 || bestOutside > length * 0.75 + 4 * tolerance) {
        best = ancestorBelow(rows, layout, frame, row - 2);
        problems.add('warning', 'svg-frames-without-parent', {
          line: frames.line[frame] ?? null,
          seen: frames.name[frame] ?? null,
        });
      } else if (bestHasRoom && tolerance > 0) sharpen(layout, frame, best, used[best] ?? 0);
      parent[frame] = best;
      if (best < 0) continue;
      used[best] = (used[best] ?? 0) + length;
      lastChild[best] = frame;
    }
  }
  return parent;
}

/** Room that rounded counts may overdraw. */
const ROOM_SLACK = 1e-6;

function endOf({ start, span }: Layout, frame: number): number {
  return (start[frame] ?? 0) + (span[frame] ?? 0);
}

function sharpen(layout: Layout, frame: number, parent: number, used: number): void {
  const { start, span } = layout;
  const earliest = (start[parent] ?? 0) + used;
  const latest = endOf(layout, parent) - (span[frame] ?? 0);
  start[frame] = Math.min(Math.max(start[frame] ?? 0, earliest), latest);
}

/** The nearest drawn frame below `row` that covers the middle of `frame`, or -1. */
function ancestorBelow(rows: Rows, layout: Layout, frame: number, row: number): number {
  const middle = (layout.start[frame] ?? 0) + (layout.span[frame] ?? 0) / 2;
  for (let below = row; below >= Math.max(0, row - MISSING_ROWS); below--) {
    let low = rows.first[below] ?? 0;
    let high = (rows.first[below + 1] ?? 0) - 1;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if ((layout.start[rows.order[half] ?? 0] ?? 0) <= middle) low = half;
      else high = half - 1;
    }
    const candidate = rows.order[low] ?? 0;
    if (low <= high && (layout.start[candidate] ?? 0) <= middle && endOf(layout, candidate) >= middle) return candidate;
  }
  return -1;
}
