/** SHA-256 (FIPS 180-4) of a stream. */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of square roots of the first 8. */
const [CUBE_ROOTS, SQUARE_ROOTS] = constants();
const BLOCK = 64;

export class Sha256 {
  readonly #state = Int32Array.from(SQUARE_ROOTS);
  readonly #schedule = new Int32Array(64);
  readonly #block = new Uint8Array(BLOCK);
  #filled = 0;
  #bytes = 0;

  update(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    let at = 0;
    if (this.#filled > 0) {
      const taken = Math.min(BLOCK - this.#filled, chunk.length);
      this.#block.set(chunk.subarray(0, taken), this.#filled);
      this.#filled += taken;
      at = taken;
      if (this.#filled < BLOCK) return;
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; at + BLOCK <= chunk.length; at += BLOCK) this.#compress(chunk, at);
    this.#block.set(chunk.subarray(at));
    this.#filled = chunk.length - at;
  }

  /** Lower case hex; nothing may be added afterwards. */
  hex(): string {
    const bits = BigInt(this.#bytes) * 8n;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, from: number): void {
    const w = this.#schedule;
    for (let i = 0; i < 16; i++) {
      const at = from + 4 * i;
      w[i] = (at4(bytes, at) << 24) | (at4(bytes, at + 1) << 16) | (at4(bytes, at + 2) << 8) | at4(bytes, at + 3);
    }
    for (let i = 16; i < 64; i++) {
      const [a, b] = [word(w, i - 15), word(w, i - 2)];
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = (word(w, i - 16) + s0 + word(w, i - 7) + s1) | 0;
    }
    const state = this.#state;
    let [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)];
    let [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)];
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + word(CUBE_ROOTS, i) + word(w, i)) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = word(state, i) + added;
  }
}

function at4(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function constants(): readonly [Int32Array, Int32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [
    Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}
