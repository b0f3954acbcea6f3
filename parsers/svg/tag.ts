/**
 * One start tag, filled anew for each: names and raw values of its attributes side by side. Values still have their
 * character references.
 */
export class Tag {
  name = '';
  count = 0;
  selfClosing = false;
  /** It could be read, but no XML reader would take it. */
  malformed = false;
  /** An attribute value holds whole tags: a quote is missing, and what follows cannot be told apart. */
  swallowedMarkup = false;
  readonly names: string[] = [];
  readonly values: string[] = [];

  /** Raw value of the first attribute of that name. */
  get(name: string): string | null {
    for (let i = 0; i < this.count && i < this.names.length; i++)
      if (this.names[i] === name) return this.values[i] ?? null;
    return null;
  }
}

/** Attributes kept of one tag; more are only counted, against the limit. */
const KEPT = 64;

/**
 * Reads the start tag at `start` (which holds `<`). Gives the position behind its `>`, or -1 when the text ends before.
 *
 * A quote ends a value only where blank, `/`, `>` or `?` follows, so that the unescaped quotes that some generators left
 * in names do no harm; `onmouseover="s('…')"` ends at its own `')"`.
 */
export function readTag(text: string, start: number, tag: Tag): number {
  tag.count = 0;
  tag.names.length = 0;
  tag.values.length = 0;
  tag.malformed = false;
  tag.swallowedMarkup = false;
  tag.selfClosing = false;
  let at = endOfName(text, start + 1);
  tag.name = text.startsWith('svg:', start + 1) ? text.slice(start + 5, at) : text.slice(start + 1, at);
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return -1;
    if (isBlank(code)) {
      at++;
    } else if (code === CLOSE) {
      return at + 1;
    } else if (code === SLASH) {
      tag.selfClosing = text.charCodeAt(at + 1) === CLOSE;
      at++;
    } else {
      at = readAttribute(text, at, tag);
      if (at < 0) return -1;
    }
  }
}

function readAttribute(text: string, start: number, tag: Tag): number {
  const nameEnd = Math.max(endOfName(text, start), start + 1);
  let at = skipBlanks(text, nameEnd);
  if (text.charCodeAt(at) !== EQUALS) {
    tag.malformed = true;
    keep(tag, text.slice(start, nameEnd), '');
    return at;
  }
  at = skipBlanks(text, at + 1);
  const quote = text.charCodeAt(at);
  if (Number.isNaN(quote)) return -1;
  const name = text.slice(start, nameEnd);
  if (quote !== DOUBLE && quote !== SINGLE) {
    let end = at;
    for (let code = quote; !isBlank(code) && code !== CLOSE && !Number.isNaN(code); ) code = text.charCodeAt(++end);
    tag.malformed = true;
    keep(tag, name, text.slice(at, end));
    return end;
  }
  const end = endOfValue(text, at + 1, quote, name, tag);
  if (end < 0) return -1;
  keep(tag, name, text.slice(at + 1, end));
  return end + 1;
}

function endOfValue(text: string, start: number, quote: number, name: string, tag: Tag): number {
  const mark = quote === DOUBLE ? '"' : "'";
  let end = text.indexOf(mark, start);
  if (name === 'onmouseover' && end >= 0 && text.startsWith("s('", start) && !text.startsWith("')", end - 2)) {
    // The window keeps the search for a call that never ends from running to the end of the file for each tag.
    const window = text.slice(start, start + CALL_WINDOW);
    const call = window.indexOf(`')${mark}`);
    if (call >= 0 && !SWALLOWED.test(window.slice(0, call))) {
      tag.malformed = true;
      end = start + call + 2;
    }
  }
  for (; end >= 0; end = text.indexOf(mark, end + 1)) {
    const next = text.charCodeAt(end + 1);
    if (Number.isNaN(next)) return -1;
    if (isBlank(next) || next === SLASH || next === CLOSE || next === QUESTION) break;
    tag.malformed = true;
  }
  if (end < 0) return -1;
  const open = text.indexOf('<', start);
  if (open >= 0 && open < end) {
    tag.malformed = true;
    if (SWALLOWED.test(text.slice(open, end))) tag.swallowedMarkup = true;
  }
  return end;
}

function keep(tag: Tag, name: string, value: string): void {
  if (tag.count++ >= KEPT) return;
  tag.names.push(name);
  tag.values.push(value);
}

function endOfName(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === code; code = text.charCodeAt(++at)) {
    if (isBlank(code) || code === EQUALS || code === SLASH || code === CLOSE) break;
  }
  return at;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Longest name that an `onmouseover` with stray quotes in it is searched for. */
const CALL_WINDOW = 4096;
const SWALLOWED = /<\/?(?:g|rect|title|text|svg)\b/;

const DOUBLE = 34;
const SINGLE = 39;
const SLASH = 47;
const EQUALS = 61;
const CLOSE = 62;
const QUESTION = 63;

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}
