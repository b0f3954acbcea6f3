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
  /** Characters one of which every name with a match begins with; '' when that is not known. */
  readonly first: string;
  /** The longest text that every match holds; '' when none is certain. */
  readonly literal: string;
  /** Marks of all characters that every match holds. */
  readonly marks: number;
}

/**
 * Reads what a regular expression requires from its source: runs of plain characters outside of groups, classes and
 * alternatives, and the marks that all alternatives have in common. Says less than is true where it is not sure, never
 * more.
 */
export function requiredBy(source: string): Required {
  const alternatives = alternativesOf(source);
  if (alternatives.length > 1) {
    return { prefix: '', first: '', literal: '', marks: commonMarks(alternatives) };
  }
  const runs: string[] = [];
  let run = '';
  let firstRun: string | null = null;
  let marks = 0;
  const endRun = () => {
    if (firstRun === null) firstRun = run;
    if (run !== '') runs.push(run);
    run = '';
  };
  let at = source.startsWith('^') ? 1 : 0;
  while (at < source.length) {
    const char = source[at]!;
    let end = at + 1;
    let plain: string | null = null;
    let required = 0;
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
      required = commonMarks(groupAlternatives(source, at, end));
    }
    if (char === '[') end = classEnd(source, at);
    else if (char === '\\') {
      end = at + 2;
      const escaped = source[at + 1] ?? '';
      if (!/[\w]/.test(escaped)) plain = escaped;
      if (escaped === 'd') required = DIGIT;
    } else if (!'.^$('.includes(char)) plain = char;
    const quantifier = quantifierAt(source, end);
    if (!isOptional(quantifier)) {
      if (plain !== null) run += plain;
      marks |= required;
    }
    if (plain === null || quantifier !== '') endRun();
    at = end + quantifier.length;
  }
  endRun();
  const longest = runs.reduce((best, one) => (one.length > best.length ? one : best), '');
  return {
    prefix: source.startsWith('^') ? (firstRun ?? '') : '',
    first: source.startsWith('^') ? firstOf(source.slice(1)) : '',
    literal: longest,
    marks: runs.reduce((all, one) => all | marksOf(one), marks),
  };
}

/** Marks of what every one of `alternatives` requires; none when there are no alternatives. */
function commonMarks(alternatives: readonly string[]): number {
  return alternatives.length === 0 ? 0 : alternatives.reduce((common, one) => common & requiredBy(one).marks, -1);
}

/** Characters one of which every match of `source` begins with; '' when that is not known. */
function firstOf(source: string): string {
  const alternatives = alternativesOf(source);
  if (alternatives.length > 1) {
    const firsts = alternatives.map(firstOf);
    return firsts.includes('') ? '' : firsts.join('');
  }
  const char = source[0] ?? '';
  if (char === '(') {
    const end = groupEnd(source, 0);
    const firsts = groupAlternatives(source, 0, end).map(firstOf);
    return isOptional(quantifierAt(source, end)) || firsts.includes('') ? '' : firsts.join('');
  }
  const escaped = char === '\\';
  if (isOptional(quantifierAt(source, escaped ? 2 : 1))) return '';
  if (escaped) return /\w/.test(source[1] ?? '') ? '' : (source[1] ?? '');
  return '.^$[)'.includes(char) ? '' : char;
}

function quantifierAt(source: string, at: number): string {
  return /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 12))?.[0] ?? '';
}

/** Whether what has this quantifier may be missing. */
function isOptional(quantifier: string): boolean {
  return /^[?*]|^\{0/.test(quantifier);
}

/** A group that is matched exactly once and has no alternatives: what it requires, the whole requires. */
function isPlainGroup(source: string, open: number, end: number): boolean {
  return groupAlternatives(source, open, end).length === 1 && !'?*+{'.includes(source[end] ?? ' ');
}

/** The alternatives in the group from `open` to `end`; none for one that looks around, which matches no text. */
function groupAlternatives(source: string, open: number, end: number): readonly string[] {
  if (source[open + 1] !== '?') return alternativesOf(source.slice(open + 1, end - 1));
  return source[open + 2] === ':' ? alternativesOf(source.slice(open + 3, end - 1)) : [];
}

/** `source` cut at each `|` that stands in no group. */
function alternativesOf(source: string): readonly string[] {
  const alternatives: string[] = [];
  let start = 0;
  let at = 0;
  while (at < source.length) {
    const char = source[at];
    if (char === '|') {
      alternatives.push(source.slice(start, at));
      start = at + 1;
    }
    if (char === '\\') at += 2;
    else if (char === '[') at = classEnd(source, at);
    else if (char === '(') at = groupEnd(source, at);
    else at++;
  }
  return [...alternatives, source.slice(start)];
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
