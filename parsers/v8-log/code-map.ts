/** Code that lies in memory from `start` to `end`. */
export interface CodeEntry<T> {
  readonly start: number;
  readonly end: number;
  readonly code: T;
}

const BUCKET = 512;

/**
 * Pieces of code by address; none overlap. New code takes the place of what lay there. Kept sorted in buckets, so a log of
 * a million pieces needs no million moves for each.
 */
export class CodeMap<T> {
  #buckets: CodeEntry<T>[][] = [[]];

  add(start: number, size: number, code: T): void {
    const entry = { start, end: start + Math.max(size, 1), code };
    for (let old = this.#overlapping(entry); old !== null; old = this.#overlapping(entry)) this.#remove(old);
    const at = this.#bucketOf(start);
    const bucket = this.#buckets[at] ?? [];
    bucket.splice(after(bucket, start), 0, entry);
    if (bucket.length > BUCKET) this.#buckets.splice(at, 1, bucket.slice(0, BUCKET / 2), bucket.slice(BUCKET / 2));
  }

  move(from: number, to: number): void {
    const entry = this.#startingAt(from);
    if (entry === null) return;
    this.#remove(entry);
    this.add(to, entry.end - entry.start, entry.code);
  }

  delete(start: number): void {
    const entry = this.#startingAt(start);
    if (entry !== null) this.#remove(entry);
  }

  /** The code that `address` lies in. */
  at(address: number): T | null {
    const entry = this.#before(address);
    return entry !== null && address < entry.end ? entry.code : null;
  }

  #startingAt(start: number): CodeEntry<T> | null {
    const entry = this.#before(start);
    return entry?.start === start ? entry : null;
  }

  #overlapping({ start, end }: CodeEntry<T>): CodeEntry<T> | null {
    const before = this.#before(end - 1);
    return before !== null && before.end > start ? before : null;
  }

  /** The last entry that starts at `address` or before it. */
  #before(address: number): CodeEntry<T> | null {
    const bucket = this.#buckets[this.#bucketOf(address)] ?? [];
    return bucket[after(bucket, address) - 1] ?? null;
  }

  #remove(entry: CodeEntry<T>): void {
    const at = this.#bucketOf(entry.start);
    const bucket = this.#buckets[at] ?? [];
    bucket.splice(bucket.indexOf(entry), 1);
    if (bucket.length === 0 && this.#buckets.length > 1) this.#buckets.splice(at, 1);
  }

  /** The last bucket that begins at `address` or before it; the first one otherwise. */
  #bucketOf(address: number): number {
    let [low, high] = [0, this.#buckets.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#buckets[middle]?.[0]?.start ?? Number.POSITIVE_INFINITY) <= address) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Number of entries that start at `address` or before it. */
function after<T>(bucket: readonly CodeEntry<T>[], address: number): number {
  let [low, high] = [0, bucket.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bucket[middle]?.start ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}
