import type { Pruned } from '../../core/model/profile.ts';
import type { Frames } from './frames.ts';
import type { Rows } from './rows.ts';
import { stepOf } from './step.ts';
import type { Weights } from './weights.ts';

/** flamegraph.pl and inferno up to 0.9 leave out what is narrower than 0.1 px; inferno since 0.10.11 what is below 0.01 %. */
const DEFAULT_PIXELS = 0.1;
const DEFAULT_SHARE = 0.0001;
/** A narrowest frame so many times wider than the usual limit shows a higher one, if there are enough leaves to go by. */
const FAR_ABOVE = 3;
const ENOUGH_LEAVES = 8;
/** Nobody leaves out boxes as wide as this: in so short a recording one sample is that wide. */
const WIDEST_LIMIT_PIXELS = 25;

/** What was left out of the drawing, and where it may hide. */
interface Pruning {
  readonly pruned: Pruned;
  /** Frames with drawn children whose self value may hold undrawn ones, and the sum of these values. */
  readonly places: number;
  readonly hidden: number;
}

/**
 * The weight below which frames were not drawn (DIFF-SPEC 7). No generator states it in the file, so it is inferred from
 * the narrowest frame and the tools' own defaults, and always `estimated`. Null when everything was drawn: the smallest
 * possible count (1, or the common divisor of all counts) is there, or the limit lies below it.
 */
export function pruningOf(frames: Frames, rows: Rows, parent: Int32Array, weights: Weights): Pruning | null {
  const { total, self, scale } = weights;
  const isInner = new Uint8Array(frames.length);
  for (const above of parent) if (above >= 0) isInner[above] = 1;
  let least = Number.POSITIVE_INFINITY;
  let sum = 0;
  let pixels = 0;
  for (let frame = 0; frame < frames.length; frame++) {
    const count = total[frame] ?? 0;
    if (count > 0 && count < least) least = count;
    if (rows.of[frame] !== 0) continue;
    sum += count;
    pixels += frames.width[frame] ?? 0;
  }
  const step = stepOf(total);
  if (least === step || sum === 0 || pixels === 0) return null;
  const leaves = isInner.reduce((sum, inner) => sum + (1 - inner), 0);
  const usual = sum * Math.max(DEFAULT_PIXELS / pixels, frames.exact === null ? 0 : DEFAULT_SHARE);
  const isCutHigher =
    leaves >= ENOUGH_LEAVES &&
    least > FAR_ABOVE * Math.max(usual, step) &&
    (least / sum) * pixels < WIDEST_LIMIT_PIXELS;
  const weight = least < usual || isCutHigher ? least : usual;
  if (weight <= step) return null;
  let places = 0;
  let hidden = 0;
  for (let frame = 0; frame < frames.length; frame++) {
    if (isInner[frame] === 0 || !((self[frame] ?? 0) > 0)) continue;
    places++;
    hidden += self[frame] ?? 0;
  }
  return { pruned: { weight: weight * scale, estimated: true }, places, hidden: hidden * scale };
}
