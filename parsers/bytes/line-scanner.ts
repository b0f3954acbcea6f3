import { ByteInterner, hashBytes } from './interner.ts';

/** Token of a line that is empty but for blanks, tabs and a carriage return. */
export const BLANK_LINE = -1;
/** Token of any other line that is no frame line; its start and its end, without the line end, follow. */
export const OTHER_LINE = -2;

/** Takes the first `used` tokens of a run of lines. All of it is only valid during the call. */
export type TakeTokens = (tokens: Int32Array, used: number, bytes: Uint8Array) => void;

/**
 * Cuts text into lines and knows again those that begin like a printed frame: an indent, hexadecimal digits, a blank.
 * They are the bulk of a `perf script` file and repeat a thousandfold, so each becomes one number:
 *
 *     \tffffffff810 do_idle+0x1 ([kernel])   0, 1, 2…: the same number for the same bytes after the indent
 *                                            BLANK_LINE
 *     mysqld 1234 12.345678: cycles:         OTHER_LINE, start, end: positions in `bytes`
 */
export interface LineScanner {
  /** Scans [start, end) of `buffer`: whole lines; only the last one of a file may lack its line feed. */
  scan(buffer: Uint8Array, start: number, end: number, take: TakeTokens): void;
  /** Where frame lines are kept, valid until the next scan; `start` and `end` of a token are positions in it. */
  readonly bytes: Uint8Array;
  /** The frame line of a token, without indent and line feed. */
  start(token: number): number;
  end(token: number): number;
  /** Memory in use, in bytes. */
  readonly held: number;
  /** Forgets all frame lines; numbers begin at 0 again. */
  clear(): void;
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

const TOKEN_CAPACITY = 1 << 15;
/** Hash, length, offset and place in the table of one line in a ByteInterner. */
const BYTES_A_LINE = 24;

/** The scanner in TypeScript: where WebAssembly is not to be had, and as the twin that says what is right. */
export class PlainLineScanner implements LineScanner {
  #lines = new ByteInterner();
  #held = 0;
  readonly #tokens = new Int32Array(TOKEN_CAPACITY);

  get held(): number {
    return this.#held;
  }

  get bytes(): Uint8Array {
    return this.#lines.bytes;
  }

  start(token: number): number {
    return this.#lines.start(token);
  }

  end(token: number): number {
    return this.#lines.end(token);
  }

  clear(): void {
    this.#lines = new ByteInterner();
    this.#held = 0;
  }

  scan(buffer: Uint8Array, start: number, end: number, take: TakeTokens): void {
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const tokens = this.#tokens;
    let used = 0;
    for (let at = start; at < end; ) {
      const feed = buffer.indexOf(LINE_FEED, at);
      const lineEnd = feed < 0 || feed >= end ? end : feed;
      let first = at;
      while (first < lineEnd && (buffer[first] === SPACE || buffer[first] === TAB)) first++;
      const textEnd = lineEnd > first && buffer[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
      if (first === textEnd) tokens[used++] = BLANK_LINE;
      else if (first > at && startsWithAddress(buffer, first, lineEnd)) {
        tokens[used++] = this.#intern(buffer, view, first, lineEnd);
      } else {
        tokens[used++] = OTHER_LINE;
        tokens[used++] = at;
        tokens[used++] = textEnd;
      }
      if (used > TOKEN_CAPACITY - 3) {
        take(tokens, used, buffer);
        used = 0;
      }
      at = lineEnd + 1;
    }
    take(tokens, used, buffer);
  }

  #intern(buffer: Uint8Array, view: DataView, start: number, end: number): number {
    const known = this.#lines.count;
    const line = this.#lines.intern(buffer, view, start, end, hashBytes(buffer, view, start, end));
    if (line === known) this.#held += end - start + BYTES_A_LINE;
    return line;
  }
}

function startsWithAddress(buffer: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isHexDigit(buffer[at]!)) at++;
  return at > start && at < end && (buffer[at] === SPACE || buffer[at] === TAB);
}

function isHexDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102) || (byte >= 65 && byte <= 70);
}
