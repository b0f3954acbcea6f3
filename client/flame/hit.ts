/** Which bar is under the pointer. */
import type { FlameWindow } from './flame-view.ts';

/** Pixels beside a narrow bar that still mean it. */
const NEAR = 2;

export class HitTest {
  readonly #window: FlameWindow;
  /** Indices of the bars of each row, from left to right. */
  readonly #rows: number[][];

  constructor(window: FlameWindow) {
    this.#window = window;
    this.#rows = Array.from({ length: window.rows }, () => []);
    for (const [i, bar] of window.bars.entries()) this.#rows[bar.row]?.push(i);
  }

  /** `x` as a fraction of the picture, `row` of the window, `pixels` the picture's width. The bar's index, or null. */
  at(x: number, row: number, pixels: number): number | null {
    const bars = this.#rows[row] ?? [];
    let low = 0;
    let high = bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#left(bars[middle]) <= x) low = middle + 1;
      else high = middle;
    }
    const before = bars[low - 1];
    const after = bars[low];
    const beyond = before === undefined ? Number.POSITIVE_INFINITY : x - this.#right(before);
    if (before !== undefined && beyond <= 0) return before;
    const ahead = after === undefined ? Number.POSITIVE_INFINITY : this.#left(after) - x;
    if (Math.min(beyond, ahead) * pixels > NEAR) return null;
    return (beyond <= ahead ? before : after) ?? null;
  }

  #left(bar: number | undefined): number {
    return this.#window.bars[bar ?? -1]?.x ?? 0;
  }

  #right(bar: number): number {
    const { x = 0, width = 0 } = this.#window.bars[bar] ?? {};
    return x + width;
  }
}
