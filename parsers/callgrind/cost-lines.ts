/**
 * Reads lines of positions and costs: `16 400`, `0x1000 1 100`, `+3 -300`, `* *`. A sign or a star is relative to the value
 * in that column of the line before; callgrind does that with positions, others with costs too. Costs that are left out
 * at the end are 0.
 */
export class CostLines {
  readonly #positions: number;
  readonly #last: Float64Array;

  constructor(positions: number, events: number) {
    this.#positions = positions;
    this.#last = new Float64Array(events);
  }

  /** A new array of costs, or null when the line is something else. A jump (`hasCosts` false) has positions only. */
  read(line: string, hasCosts: boolean): Float64Array | null {
    const cells = line.split(/\s+/);
    if (cells.length < this.#positions || cells.length > this.#positions + this.#last.length) return null;
    for (let at = 0; at < this.#positions; at++) {
      if (!/^(?:[+-]?(?:\d+|0x[0-9a-fA-F]+)|\*)$/.test(cells[at] ?? '')) return null;
    }
    const costs = new Float64Array(this.#last.length);
    for (let at = this.#positions; at < cells.length; at++) {
      const column = at - this.#positions;
      const cost = costOf(cells[at] ?? '', this.#last[column] ?? 0);
      if (cost === null) return null;
      costs[column] = cost;
    }
    if (hasCosts) this.#last.set(costs);
    return costs;
  }
}

function costOf(cell: string, last: number): number | null {
  if (cell === '*') return last;
  if (!/^[+-]?\d{1,20}(?:\.\d{1,20})?$/.test(cell)) return null;
  const value = Number(cell);
  const cost = /^[+-]/.test(cell) ? last + value : value;
  return cost >= 0 ? cost : null;
}
