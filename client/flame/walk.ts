/** Walking over the bars of a window with the keyboard. Every function takes and gives an index into `bars`. */
import type { FlameBar } from './flame-view.ts';

export function parentOf(bars: readonly FlameBar[], at: number): number {
  const parent = bars[at]?.parent ?? -1;
  return parent < 0 ? at : parent;
}

/** The widest bar that stands on `at`, or `at` itself when there is none. */
export function widestChild(bars: readonly FlameBar[], at: number): number {
  let widest = at;
  let width = -1;
  for (const [i, bar] of bars.entries()) {
    if (bar.parent !== at || bar.width <= width) continue;
    widest = i;
    width = bar.width;
  }
  return widest;
}

/** The next bar to the right (`step` 1) or left (-1) in the same row, whichever caller it has; `at` at the end. */
export function neighbour(bars: readonly FlameBar[], at: number, step: 1 | -1): number {
  const row = bars[at]?.row;
  // Bars of a row stand in the order of their left edges, because parents do.
  for (let i = at + step; i >= 0 && i < bars.length; i += step) if (bars[i]?.row === row) return i;
  return at;
}
