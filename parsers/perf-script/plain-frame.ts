const TAB = 9;
const SPACE = 32;
const PLUS = 43;
const ZERO = 48;
const COLON = 58;
const LETTER_X = 120;
const OPEN_PARENTHESIS = 40;
const CLOSE_PARENTHESIS = 41;
const DELETE = 127;

/**
 * A printed frame in its ordinary shape, read from the bytes without making strings:
 *
 *     7f1e214c24d9 symbol+0x2a (/path/of/module)
 *
 * Every other shape (no module, no symbol, bytes beyond ASCII, what could be a header) is left to `readFrame`, which
 * gives the same where this one says yes.
 */
export class PlainFrame {
  symbolStart = 0;
  /** Without the offset. */
  symbolEnd = 0;
  moduleStart = 0;
  moduleEnd = 0;

  /** False leaves the line [start, end), which begins with an address and a blank, to the careful reading. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    while (at < end && bytes[at]! > SPACE) at++;
    while (at < end && isBlank(bytes[at])) at++;
    this.symbolStart = at;
    if (end - at < 2 || bytes[end - 1] !== CLOSE_PARENTHESIS) return false;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= DELETE || (byte < SPACE && byte !== TAB)) return false;
      if (byte === COLON && isBlank(bytes[at + 1])) return false;
    }
    return this.#module(bytes, end) && this.#symbol(bytes);
  }

  /** The last bracket group, with what it holds of its own brackets. */
  #module(bytes: Uint8Array, end: number): boolean {
    let open = 0;
    let at = end - 1;
    for (; at > this.symbolStart; at--) {
      const byte = bytes[at];
      if (byte === CLOSE_PARENTHESIS) open++;
      else if (byte === OPEN_PARENTHESIS && --open === 0) break;
    }
    if (at <= this.symbolStart || !isBlank(bytes[at - 1])) return false;
    this.moduleStart = at + 1;
    this.moduleEnd = end - 1;
    return true;
  }

  /** What stands before the module, without `+0x2a`. */
  #symbol(bytes: Uint8Array): boolean {
    let end = this.moduleStart - 1;
    while (end > this.symbolStart && isBlank(bytes[end - 1])) end--;
    let at = end;
    while (at > this.symbolStart && isLowerHexDigit(bytes[at - 1]!)) at--;
    const isOffset =
      at < end &&
      at - 3 >= this.symbolStart &&
      bytes[at - 1] === LETTER_X &&
      bytes[at - 2] === ZERO &&
      bytes[at - 3] === PLUS;
    this.symbolEnd = isOffset ? at - 3 : end;
    return this.symbolEnd > this.symbolStart;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

function isLowerHexDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102);
}
