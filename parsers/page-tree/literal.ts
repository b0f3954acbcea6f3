import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { endOfQuoted, endOfSpace, unescaped } from '../bytes/script-text.ts';
import { lineAt, restOfLine } from '../bytes/whole-text.ts';

export type Scalar = string | number | boolean | null;

/** Told about the parts of a literal in their order. `key` is null for elements of an array and for the outermost value. */
export interface LiteralHandler {
  open(kind: 'object' | 'array', key: string | null): void;
  close(): void;
  scalar(key: string | null, value: Scalar): void;
  /** Set to stop the reading. */
  readonly fault: Fault | null;
}

/**
 * Reads one literal of JavaScript without running it: JSON, and also bare keys, quotes of all three kinds, comments and
 * commas at the end, as formatters leave them. Gives the offset behind it, or the fault and how far it came. No recursion.
 */
export function readLiteral(
  text: string,
  start: number,
  handler: LiteralHandler,
): { readonly end: number; readonly fault: Fault | null } {
  const reader = new LiteralReader(text, start, handler);
  const wrong = reader.read();
  return { end: reader.at, fault: wrong };
}

/** A word of the script: a bare key, a number in any spelling, or `true`, `null`… */
const WORD = /[-+]?[\w$.]+(?:(?<=[eE])[-+]\d+)?/y;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

class LiteralReader {
  readonly #text: string;
  readonly #handler: LiteralHandler;
  readonly #closers: string[] = [];
  at: number;
  #key: string | null = null;

  constructor(text: string, start: number, handler: LiteralHandler) {
    this.#text = text;
    this.at = start;
    this.#handler = handler;
  }

  read(): Fault | null {
    for (;;) {
      const found = this.#value();
      if (found !== null) return found;
      if (this.#handler.fault !== null) return this.#handler.fault;
      // After a value: commas and closing brackets, up to where the next value begins.
      for (;;) {
        this.#space();
        const closer = this.#closers.at(-1);
        if (closer === undefined) return null;
        const hasComma = this.#text[this.at] === ',';
        if (hasComma) {
          this.at++;
          this.#space();
        }
        if (this.#text[this.at] === closer) {
          this.at++;
          this.#closers.pop();
          this.#handler.close();
          if (this.#handler.fault !== null) return this.#handler.fault;
          continue;
        }
        if (!hasComma) return this.#broken(`"," or "${closer}"`);
        const wrong = this.#readKey();
        if (wrong !== null) return wrong;
        break;
      }
    }
  }

  /** Reads a scalar, or enters containers as far as their first scalar or until one is empty. */
  #value(): Fault | null {
    for (;;) {
      this.#space();
      const open = this.#text[this.at];
      if (open !== '{' && open !== '[') return this.#scalar();
      this.#handler.open(open === '{' ? 'object' : 'array', this.#key);
      if (this.#handler.fault !== null) return this.#handler.fault;
      this.at++;
      this.#closers.push(open === '{' ? '}' : ']');
      this.#space();
      if (this.#text[this.at] === this.#closers.at(-1)) {
        this.at++;
        this.#closers.pop();
        this.#handler.close();
        return null;
      }
      const wrong = this.#readKey();
      if (wrong !== null) return wrong;
    }
  }

  #readKey(): Fault | null {
    this.#key = null;
    if (this.#closers.at(-1) !== '}') return null;
    const quote = this.#text[this.at] ?? '';
    if (isQuote(quote)) {
      const text = this.#quoted(quote);
      if (text === null) return this.#broken('the end of a key');
      this.#key = text;
    } else {
      WORD.lastIndex = this.at;
      const word = WORD.exec(this.#text)?.[0];
      if (word === undefined) return this.#broken('a key');
      this.#key = word;
      this.at += word.length;
    }
    this.#space();
    if (this.#text[this.at] !== ':') return this.#broken('":" after a key');
    this.at++;
    return null;
  }

  #scalar(): Fault | null {
    const quote = this.#text[this.at] ?? '';
    if (isQuote(quote)) {
      const text = this.#quoted(quote);
      if (text === null) return this.#broken('the end of a text');
      this.#handler.scalar(this.#key, text);
      return null;
    }
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.#text)?.[0];
    const value = word === undefined ? undefined : NUMBER.test(word) ? Number(word) : WORDS.get(word);
    if (word === undefined || value === undefined) {
      // A word that is no value may be the beginning of one.
      if (word !== undefined && this.at + word.length === this.#text.length) this.at = this.#text.length;
      return this.#broken('a value');
    }
    this.at += word.length;
    this.#handler.scalar(this.#key, value);
    return null;
  }

  /** Text between quotes, unescaped; null when it does not end. */
  #quoted(quote: string): string | null {
    const start = this.at + 1;
    const end = endOfQuoted(this.#text, start, quote);
    this.at = Math.min(end + 1, this.#text.length);
    return end === this.#text.length ? null : unescaped(this.#text.slice(start, end));
  }

  #space(): void {
    this.at = endOfSpace(this.#text, this.at);
  }

  #broken(expected: string): Fault {
    const isEnd = this.at >= this.#text.length;
    return fault(isEnd ? 'html-tree-truncated' : 'html-tree-malformed', {
      line: lineAt(this.#text, this.at),
      seen: isEnd ? null : restOfLine(this.#text, this.at),
      expected,
    });
  }
}

const WORDS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
]);

function isQuote(char: string): boolean {
  return char === '"' || char === "'" || char === '`';
}
