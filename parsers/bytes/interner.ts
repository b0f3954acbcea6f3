/**
 * Interns byte strings without making JavaScript strings: equal bytes give equal ids, counted from 0. Names repeat a
 * thousandfold in a profile, so a reader that hashes bytes touches each name's text once.
 */
export class ByteInterner {
  #bytes = new Uint8Array(1 << 14);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;
  #count = 0;
  #offset = new Int32Array(512);
  #length = new Int32Array(512);
  #hash = new Int32Array(512);
  #table = new Int32Array(1024);
  /** What `of` was last given, and its view: making one costs more than a name. */
  #lastBuffer: Uint8Array = this.#bytes;
  #lastView: DataView = this.#view;

  get count(): number {
    return this.#count;
  }

  /** Id of the bytes [start, end) of `buffer`, which `view` covers and whose hash is `hash` (see `hashBytes`). */
  intern(buffer: Uint8Array, view: DataView, start: number, end: number, hash: number): number {
    const length = end - start;
    const mask = this.#table.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = this.#table[slot]!; entry !== 0; entry = this.#table[slot]!) {
      const id = entry - 1;
      if (
        this.#hash[id] === hash &&
        this.#length[id] === length &&
        this.#equals(view, start, length, this.#offset[id]!)
      )
        return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(buffer, start, length, hash, slot);
  }

  /** Id of the bytes [start, end) of `buffer`; `intern` is for readers that know the hash already. */
  of(buffer: Uint8Array, start: number, end: number): number {
    if (buffer !== this.#lastBuffer) {
      this.#lastBuffer = buffer;
      this.#lastView = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    }
    return this.intern(buffer, this.#lastView, start, end, hashBytes(buffer, this.#lastView, start, end));
  }

  /** Where the bytes of all ids are kept; `start` and `end` of an id are positions in it. Valid until the next new id. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  start(id: number): number {
    return this.#offset[id]!;
  }

  end(id: number): number {
    return this.#offset[id]! + this.#length[id]!;
  }

  text(id: number): string {
    return decoder.decode(this.#bytes.subarray(this.start(id), this.end(id)));
  }

  #equals(view: DataView, start: number, length: number, offset: number): boolean {
    let i = 0;
    for (; i + 4 <= length; i += 4)
      if (view.getInt32(start + i, true) !== this.#view.getInt32(offset + i, true)) return false;
    for (; i < length; i++) if (view.getUint8(start + i) !== this.#view.getUint8(offset + i)) return false;
    return true;
  }

  #add(buffer: Uint8Array, start: number, length: number, hash: number, slot: number): number {
    if (this.#used + length > this.#bytes.length) {
      const bigger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + length));
      bigger.set(this.#bytes);
      this.#bytes = bigger;
      this.#view = new DataView(bigger.buffer);
    }
    this.#bytes.set(buffer.subarray(start, start + length), this.#used);
    const id = this.#count++;
    if (id === this.#offset.length) {
      this.#offset = doubled(this.#offset);
      this.#length = doubled(this.#length);
      this.#hash = doubled(this.#hash);
    }
    this.#offset[id] = this.#used;
    this.#length[id] = length;
    this.#hash[id] = hash;
    this.#used += length;
    this.#table[slot] = id + 1;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let id = 0; id < this.#count; id++) {
      const hash = this.#hash[id]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}

const MULTIPLY_WORD = 0x9e3779b1 | 0;
const MULTIPLY_LENGTH = 0x85ebca6b | 0;

/** One step of the hash: mixes the next four bytes, or the last one to three of them, little endian. */
export function mixWord(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, MULTIPLY_WORD);
  return mixed ^ (mixed >>> 15);
}

/** Last step of the hash. */
export function mixLength(hash: number, length: number): number {
  return Math.imul(hash ^ length, MULTIPLY_LENGTH);
}

/** Hash of the bytes [start, end). Readers that find the end while hashing use the two steps themselves. */
export function hashBytes(buffer: Uint8Array, view: DataView, start: number, end: number): number {
  let hash = 0;
  let i = start;
  for (; i + 4 <= end; i += 4) hash = mixWord(hash, view.getInt32(i, true));
  if (i < end) {
    let word = 0;
    for (let shift = 0; i < end; i++, shift += 8) word |= buffer[i]! << shift;
    hash = mixWord(hash, word);
  }
  return mixLength(hash, end - start);
}
