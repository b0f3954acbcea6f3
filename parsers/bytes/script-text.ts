const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
]);
const CODE = /u([\da-fA-F]{4})|x([\da-fA-F]{2})|u\{([\da-fA-F]{1,6})\}|\r\n/y;

/** Where a text of JavaScript that begins behind a quote ends: the offset of the closing quote, or the length of `text`. */
export function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start;
  for (; at < text.length && text[at] !== quote; at++) if (text[at] === '\\') at++;
  return Math.min(at, text.length);
}

/** The text that is written between the quotes, its escapes resolved. */
export function unescaped(raw: string): string {
  let at = raw.indexOf('\\');
  if (at < 0) return raw;
  let text = '';
  let from = 0;
  for (; at >= 0; at = raw.indexOf('\\', from)) {
    text += raw.slice(from, at);
    CODE.lastIndex = at + 1;
    const code = CODE.exec(raw);
    if (code === null) {
      const letter = raw[at + 1] ?? '';
      text += LETTERS.get(letter) ?? letter;
      from = at + 2;
    } else {
      text += code[0] === '\r\n' ? '' : characterOf(code[1] ?? code[2] ?? code[3] ?? '');
      from = at + 1 + code[0].length;
    }
  }
  return text + raw.slice(from);
}

function characterOf(hexadecimal: string): string {
  const point = Number.parseInt(hexadecimal, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

/**
 * Offset behind blanks, ends of lines and comments. By hand: a pattern that repeats over a long run of blanks needs more
 * stack than there is.
 */
export function endOfSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) at++;
    else if (code === SLASH && text[at + 1] === '/') at = endOr(text, text.indexOf('\n', at));
    else if (code === SLASH && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
    } else return at;
  }
}

const SLASH = 0x2f;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;
}

function endOr(text: string, index: number): number {
  return index < 0 ? text.length : index;
}
