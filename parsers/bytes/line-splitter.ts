/**
 * Cuts a stream of chunks into lines. Most lines are handed over where they lie in the chunk; only one that a chunk
 * boundary splits is copied together.
 */
export class LineSplitter {
  readonly #onLines: (buffer: Uint8Array, start: number, end: number) => void;
  /** An unfinished line, in the first `#held` bytes; grows by doubling, so a long line in many chunks costs its length. */
  #rest = new Uint8Array(0);
  #held = 0;

  /**
   * `onLines` is given a range of whole lines, each ended by a line feed (the last line of the file may lack it). The
   * buffer is only valid during the call.
   */
  constructor(onLines: (buffer: Uint8Array, start: number, end: number) => void) {
    this.#onLines = onLines;
  }

  feed(chunk: Uint8Array): void {
    let start = 0;
    if (this.#held > 0) {
      const first = chunk.indexOf(10);
      this.#hold(first < 0 ? chunk : chunk.subarray(0, first + 1));
      if (first < 0) return;
      this.#giveRest();
      start = first + 1;
    }
    const last = chunk.lastIndexOf(10);
    if (last >= start) this.#onLines(chunk, start, last + 1);
    const restStart = Math.max(start, last + 1);
    if (restStart < chunk.length) this.#hold(chunk.subarray(restStart));
  }

  /** Bytes of an unfinished line that are held back: a reader with a limit on line length looks here. */
  get pending(): number {
    return this.#held;
  }

  finish(): void {
    if (this.#held > 0) this.#giveRest();
  }

  #hold(bytes: Uint8Array): void {
    const held = this.#held + bytes.length;
    if (held > this.#rest.length) {
      const bigger = new Uint8Array(Math.max(held, 2 * this.#rest.length));
      bigger.set(this.#rest.subarray(0, this.#held));
      this.#rest = bigger;
    }
    this.#rest.set(bytes, this.#held);
    this.#held = held;
  }

  #giveRest(): void {
    const [rest, held] = [this.#rest, this.#held];
    // What the reader does may fail, and the line must not come again; a very long one is not kept either.
    this.#held = 0;
    if (held > KEPT_BYTES) this.#rest = new Uint8Array(0);
    this.#onLines(rest, 0, held);
  }
}

const KEPT_BYTES = 1 << 20;
