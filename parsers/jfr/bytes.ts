import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';

/** A 64-bit number: bigint only beyond 2^53, so that two ids are never taken for one. */
export type Long = number | bigint;

const decoders = { utf8: new TextDecoder('utf-8'), latin1: new TextDecoder('windows-1252') };

/**
 * Walks the bytes of one chunk with every bound checked. The first violation is kept in `fault`; from then on `at` is at
 * the end and every read gives nothing, so loops end without a check a byte.
 */
export class JfrBytes {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
  fault: Fault | null = null;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get more(): boolean {
    return this.at < this.end && this.fault === null;
  }

  fail(expected: string, code = 'jfr-malformed'): void {
    this.fault ??= fault(code, { byte: this.at, expected });
    this.at = this.end;
  }

  byte(): number {
    if (this.at >= this.end) {
      this.fail('one more byte');
      return 0;
    }
    return this.bytes[this.at++] ?? 0;
  }

  skip(count: number): void {
    if (count > this.end - this.at) this.fail(`${count} more bytes`);
    else this.at += count;
  }

  /** LEB128 of at most nine bytes; the ninth holds eight bits. */
  long(): Long {
    let low = 0;
    let high = 0;
    for (let i = 0; i < 9; i++) {
      const byte = this.byte();
      if (this.fault !== null) return 0;
      const bits = i === 8 ? byte : byte & 0x7f;
      const shift = i * 7;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) break;
    }
    const [upper, lower] = [high >>> 0, low >>> 0];
    if (upper < 0x20_0000) return upper * 0x1_0000_0000 + lower;
    return BigInt.asIntN(64, (BigInt(upper) << 32n) | BigInt(lower));
  }

  /** A count or a size, which no valid file has beyond 2^53. */
  count(): number {
    const value = this.long();
    if (typeof value === 'number') return value;
    this.fail('a count');
    return 0;
  }

  /** A text by its encoding byte; a reference into the pool of texts comes as its number. */
  text(): string | null | { readonly ref: Long } {
    const encoding = this.byte();
    if (encoding === 0) return null;
    if (encoding === 1) return '';
    if (encoding === 2) return { ref: this.long() };
    if (encoding === 4) return this.#characters();
    if (encoding !== 3 && encoding !== 5) {
      this.fail('a text (encoding 0 to 5)');
      return null;
    }
    const length = this.count();
    const start = this.at;
    this.skip(length);
    if (this.fault !== null) return null;
    return (encoding === 3 ? decoders.utf8 : decoders.latin1).decode(this.bytes.subarray(start, start + length));
  }

  #characters(): string {
    const length = this.count();
    if (length > this.end - this.at) this.fail(`${length} characters`);
    const units: string[] = [];
    for (let i = 0; i < length && this.fault === null; i++)
      units.push(String.fromCharCode(Number(this.long()) & 0xffff));
    return units.join('');
  }
}
