/**
 * Cheap proofs that a pattern cannot match, so that most rules cost a few machine instructions a name: the kinds of
 * characters a name has (one bit each), and the longest text that every match must hold.
 */

/** Characters that tell names apart, one bit each; rarer punctuation shares the last bit. Letters have none. */
const MARKS = " #$%&'()*+,-./:<>?@[]_`{}~";
const DIGIT = 1 << MARKS.length;
const UPPER = 1 << (MARKS.length + 1);
const OTHER = 1 << (MARKS.length + 2);

const BITS = Int32Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  const at = MARKS.indexOf(char);
  if (at >= 0) return 1 << at;
  if (char >= '0' && char <= '9') return DIGIT;
  if (char >= 'A' && char <= 'Z') return UPPER;
  return char >= 'a' && char <= 'z' ? 0 : OTHER;
});

/** The characters of `text` as bits. `(marksOf(name) & marksOf(part)) === marksOf(part)` when name holds part. */
export function marksOf(text: string): number {
  let marks = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    marks |= code < 128 ? BITS[code]! : OTHER;
  }
  return marks;
}

/** Whether a mark stands for this text and for nothing else. */
export function isMark(text: string): boolean {
  return text.length === 1 && MARKS.includes(text);
}

export interface Required {
  /** Text that every match begins at the start of the name with; '' when there is none. */
  readonly prefix: string;
  /** The longest text that every match holds; '' when none is certain. */
  readonly literal: string;
  /** Marks of all characters that every match holds. */
  readonly marks: number;
}

/**
 * Reads what a regular expression requires from its source: runs of plain characters outside of groups, classes and
 * alternatives. Says less than is true where it is not sure, never more.
 */
export function requiredBy(source: string): Required {
  const runs: string[] = [];
  let run = '';
  let firstRun: string | null = null;
  const endRun = () => {
    if (firstRun === null) firstRun = run;
    if (run !== '') runs.push(run);
    run = '';
  };
  let at = source.startsWith('^') ? 1 : 0;
  while (at < source.length) {
    const char = source[at]!;
    if (char === '|') return { prefix: '', literal: '', marks: 0 };
    let end = at + 1;
    let plain: string | null = null;
    if (char === ')') {
      // The end of a group that was read through: what follows is a new run.
      endRun();
      at++;
      continue;
    }
    if (char === '(') {
      end = groupEnd(source, at);
      if (isPlainGroup(source, at, end)) {
        endRun();
        at += source.startsWith('(?:', at) ? 3 : 1;
        continue;
      }
    }
    if (char === '[') end = classEnd(source, at);
    else if (char === '\\') {
      end = at + 2;
      const escaped = source[at + 1] ?? '';
      if (!/[\w]/.test(escaped)) plain = escaped;
    } else if (!'.^$('.includes(char)) plain = char;
    const quantifier = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(end, end + 12))?.[0] ?? '';
    const optional = /^[?*]|^\{0/.test(quantifier);
    if (plain !== null && !optional) run += plain;
    if (plain === null || quantifier !== '') endRun();
    at = end + quantifier.length;
  }
  endRun();
  const longest = runs.reduce((best, one) => (one.length > best.length ? one : best), '');
  return {
    prefix: source.startsWith('^') ? (firstRun ?? '') : '',
    literal: longest,
    marks: runs.reduce((marks, one) => marks | marksOf(one), 0),
  };
}

/** A group that is matched exactly once and has no alternatives: what it requires, the whole requires. */
function isPlainGroup(source: string, open: number, end: number): boolean {
  if (source[open + 1] === '?' && source[open + 2] !== ':') return false;
  return !hasAlternatives(source, open, end) && !'?*+{'.includes(source[end] ?? ' ');
}

/** Whether the group that opens at `open` has a `|` of its own; those of groups within are read when they are met. */
function hasAlternatives(source: string, open: number, end: number): boolean {
  for (let at = open + 1; at < end - 1; at++) {
    const char = source[at];
    if (char === '|') return true;
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(source, at) - 1;
    else if (char === '(') at = groupEnd(source, at) - 1;
  }
  return false;
}

function groupEnd(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(source, at) - 1;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return source.length;
}

function classEnd(source: string, open: number): number {
  for (let at = open + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']' && at > open + 1) return at + 1;
  }
  return source.length;
}
