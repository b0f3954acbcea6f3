import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { endOfQuoted, endOfSpace, unescaped } from '../bytes/script-text.ts';
import { lineAt, restOfLine } from '../bytes/whole-text.ts';

/** A literal of the script: a number, a text, or the name of a constant (`U`). */
export type Literal = number | string | { readonly constant: string };

/** Reads the few forms of the script that hold data, without running any of it. The first fault stops it. */
export class ScriptReader {
  readonly text: string;
  at: number;
  fault: Fault | null = null;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  fail(expected: string, code = 'async-html-malformed'): void {
    // A sign at the end is the beginning of a number.
    const isEnd = this.at >= this.text.length || (this.at === this.text.length - 1 && this.text.endsWith('-'));
    this.fault ??= fault(isEnd ? 'async-html-truncated' : code, {
      line: lineAt(this.text, this.at),
      seen: isEnd ? null : restOfLine(this.text, this.at),
      expected,
    });
  }

  /** Passes over blanks, ends of lines, comments, and one kind of punctuation. */
  skip(punctuation = ''): void {
    let isPassed = true;
    while (isPassed) {
      this.at = endOfSpace(this.text, this.at);
      isPassed = punctuation !== '' && this.take(punctuation);
    }
  }

  /** Takes `word` if it stands here. */
  take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** `'text', 'text'…` up to `end`, which is taken too. */
  texts(end: string): string[] {
    const texts: string[] = [];
    for (;;) {
      this.skip(',');
      if (this.fault !== null || this.take(end)) return texts;
      const literal = this.literal();
      if (typeof literal === 'string') texts.push(literal);
      else this.fail(`a name in quotes, or ${end}`);
    }
  }

  /** Arguments of a call, after its opening bracket. */
  args(into: Literal[]): void {
    into.length = 0;
    for (;;) {
      this.skip();
      const literal = this.literal();
      if (literal === null) return;
      into.push(literal);
      this.skip();
      if (this.take(')')) return;
      if (!this.take(',')) {
        this.fail('"," or ")" after an argument');
        return;
      }
    }
  }

  literal(): Literal | null {
    const quote = this.text[this.at];
    if (quote === "'" || quote === '"') return this.#quoted(quote);
    NUMBER_OR_NAME.lastIndex = this.at;
    const word = NUMBER_OR_NAME.exec(this.text)?.[0];
    if (word === undefined) {
      this.fail('a number or a text in quotes');
      return null;
    }
    if (/^[A-Za-z_]/.test(word)) {
      this.at += word.length;
      return { constant: word };
    }
    const value = Number(word);
    if (!Number.isSafeInteger(value)) {
      this.fail('a whole number below 2^53');
      return null;
    }
    this.at += word.length;
    return value;
  }

  #quoted(quote: string): string | null {
    const start = this.at + 1;
    const end = endOfQuoted(this.text, start, quote);
    const raw = this.text.slice(start, end);
    const feed = raw.indexOf('\n');
    if (end < this.text.length && feed < 0) {
      this.at = end + 1;
      return unescaped(raw);
    }
    // Names have no line breaks: a quote that was forgotten is told at the end of its line.
    this.at = feed < 0 ? end : start + feed;
    this.fail(`the closing ${quote} of a name`);
    return null;
  }
}

const NUMBER_OR_NAME = /-?\d{1,20}|[A-Za-z_]\w{0,40}/y;
