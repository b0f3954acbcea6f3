/** What stands at a place of a JSON text. */
export type JsonKind = 'object' | 'array' | 'text' | 'number' | 'word';

/** Keys and indexes from the outermost value to the place. */
export type JsonPath = readonly (string | number)[];

/**
 * Called where each value begins, with its path (one array, reused between calls), its offset in characters and, for a
 * value that is no container, its source text. `false` ends the walk.
 */
export type JsonVisit = (path: JsonPath, kind: JsonKind, offset: number, source: string) => boolean;

/** Where a text stops being JSON. */
export interface JsonBreak {
  readonly offset: number;
  readonly expected: string;
  /** The text is right as far as it goes and ends too early. */
  readonly endsEarly: boolean;
  /** In an outermost array that breaks between two elements: the offset behind the last whole one; else null. */
  readonly lastElementEnd: number | null;
}

/**
 * Reads `text` as JSON without building anything and without recursion: to say where it is broken (engines word and
 * place that differently), to find the place of a path, and to look at the head of a file. Null when all of it is JSON,
 * or when `visit` ended the walk.
 */
export function walkJson(text: string, visit: JsonVisit = () => true): JsonBreak | null {
  return new Walk(text, visit).run();
}

class Walk {
  readonly #text: string;
  readonly #visit: JsonVisit;
  readonly #path: (string | number)[] = [];
  /** One entry a container that is open: true for an array. */
  readonly #open: boolean[] = [];
  #at = 0;
  #stopped = false;

  constructor(text: string, visit: JsonVisit) {
    this.#text = text;
    this.#visit = visit;
  }

  run(): JsonBreak | null {
    let lastElementEnd: number | null = null;
    let broken = this.#value();
    while (broken === null && !this.#stopped) {
      const inArray = this.#open.at(-1);
      if (this.#open.length === 1 && inArray) lastElementEnd = this.#at;
      this.#space();
      const next = this.#text[this.#at];
      if (inArray === undefined) return next === undefined ? null : this.#broken('the end of the file');
      if (next === (inArray ? ']' : '}')) {
        this.#at++;
        this.#open.pop();
        this.#path.pop();
      } else if (next === ',') {
        this.#at++;
        broken = inArray ? this.#nextElement() : this.#member();
      } else broken = this.#broken(inArray ? '"," or "]"' : '"," or "}"');
    }
    if (broken === null || lastElementEnd === null || this.#open.length !== 1) return broken;
    // A break within an element is none between two of them.
    return /^\s*,?\s*$/.test(this.#text.slice(lastElementEnd)) ? { ...broken, lastElementEnd } : broken;
  }

  /** A value up to its end; a container up to its end when it is empty, else up to the end of its first value. */
  #value(): JsonBreak | null {
    for (;;) {
      this.#space();
      const first = this.#text[this.#at];
      if (first !== '{' && first !== '[') return this.#scalar(first);
      const isArray = first === '[';
      if (!this.#see(isArray ? 'array' : 'object', this.#at, '')) return null;
      this.#at++;
      this.#space();
      if (this.#text[this.#at] === (isArray ? ']' : '}')) {
        this.#at++;
        return null;
      }
      this.#open.push(isArray);
      this.#path.push(isArray ? 0 : '');
      const broken = isArray ? null : this.#key();
      if (broken !== null) return broken;
    }
  }

  #nextElement(): JsonBreak | null {
    const last = this.#path.length - 1;
    this.#path[last] = Number(this.#path[last]) + 1;
    return this.#value();
  }

  #member(): JsonBreak | null {
    this.#space();
    return this.#key() ?? this.#value();
  }

  #key(): JsonBreak | null {
    const start = this.#at;
    if (this.#text[start] !== '"') return this.#broken('a name in quotes');
    const broken = this.#quoted();
    if (broken !== null) return broken;
    this.#path[this.#path.length - 1] = plainText(this.#text.slice(start, this.#at));
    this.#space();
    if (this.#text[this.#at] !== ':') return this.#broken('":"');
    this.#at++;
    return null;
  }

  #scalar(first: string | undefined): JsonBreak | null {
    const start = this.#at;
    if (first === '"') {
      const broken = this.#quoted();
      if (broken === null) this.#see('text', start, this.#text.slice(start, this.#at));
      return broken;
    }
    let end = start;
    while (end < this.#text.length && isWordCharacter(this.#text.charCodeAt(end))) end++;
    const word = this.#text.slice(start, end);
    const isNumber = NUMBER.test(word);
    if (!isNumber && !WORDS.has(word)) {
      const isCut = end === this.#text.length && (word === '' || CUT_NUMBER.test(word) || isCutWord(word));
      return { offset: isCut ? end : start, expected: 'a value', endsEarly: isCut, lastElementEnd: null };
    }
    this.#at = end;
    this.#see(isNumber ? 'number' : 'word', start, word);
    return null;
  }

  /** From the opening quote to behind the closing one. */
  #quoted(): JsonBreak | null {
    const text = this.#text;
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return null;
      }
      if (code < 0x20) return this.#brokenAt(at, 'no control characters in a text');
      if (code === BACKSLASH) {
        const length = text[at + 1] === 'u' ? 6 : 2;
        const isWhole = at + length <= text.length;
        if (isWhole && !ESCAPE.test(text.slice(at, at + length)))
          return this.#brokenAt(at, 'an escape such as \\n or \\u0041');
        at += length - 1;
      }
    }
    return { offset: text.length, expected: 'a closing quote', endsEarly: true, lastElementEnd: null };
  }

  #see(kind: JsonKind, offset: number, source: string): boolean {
    if (!this.#visit(this.#path, kind, offset, source)) this.#stopped = true;
    return !this.#stopped;
  }

  #space(): void {
    const text = this.#text;
    while (this.#at < text.length && isSpace(text.charCodeAt(this.#at))) this.#at++;
  }

  #broken(expected: string): JsonBreak {
    return this.#brokenAt(this.#at, expected);
  }

  #brokenAt(offset: number, expected: string): JsonBreak {
    return { offset, expected, endsEarly: offset >= this.#text.length, lastElementEnd: null };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const CUT_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?)?$/;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;
const WORDS = new Set(['true', 'false', 'null']);

function isCutWord(word: string): boolean {
  return [...WORDS].some((whole) => whole.startsWith(word));
}

/** Letters, digits, and the signs of numbers. */
function isWordCharacter(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const lower = code | 0x20;
  return isDigit || (lower >= 97 && lower <= 122) || code === 43 || code === 45 || code === 46;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** A quoted text that the walk has found to be well formed. */
export function plainText(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  const value: unknown = JSON.parse(quoted);
  return typeof value === 'string' ? value : '';
}
