import type { Forward, Part } from './nodes.ts';

const MOST_STEPS = 20_000;
const DEEPEST = 400;

/** Ends the reading of a symbol that is none; never leaves the demangler. */
export class NoSymbol extends Error {}

/** Thrown again and again: making an error with its stack is far slower than reading a symbol. */
const NO_SYMBOL = new NoSymbol('no symbol');

/** Place in a symbol, and what has been read that later parts refer to. */
export class Cursor {
  readonly source: string;
  at = 0;
  /** Parts that `S_`, `S0_`, … stand for. */
  readonly substitutions: Part[] = [];
  /** Arguments of the innermost template of the name being read: what `T_`, `T0_`, … stand for. */
  templateArgs: readonly Part[] = [];
  /** Set while the type of a conversion operator is read, whose template arguments come later. */
  forwards: Forward[] | null = null;
  /** Set while the parameters of a lambda are read, where `T_` is an `auto`. */
  inLambda = false;
  #steps = 0;
  #depth = 0;

  constructor(source: string) {
    this.source = source;
  }

  get ended(): boolean {
    return this.at >= this.source.length;
  }

  /** The next character, '' at the end. */
  peek(ahead = 0): string {
    return this.source.charAt(this.at + ahead);
  }

  next(): string {
    if (this.at >= this.source.length) this.fail();
    return this.source.charAt(this.at++);
  }

  take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  fail(): never {
    throw NO_SYMBOL;
  }

  /** Called when a part begins and ends: symbols that nest without end are no symbols. */
  enter(): void {
    if (++this.#steps > MOST_STEPS || ++this.#depth > DEEPEST) this.fail();
  }

  leave(): void {
    this.#depth--;
  }

  remember(part: Part): Part {
    this.substitutions.push(part);
    return part;
  }

  /** Digits, as a number. */
  count(): number {
    const start = this.at;
    let value = 0;
    for (;;) {
      const digit = this.source.charCodeAt(this.at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.at++;
    }
    if (this.at === start || value > 0x7fffffff) this.fail();
    return value;
  }

  /** `_` is 0, `0_` is 1, in base 36 for substitutions, base 10 else. */
  sequenceNumber(base: 10 | 36): number {
    if (this.peek() === '_') {
      this.at++;
      return 0;
    }
    const end = this.source.indexOf('_', this.at);
    const digits = this.source.slice(this.at, end);
    if (end < 0 || !(base === 36 ? /^[0-9A-Z]{1,6}$/ : /^\d{1,9}$/).test(digits)) this.fail();
    this.at = end + 1;
    return Number.parseInt(digits, base) + 1;
  }

  /** `n` stands for minus. */
  signedDigits(): string {
    const sign = this.take('n') ? '-' : '';
    const start = this.at;
    while (isDigit(this.peek())) this.at++;
    if (this.at === start) this.fail();
    return sign + this.source.slice(start, this.at);
  }
}

export function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char !== '';
}
