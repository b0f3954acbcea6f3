/** Attributes kept of one tag; more are only counted, against the limit. */
const KEPT = 64;

/**
 * One start tag, filled anew for each, as places in the text: most attributes of most tags are never looked at, and so
 * never become strings. Valid until the next tag is read.
 */
export class Tag {
  name = '';
  count = 0;
  selfClosing = false;
  /** It could be read, but no XML reader would take it. */
  malformed = false;
  /** An attribute value holds whole tags: a quote is missing, and what follows cannot be told apart. */
  swallowedMarkup = false;
  text = '';
  readonly nameStart = new Int32Array(KEPT);
  readonly nameEnd = new Int32Array(KEPT);
  readonly valueStart = new Int32Array(KEPT);
  readonly valueEnd = new Int32Array(KEPT);

  /** Raw value of the first attribute of that name, its character references untouched. */
  get(name: string): string | null {
    const length = name.length;
    const first = name.charCodeAt(0);
    for (let i = 0; i < this.count && i < KEPT; i++) {
      const start = this.nameStart[i]!;
      if (this.nameEnd[i]! - start !== length || this.text.charCodeAt(start) !== first) continue;
      if (this.text.startsWith(name, start)) return this.text.slice(this.valueStart[i], this.valueEnd[i]);
    }
    return null;
  }
}

/** Element names of interest, so that reading a tag makes no new string for them. */
const NAMES = ['rect', 'text', 'title', 'g', 'a', 'svg', 'script', 'style'];

/**
 * Reads the start tag at `start` (which holds `<`). Gives the position behind its `>`, or -1 when the text ends before.
 *
 * A quote ends a value only where blank, `/`, `>` or `?` follows, so that the unescaped quotes that some generators left
 * in names do no harm; `onmouseover="s('…')"` ends at its own `')"`.
 */
export function readTag(text: string, start: number, tag: Tag): number {
  tag.text = text;
  tag.count = 0;
  tag.malformed = false;
  tag.swallowedMarkup = false;
  tag.selfClosing = false;
  let at = endOfName(text, start + 1);
  tag.name = elementName(text, start + 1, at);
  for (;;) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at++;
    } else if (code === CLOSE) {
      checkSwallowed(text, start, at, tag);
      return at + 1;
    } else if (code === SLASH) {
      tag.selfClosing = text.charCodeAt(at + 1) === CLOSE;
      at++;
    } else if (Number.isNaN(code)) {
      return -1;
    } else {
      at = readAttribute(text, at, tag);
      if (at < 0) return -1;
    }
  }
}

/** A value with `<` in it is no XML; one with whole tags in it has lost its closing quote. */
function checkSwallowed(text: string, start: number, end: number, tag: Tag): void {
  const open = text.indexOf('<', start + 1);
  if (open < 0 || open > end) return;
  tag.malformed = true;
  tag.swallowedMarkup = SWALLOWED.test(text.slice(open, end));
}

function elementName(text: string, start: number, end: number): string {
  for (const name of NAMES) if (name.length === end - start && text.startsWith(name, start)) return name;
  return text.startsWith('svg:', start) ? text.slice(start + 4, end) : text.slice(start, end);
}

function readAttribute(text: string, start: number, tag: Tag): number {
  const nameEnd = Math.max(endOfName(text, start), start + 1);
  let at = skipBlanks(text, nameEnd);
  if (text.charCodeAt(at) !== EQUALS) {
    tag.malformed = true;
    keep(tag, start, nameEnd, nameEnd, nameEnd);
    return at;
  }
  at = skipBlanks(text, at + 1);
  const quote = text.charCodeAt(at);
  if (Number.isNaN(quote)) return -1;
  if (quote !== DOUBLE && quote !== SINGLE) {
    let end = at;
    for (let code = quote; !isBlank(code) && code !== CLOSE && !Number.isNaN(code); ) code = text.charCodeAt(++end);
    tag.malformed = true;
    keep(tag, start, nameEnd, at, end);
    return end;
  }
  const end = endOfValue(text, at + 1, quote, tag);
  if (end < 0) return -1;
  keep(tag, start, nameEnd, at + 1, end);
  return end + 1;
}

/** Position of the closing quote, or -1. */
function endOfValue(text: string, start: number, quote: number, tag: Tag): number {
  const mark = quote === DOUBLE ? '"' : "'";
  let end = text.indexOf(mark, start);
  for (; end >= 0; end = text.indexOf(mark, end + 1)) {
    const next = text.charCodeAt(end + 1);
    if (isBlank(next) || next === SLASH || next === CLOSE || next === QUESTION) break;
    if (Number.isNaN(next)) return -1;
    tag.malformed = true;
  }
  if (end < 0 || text.charCodeAt(start + 1) !== OPENING) return end;
  const call = text.startsWith("s('", start) && !text.startsWith("')", end - 2) ? endOfCall(text, start, quote) : -1;
  if (call < 0) return end;
  tag.malformed = true;
  return call;
}

/** End of `s('…')`, whose name has quotes that look like the end of the value. -1 when it is no such call. */
function endOfCall(text: string, start: number, quote: number): number {
  // The window keeps the search for a call that never ends from running to the end of the file for each tag.
  const window = text.slice(start, start + CALL_WINDOW);
  const call = window.indexOf(`')${quote === DOUBLE ? '"' : "'"}`);
  return call >= 0 && !SWALLOWED.test(window.slice(0, call)) ? start + call + 2 : -1;
}

function keep(tag: Tag, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
  const at = tag.count++;
  if (at >= KEPT) return;
  tag.nameStart[at] = nameStart;
  tag.nameEnd[at] = nameEnd;
  tag.valueStart[at] = valueStart;
  tag.valueEnd[at] = valueEnd;
}

function endOfName(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); !Number.isNaN(code); code = text.charCodeAt(++at)) {
    if (code === EQUALS || code === CLOSE || code === SLASH || isBlank(code)) break;
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
const OPENING = 40;
const SLASH = 47;
const EQUALS = 61;
const CLOSE = 62;
const QUESTION = 63;

function isBlank(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9 && code !== 11);
}
