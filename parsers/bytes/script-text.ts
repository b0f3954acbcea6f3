const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|u\{([\da-fA-F]{1,6})\}|(\r?\n)|([\s\S]))/g;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** Where a text of JavaScript that begins behind a quote ends: the offset of the closing quote, or the length of `text`. */
export function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start;
  for (; at < text.length && text[at] !== quote; at++) if (text[at] === '\\') at++;
  return Math.min(at, text.length);
}

/** The text that is written between the quotes, its escapes resolved. */
export function unescaped(raw: string): string {
  return raw.includes('\\') ? raw.replace(ESCAPE, character) : raw;
}

function character(
  _whole: string,
  four?: string,
  two?: string,
  braced?: string,
  newline?: string,
  letter = '',
): string {
  if (newline !== undefined) return '';
  const code = four ?? two ?? braced;
  if (code === undefined) return LETTERS.get(letter) ?? letter;
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}
