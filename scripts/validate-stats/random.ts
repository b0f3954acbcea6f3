/** Seeded random numbers for simulations: the same seed gives the same run on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spare: number | null = null;

  constructor(seed: number) {
    this.#a = 0x9e3779b9;
    this.#b = 0x243f6a88;
    this.#c = 0xb7e15162;
    this.#d = seed | 0;
    for (let i = 0; i < 20; i++) this.#next();
  }

  /** sfc32: 32 bits. */
  #next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** In [0, 1). */
  uniform(): number {
    return (this.#next() * 2 ** 21 + (this.#next() >>> 11)) * 2 ** -53;
  }

  /** Integer in [low, high). */
  integer(low: number, high: number): number {
    return low + Math.floor(this.uniform() * (high - low));
  }

  exponential(): number {
    return -Math.log(1 - this.uniform());
  }

  /** Standard normal, Marsaglia's polar method. */
  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const s = u * u + v * v;
      if (s === 0 || s >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      this.#spare = v * factor;
      return u * factor;
    }
  }

  /** Number of trials up to the first success. */
  geometric(p: number): number {
    return Math.ceil(Math.log(1 - this.uniform()) / Math.log(1 - p)) || 1;
  }

  /** Beta(1/2, 3), the split between a function's own work and its callees. */
  betaHalfThree(): number {
    const half = this.normal() ** 2 / 2;
    return half / (half + this.exponential() + this.exponential() + this.exponential());
  }

  /** `draws` samples over cells with the given weights: counts by cell. Alias method, O(cells + draws). */
  multinomial(weights: Float64Array, draws: number): Float64Array {
    const cells = weights.length;
    const sum = weights.reduce((a, b) => a + b, 0);
    const scaled = weights.map((w) => (w * cells) / sum);
    const alias = new Int32Array(cells);
    const small: number[] = [];
    const large: number[] = [];
    for (const [cell, w] of scaled.entries()) (w < 1 ? small : large).push(cell);
    for (let high = large.at(-1); high !== undefined; high = large.at(-1)) {
      const low = small.pop();
      if (low === undefined) break;
      alias[low] = high;
      scaled[high] = scaled[high]! + scaled[low]! - 1;
      if (scaled[high]! < 1) {
        large.pop();
        small.push(high);
      }
    }
    for (const cell of [...small, ...large]) scaled[cell] = 1;
    const counts = new Float64Array(cells);
    for (let i = 0; i < draws; i++) {
      const at = this.uniform() * cells;
      const cell = Math.floor(at);
      const hit = at - cell < scaled[cell]! ? cell : alias[cell]!;
      counts[hit] = counts[hit]! + 1;
    }
    return counts;
  }
}
