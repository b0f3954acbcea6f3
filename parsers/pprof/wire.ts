import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';

/** Wire types of protobuf. */
export const VARINT = 0;
const FIXED64 = 1;
export const BYTES = 2;
const FIXED32 = 5;

/**
 * Walks protobuf bytes with every bound checked. The first violation is kept in `fault`, and from then on every read
 * gives nothing, so loops end without a check a byte.
 */
export class WireReader {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
  fault: Fault | null = null;
  /** Upper and lower half of the last varint, unsigned: all 64 bits. */
  high = 0;
  low = 0;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  get more(): boolean {
    return this.at < this.end && this.fault === null;
  }

  fail(code: string, expected: string): void {
    this.fault ??= fault(code, { byte: this.at, expected });
    this.at = this.end;
  }

  /** Reads a varint into `high` and `low`. Most numbers are of one byte. */
  varint(): void {
    if (this.at < this.end) {
      const first = this.bytes[this.at]!;
      if (first < 0x80) {
        this.at++;
        this.low = first;
        this.high = 0;
        return;
      }
    }
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.end) {
        this.fail('pprof-truncated', 'the rest of a number');
        return;
      }
      const byte = this.bytes[this.at++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= (bits & 1) << 31;
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return;
      }
    }
    this.fail('pprof-malformed', 'a number of at most ten bytes');
  }

  /** An unsigned number; ids beyond 2^53 come as bigint, so that two of them are never taken for one. */
  unsigned(): number | bigint {
    this.varint();
    if (this.high < 0x20_0000) return this.high * 0x1_0000_0000 + this.low;
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** A signed int64, exact. */
  signed(): number | bigint {
    this.varint();
    if (this.high < 0x20_0000) return this.high * 0x1_0000_0000 + this.low;
    const value = BigInt.asIntN(64, (BigInt(this.high) << 32n) | BigInt(this.low));
    return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value;
  }

  /** End of a length-delimited field that starts here. */
  length(): number {
    this.varint();
    const end = this.at + this.low;
    if (this.high !== 0 || end > this.end) {
      this.fail('pprof-truncated', `${this.high * 0x1_0000_0000 + this.low} more bytes`);
      return this.end;
    }
    return end;
  }

  /** Passes over a field that is not asked for. Groups, which pprof never had, are refused. */
  skip(wireType: number): void {
    if (wireType === VARINT) this.varint();
    else if (wireType === BYTES) this.at = this.length();
    else if (wireType === FIXED64 || wireType === FIXED32) {
      this.at += wireType === FIXED64 ? 8 : 4;
      if (this.at > this.end) this.fail('pprof-truncated', 'a whole number field');
    } else this.fail('pprof-malformed', 'a wire type of protobuf');
  }
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
