/** What a title such as `std::map<int, Row>::find (2,300 samples, 46.00%; +1.20%)` says. */
export interface TitleFacts {
  readonly name: string;
  /** A bigint where a double could not hold it. */
  readonly count: number | bigint;
  /** As spelled: `samples`, `us`, `"Func-Trace"`. */
  readonly unit: string;
  /** Change of the self value in percent of the total, of a differential graph; null where the title has none. */
  readonly deltaPercent: number | null;
  /** The `(-36 sample weight, 37 samples, 12.09%)` of hand-made differential graphs. */
  readonly deltaWeight: number | null;
}

/**
 * Parts a title at its last "(count unit, percent)" group; null when it has none. What stands before is the name, even
 * if it looks the same. Groups of digits may be parted by comma, point, apostrophe or any blank, because the program
 * that drew the picture followed the language it ran in.
 *
 * `(12.345%, 123 samples)` is how d3-flame-graph words it.
 */
export function readTitle(title: string): TitleFacts | null {
  const text = title.trimEnd();
  if (text.charCodeAt(text.length - 1) !== CLOSE) return null;
  const plain = readPlainTitle(text);
  if (plain !== null) return plain;
  // A unit may hold brackets itself, so some more openings are tried from the right.
  let open = text.lastIndexOf('(');
  for (let tries = 0; open >= 0 && tries < 8; tries++) {
    const facts = readGroup(text, open);
    if (facts !== null) return facts;
    open = open === 0 ? -1 : text.lastIndexOf('(', open - 1);
  }
  return null;
}

/** The form of nearly all titles, `name (1,234 samples, 5.67%)` with one word for the unit; null for every other. */
function readPlainTitle(text: string): TitleFacts | null {
  let at = text.length - 2;
  if (text.charCodeAt(at--) !== PERCENT_SIGN) return null;
  while (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === POINT) at--;
  if (text.charCodeAt(at) !== SPACE || text.charCodeAt(at - 1) !== COMMA) return null;
  const unitEnd = at - 1;
  for (at = unitEnd - 1; isLetter(text.charCodeAt(at)); ) at--;
  if (text.charCodeAt(at) !== SPACE || at + 1 === unitEnd) return null;
  const unit = text.slice(at + 1, unitEnd);
  let count = 0;
  let scale = 1;
  let digits = 0;
  for (at--; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      count += scale * (code - 48);
      scale *= 10;
      digits++;
    } else if (code !== COMMA || digits % 3 !== 0) break;
  }
  if (digits === 0 || digits > SAFE_DIGITS || text.charCodeAt(at) !== OPENING) return null;
  return { name: nameBefore(text, at), count, unit, deltaPercent: null, deltaWeight: null };
}

function readGroup(text: string, open: number): TitleFacts | null {
  const first = text.charCodeAt(open + 1);
  if (!isDigit(first) && first !== MINUS && first !== PLUS) return null;
  const inner = text.slice(open + 1, -1);
  const found = GROUP.exec(inner);
  if (found !== null) {
    const count = readCount(found[2] ?? '');
    if (count === null) return null;
    const weight = found[1];
    return {
      name: nameBefore(text, open),
      count,
      unit: found[3] ?? '',
      deltaPercent: found[4] === undefined ? null : decimal(found[4]),
      deltaWeight: weight === undefined ? null : decimal(weight),
    };
  }
  const reversed = REVERSED.exec(inner);
  const count = reversed === null ? null : readCount(reversed[1] ?? '');
  if (reversed === null || count === null) return null;
  return { name: nameBefore(text, open), count, unit: reversed[2] ?? '', deltaPercent: null, deltaWeight: null };
}

/** One blank parts the name from the group; others belong to the name, but for those of an indented document. */
function nameBefore(text: string, open: number): string {
  const name = text.slice(0, isBlank(text.charCodeAt(open - 1)) ? open - 1 : open);
  return isBlank(name.charCodeAt(0)) && /^\s*[\r\n]/.test(name) ? name.trimStart() : name;
}

const NUMBER = String.raw`\d(?:[\d.,'’_\s]*\d)?`;
const PERCENT = String.raw`[-+−]?\d+(?:[.,]\d+)?\s?%`;
/** 1: weight, 2: count, 3: unit, 4: delta. */
const GROUP = new RegExp(
  String.raw`^(?:([-+]?\d+(?:\.\d+)?) \w+ weight, )?(${NUMBER})\s+(\S.*?)\s*,\s*${PERCENT}(?:;\s*([-+−]?\d+(?:[.,]\d+)?)\s?%)?$`,
);
const REVERSED = new RegExp(String.raw`^${PERCENT},\s*(${NUMBER})\s+(\S.*)$`);

/**
 * A count with its grouping taken out. One separator alone with other than three digits behind it is a decimal point:
 * `12.5`; as is the last of two different ones: `1,234.5`. Null when the digits are grouped in no known way.
 */
export function readCount(text: string): number | bigint | null {
  if (PLAIN.test(text)) return whole(text);
  const separators = text.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  const parts = text.split(/\D/);
  const tail = parts.at(-1) ?? '';
  const isFraction =
    (last === '.' || last === ',') &&
    (separators.length === 1
      ? tail.length !== 3 || (parts[0] ?? '').length > 3 || parts[0] === '0'
      : separators.indexOf(last) === separators.length - 1);
  const groups = isFraction ? parts.slice(1, -1) : parts.slice(1);
  if (groups.some((group, i) => group.length !== 3 && !(group.length === 2 && i < groups.length - 1))) return null;
  const digits = (isFraction ? parts.slice(0, -1) : parts).join('');
  return isFraction ? Number(`${digits}.${tail}`) : whole(digits);
}

function whole(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}

function decimal(text: string): number {
  return Number(text.replace(',', '.').replace('−', '-'));
}

const PLAIN = /^\d+$/;
/** Digits that a double holds without doubt. */
const SAFE_DIGITS = 15;
const SPACE = 32;
const PERCENT_SIGN = 37;
const OPENING = 40;
const CLOSE = 41;
const COMMA = 44;
const POINT = 46;
const PLUS = 43;
const MINUS = 45;

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
