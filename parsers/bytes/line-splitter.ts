/**
 * Cuts a stream of chunks into lines. Most lines are handed over where they lie in the chunk; only one that a chunk
 * boundary splits is copied together.
 */
export class LineSplitter {
  readonly #onLines: (buffer: Uint8Array, start: number, end: number) => void;
  #rest = new Uint8Array(0);

  /**
   * `onLines` is given a range of whole lines, each ended by a line feed (the last line of the file may lack it). The
   * buffer is only valid during the call.
   */
  constructor(onLines: (buffer: Uint8Array, start: number, end: number) => void) {
    this.#onLines = onLines;
  }

  feed(chunk: Uint8Array): void {
    let start = 0;
    if (this.#rest.length > 0) {
      const first = chunk.indexOf(10);
      if (first < 0) {
        this.#rest = joined(this.#rest, chunk);
        return;
      }
      const line = joined(this.#rest, chunk.subarray(0, first + 1));
      this.#rest = new Uint8Array(0);
      this.#onLines(line, 0, line.length);
      start = first + 1;
    }
    const last = chunk.lastIndexOf(10);
    if (last >= start) this.#onLines(chunk, start, last + 1);
    const restStart = Math.max(start, last + 1);
    if (restStart < chunk.length) this.#rest = chunk.slice(restStart);
  }

  /** Bytes of an unfinished line that are held back: a reader with a limit on line length looks here. */
  get pending(): number {
    return this.#rest.length;
  }

  finish(): void {
    const rest = this.#rest;
    this.#rest = new Uint8Array(0);
    if (rest.length > 0) this.#onLines(rest, 0, rest.length);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
