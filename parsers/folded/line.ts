import type { ProblemLog } from '../../core/model/problem.ts';

/**
 * One folded line, read with care: the slow path for everything that is not plain `a;b;c 12`. Also the twin against
 * which the fast path of `reader.ts` is tested.
 *
 *     root;caller;leaf 12        count after the last blank
 *     root;caller;leaf 12 15     two counts: a differential file, if every line has two
 */
export interface FoldedLine {
  /** Root first, trimmed, without empty ones; one whose name is only blanks is `[unknown]`. */
  readonly frames: readonly string[];
  readonly count: number | bigint;
  /** Set when the text before the count ends in a number as well: the line read as a differential one. */
  readonly pair: { readonly frames: readonly string[]; readonly base: number | bigint } | null;
}

/** A number as awk and printf write it: `12`, `1.5`, `.5`, `1e+06`. No sign, no grouping. */
const COUNT = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Null for lines that hold no stack; what was wrong with them goes to `problems`. */
export function readFoldedLine(text: string, lineNumber: number, problems: ProblemLog): FoldedLine | null {
  const line = withoutBlanksAtEnd(text);
  if (line === '' || /^#(\s|$)/.test(line)) return null;
  const { before, last } = cutLastWord(line);
  if (!COUNT.test(last)) {
    problems.add('warning', badCount(last), { line: lineNumber, seen: line });
    return null;
  }
  const count = numberOf(last);
  if (!isHeld(count)) {
    problems.add('warning', 'folded-count-too-large', { line: lineNumber, seen: line });
    return null;
  }
  const frames = framesOf(before, lineNumber, problems);
  const inner = cutLastWord(withoutBlanksAtEnd(before));
  const base = COUNT.test(inner.last) ? numberOf(inner.last) : null;
  const isPair = base !== null && isHeld(base);
  return { frames, count, pair: isPair ? { frames: framesOf(inner.before, lineNumber, null), base } : null };
}

/** One blank parts the word from what is before it; more of them belong to that, where they may be a frame (`a;  5`). */
function cutLastWord(text: string): { before: string; last: string } {
  const cut = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
  return { before: text.slice(0, Math.max(cut, 0)), last: text.slice(cut + 1) };
}

/** Blanks are those of ASCII: a no-break space or any other of Unicode belongs to the name, as on the fast path. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

// Loops, since a pattern like / +$/ takes quadratic time on a long run of blanks inside a line.
function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text, end - 1)) end--;
  return text.slice(0, end);
}

function withoutBlanks(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text, start)) start++;
  return withoutBlanksAtEnd(text.slice(start));
}

function badCount(word: string): string {
  if (/^-\d/.test(word)) return 'folded-negative-count';
  if (/^\d{1,3}([,.' ]\d{3})+$/.test(word)) return 'folded-grouped-count';
  return 'folded-no-count';
}

/** More digits than any 64-bit number has; a BigInt of millions of digits would take minutes to make. */
const MOST_DIGITS = 25;

function numberOf(word: string): number | bigint {
  const value = Number(word);
  if (Number.isSafeInteger(value) || !/^\d+$/.test(word)) return value;
  return word.length > MOST_DIGITS ? Infinity : BigInt(word);
}

/** Counts are 64-bit integers or doubles; what is larger (`1e999`, a number of 30 digits) is in no total. */
function isHeld(count: number | bigint): boolean {
  return typeof count === 'bigint' ? count < 1n << 63n : Number.isFinite(count);
}

const UNKNOWN = '[unknown]';

/**
 * Splits at `;`, but not inside parentheses of a Java signature: `a.b(Ljava/lang/String;I)V`.
 *
 * Nothing between two `;` is a slip of the writer and left out. Blanks are a name: that of a symbol that was looked up and
 * came out blank. Its frame was on the stack, so it stays, and `a; ;b` is another stack than `a;b`.
 */
function framesOf(stack: string, lineNumber: number, problems: ProblemLog | null): readonly string[] {
  if (withoutBlanks(stack) === '') return [UNKNOWN];
  const frames: string[] = [];
  let empty = 0;
  let blank = 0;
  for (const part of splitStack(stack)) {
    const frame = withoutBlanks(part);
    if (part === '') empty++;
    else if (frame === '') blank++;
    if (part !== '') frames.push(frame === '' ? UNKNOWN : frame);
  }
  if (empty > 0) problems?.add('warning', 'folded-empty-frame', { line: lineNumber, seen: stack, count: empty });
  if (blank > 0) problems?.add('warning', 'folded-blank-frame', { line: lineNumber, seen: stack, count: blank });
  return frames.length === 0 ? [UNKNOWN] : frames;
}

const JAVA_SIGNATURE = /\((?:\[*(?:[BCDFIJSZ]|L[^;()]*;))*\)(?:\[*(?:[VBCDFIJSZ]|L[^;()]*;))?/g;

function splitStack(stack: string): readonly string[] {
  if (!stack.includes('(')) return stack.split(';');
  const held = [...stack.matchAll(JAVA_SIGNATURE)].filter(([signature]) => signature.includes(';'));
  const frames: string[] = [];
  let start = 0;
  let next = 0;
  for (let cut = stack.indexOf(';'); cut >= 0; cut = stack.indexOf(';', cut + 1)) {
    // Signatures and cuts both go from left to right, so one look at the next signature is enough.
    while (endOf(held[next]) <= cut) next++;
    if (cut > (held[next]?.index ?? cut)) continue;
    frames.push(stack.slice(start, cut));
    start = cut + 1;
  }
  frames.push(stack.slice(start));
  return frames;
}

function endOf(match: RegExpExecArray | undefined): number {
  return match === undefined ? Infinity : match.index + match[0].length;
}
