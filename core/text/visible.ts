/**
 * Frame names are text from strangers. Before one is shown it passes through here, so that it can neither break the
 * place it stands in (control characters, halves of characters) nor turn the numbers beside it around (marks for
 * right-to-left text).
 */

// Control characters, halves of surrogate pairs, noncharacters, line separators, bidirectional controls, and letters
// without a width, which make two names look like one; the joiner between two pictures of an emoji is part of it.
const UNSHOWABLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]|(?<![\p{Extended_Pictographic}\ufe0f])\u200d|\u034f|\p{Cs}/gu;
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu; // oxlint-disable-line no-control-regex
/** No character of `UNSTORABLE`; without the flag for whole characters, which makes a search slow. */
const STORABLE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]*$/; // oxlint-disable-line no-control-regex
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
// Characters that are a grapheme and a column each whatever stands beside them: Latin letters, dashes, arrows, signs.
const SINGLE_COLUMNS = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u22ff]*$/;

/**
 * `name` as it may be shown: control characters as their pictures (`␛`), direction marks and invisible letters by their
 * number (`[U+202E]`), broken characters as `�`, and names with right-to-left letters isolated from what follows.
 */
export function visible(name: string): string {
  if (PRINTABLE_ASCII.test(name)) return name;
  const shown = name.replace(UNSHOWABLE, shownCharacter);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** `name` as XML 1.0 can hold it: only what has no form there is replaced, the rest stays as it is. */
export function storable(name: string): string {
  return STORABLE.test(name) ? name : name.replace(UNSTORABLE, shownCharacter);
}

function shownCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code === 0x2028 || code === 0x2029) return ' ';
  const isBroken = code < 0xa0 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
  return isBroken ? '\ufffd' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

// Characters that take two columns in a monospaced font: Hangul, CJK, kana, fullwidth forms, emoji.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns of a monospaced font that `text` takes. */
export function columnsOf(text: string): number {
  if (SINGLE_COLUMNS.test(text)) return text.length;
  let columns = 0;
  for (const grapheme of graphemes(text)) columns += columnsOfGrapheme(grapheme);
  return columns;
}

/**
 * `text` cut in the middle to at most `columns`, with `…` where something is missing: the beginning names the class or
 * the library, the end the method. Cuts stand between graphemes. Under three columns nothing fits: the empty string.
 */
export function fitMiddle(text: string, columns: number): string {
  if (SINGLE_COLUMNS.test(text)) {
    if (text.length <= columns) return text;
    if (columns < 3) return '';
    const front = Math.ceil((columns - 1) / 2);
    return `${text.slice(0, front)}…${text.slice(text.length - (Math.floor(columns) - 1 - front))}`;
  }
  if (columnsOf(text) <= columns) return text;
  return columns < 3 ? '' : fitGraphemes(graphemes(text), columns);
}

function fitGraphemes(parts: readonly string[], columns: number): string {
  const isolated = parts[0] === '\u2068';
  const inner = isolated ? parts.slice(1, -1) : parts;
  let left = Math.floor(columns) - 1;
  let front = 0;
  let back = inner.length;
  // From both ends in turn, the front first, as long as the next grapheme fits.
  for (let fromFront = true; front < back; fromFront = !fromFront) {
    const next = columnsOfGrapheme(inner[fromFront ? front : back - 1] ?? '');
    if (next > left) break;
    left -= next;
    if (fromFront) front++;
    else back--;
  }
  const cut = `${inner.slice(0, front).join('')}…${inner.slice(back).join('')}`;
  return isolated ? `\u2068${cut}\u2069` : cut;
}

/** Made when a name first needs it: it costs a tenth of the start of a program. */
let segmenter: Intl.Segmenter | null = null;

function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function columnsOfGrapheme(grapheme: string): number {
  if (grapheme === '\u2068' || grapheme === '\u2069') return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
