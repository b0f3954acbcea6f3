const TAB = 9;
const SPACE = 32;
const SLASH = 47;
const COLON = 58;
const DOT = 46;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const DELETE = 127;
/** `PERF_RECORD_…`, the records that are no samples, begin so; events are written small. */
const CAPITAL_P = 80;

/** Digits that a double holds without doubt; with them, a fraction over a power of ten is the nearest double. */
const SAFE_DIGITS = 15;
const MAX_FRACTION_DIGITS = 9;

/**
 * The header line of a sample in its ordinary shape, read from the bytes without making strings:
 *
 *     mysqld 1234/1301 [002] 5012.345678:    2004008 cpu-clock:u:  rest
 *
 * with a name that holds no blanks and a time stamp. Every other shape is left to `readHeader`, which gives the same
 * where this one says yes.
 */
export class PlainHeader {
  commStart = 0;
  commEnd = 0;
  /** Seconds. */
  time = 0;
  /** NaN where perf printed none. */
  period = Number.NaN;
  eventStart = 0;
  eventEnd = 0;
  /** What follows the event, trimmed. */
  restStart = 0;
  restEnd = 0;

  #at = 0;
  #digits = 0;

  /** False leaves the line [start, end) to the careful reading. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.#at = start;
    this.#skipBlanks(bytes, end);
    this.commStart = this.#at;
    if (!this.#word(bytes, end)) return false;
    this.commEnd = this.#at;
    return this.#ids(bytes, end) && this.#time(bytes, end) && this.#event(bytes, end);
  }

  /** `1234`, `1234/1301`, and then `[002]` if it is there. */
  #ids(bytes: Uint8Array, end: number): boolean {
    if (!this.#skipBlanks(bytes, end) || !this.#number(bytes, end)) return false;
    if (bytes[this.#at] === SLASH) {
      this.#at++;
      if (!this.#number(bytes, end)) return false;
    }
    if (!this.#skipBlanks(bytes, end)) return false;
    if (this.#at >= end || bytes[this.#at] !== OPEN_BRACKET) return true;
    this.#at++;
    if (!this.#number(bytes, end) || bytes[this.#at] !== CLOSE_BRACKET) return false;
    this.#at++;
    return this.#skipBlanks(bytes, end);
  }

  #number(bytes: Uint8Array, end: number): boolean {
    this.#integer(bytes, end);
    return this.#digits > 0 && this.#at < end;
  }

  /** Reads digits, `#digits` of them, as far as there are any. */
  #integer(bytes: Uint8Array, end: number): number {
    const start = this.#at;
    let at = start;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.#at = at;
    this.#digits = at - start;
    return value;
  }

  /** `5012.345678:` and a blank. */
  #time(bytes: Uint8Array, end: number): boolean {
    const whole = this.#integer(bytes, end);
    const wholeDigits = this.#digits;
    if (wholeDigits === 0 || this.#at >= end || bytes[this.#at] !== DOT) return false;
    this.#at++;
    const fraction = this.#integer(bytes, end);
    const digits = this.#digits;
    if (digits === 0 || digits > MAX_FRACTION_DIGITS || wholeDigits + digits > SAFE_DIGITS) return false;
    if (this.#at >= end || bytes[this.#at] !== COLON) return false;
    this.#at++;
    const scale = POWERS_OF_TEN[digits]!;
    this.time = (whole * scale + fraction) / scale;
    return this.#skipBlanks(bytes, end);
  }

  /** `2004008 cpu-clock:u:` or `cpu-clock:`, and the rest of the line. */
  #event(bytes: Uint8Array, end: number): boolean {
    this.period = Number.NaN;
    const start = this.#at;
    const period = this.#integer(bytes, end);
    if (this.#digits > 0 && isBlank(bytes[this.#at])) {
      if (this.#digits > SAFE_DIGITS) return false;
      this.period = period;
      this.#skipBlanks(bytes, end);
    } else this.#at = start;
    this.eventStart = this.#at;
    if (!isLetter(bytes[this.#at]) || bytes[this.#at] === CAPITAL_P || !this.#word(bytes, end)) return false;
    this.eventEnd = this.#at - 1;
    if (this.eventEnd <= this.eventStart || bytes[this.eventEnd] !== COLON) return false;
    this.#skipBlanks(bytes, end);
    this.restStart = Math.min(this.#at, end);
    let restEnd = end;
    while (restEnd > this.restStart && isBlank(bytes[restEnd - 1])) restEnd--;
    this.restEnd = restEnd;
    return restEnd === this.restStart || (isPlain(bytes[this.restStart]!) && isPlain(bytes[restEnd - 1]!));
  }

  /** Passes at least one byte; false at a byte that is not plain ASCII, where blanks may hide. */
  #word(bytes: Uint8Array, end: number): boolean {
    const start = this.#at;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (isBlank(byte)) break;
      if (!isPlain(byte)) return false;
    }
    this.#at = at;
    return at > start;
  }

  /** True when there was a blank. */
  #skipBlanks(bytes: Uint8Array, end: number): boolean {
    const start = this.#at;
    let at = start;
    while (at < end && isBlank(bytes[at])) at++;
    this.#at = at;
    return at > start;
  }
}

const POWERS_OF_TEN = Array.from({ length: MAX_FRACTION_DIGITS + 1 }, (_, digits) => 10 ** digits);

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** False for what may be a blank of another kind, or part of one. */
function isPlain(byte: number): boolean {
  return byte >= SPACE && byte < DELETE;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
}
