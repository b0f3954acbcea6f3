/**
 * The little of protocol buffers that writing a pprof file needs. Integers are bigint or number and always exact: the
 * 64-bit pattern of a negative number is its two's complement, ten bytes long, as protobuf wants it.
 */
export class WireWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  reset(): void {
    this.#length = 0;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** An integer field; 0 is the default and is left out. */
  integer(field: number, value: number | bigint): void {
    if (Number(value) === 0) return;
    this.varint(field << 3);
    this.varint(value);
  }

  /** A nested message, a string or packed integers: everything that goes by length. */
  block(field: number, content: Uint8Array): void {
    this.varint((field << 3) | 2);
    this.varint(content.length);
    this.#reserve(content.length);
    this.#bytes.set(content, this.#length);
    this.#length += content.length;
  }

  /** The same with what another writer holds. */
  blockOf(field: number, content: WireWriter): void {
    const length = content.#length;
    this.varint((field << 3) | 2);
    this.varint(length);
    this.#reserve(length);
    const [from, to, at] = [content.#bytes, this.#bytes, this.#length];
    // Most are a few bytes, for which a view costs more than the copy.
    for (let i = 0; i < length; i++) to[at + i] = from[i]!;
    this.#length = at + length;
  }

  varint(value: number | bigint): void {
    this.#reserve(10);
    if (typeof value === 'number' && value >= 0 && value <= 0x7fffffff) {
      let rest = value;
      while (rest > 0x7f) {
        this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
        rest >>>= 7;
      }
      this.#bytes[this.#length++] = rest;
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 0x7fn) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const bigger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    bigger.set(this.#bytes);
    this.#bytes = bigger;
  }
}
