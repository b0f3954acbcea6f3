import type { ProblemLog } from '../../core/model/problem.ts';

/**
 * One folded line, read with care: the slow path for everything that is not plain `a;b;c 12`. Also the twin against
 * which the fast path of `reader.ts` is tested.
 *
 *     root;caller;leaf 12        count after the last blank
 *     root;caller;leaf 12 15     two counts: a differential file, if every line has two
 */
export interface FoldedLine {
  /** Root first, trimmed, without empty ones. */
  readonly frames: readonly string[];
  readonly count: number | bigint;
  /** Set when the text before the count ends in a number as well: the line read as a differential one. */
  readonly pair: { readonly frames: readonly string[]; readonly base: number | bigint } | null;
}

/** A number as awk and printf write it: `12`, `1.5`, `.5`, `1e+06`. No sign, no grouping. */
const COUNT = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Null for lines that hold no stack; what was wrong with them goes to `problems`. */
export function readFoldedLine(text: string, lineNumber: number, problems: ProblemLog): FoldedLine | null {
  const line = text.trimEnd();
  if (line.trim() === '' || /^#(\s|$)/.test(line)) return null;
  const { before, last } = cutLastWord(line);
  if (!COUNT.test(last)) {
    problems.add('warning', badCount(last), { line: lineNumber, seen: line });
    return null;
  }
  const count = numberOf(last);
  const frames = framesOf(before, lineNumber, problems);
  const inner = cutLastWord(before);
  const isPair = COUNT.test(inner.last) && (inner.before !== '' || /^\s*\S+$/.test(before));
  return {
    frames,
    count,
    pair: isPair ? { frames: framesOf(inner.before, lineNumber, null), base: numberOf(inner.last) } : null,
  };
}

function cutLastWord(text: string): { before: string; last: string } {
  const trimmed = text.trimEnd();
  const cut = Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('\t'));
  return { before: trimmed.slice(0, cut + 1).trimEnd(), last: trimmed.slice(cut + 1) };
}

function badCount(word: string): string {
  if (/^-\d/.test(word)) return 'folded-negative-count';
  if (/^\d{1,3}([,.' ]\d{3})+$/.test(word)) return 'folded-grouped-count';
  return 'folded-no-count';
}

function numberOf(word: string): number | bigint {
  const value = Number(word);
  return /^\d+$/.test(word) && !Number.isSafeInteger(value) ? BigInt(word) : value;
}

/** Splits at `;`, but not inside parentheses of a Java signature: `a.b(Ljava/lang/String;I)V`. */
function framesOf(stack: string, lineNumber: number, problems: ProblemLog | null): readonly string[] {
  if (stack.trim() === '') return ['[unknown]'];
  const frames: string[] = [];
  let empty = 0;
  for (const part of splitStack(stack)) {
    const frame = part.trim();
    if (frame === '') empty++;
    else frames.push(frame);
  }
  if (empty > 0) problems?.add('warning', 'folded-empty-frame', { line: lineNumber, seen: stack, count: empty });
  return frames.length === 0 ? ['[unknown]'] : frames;
}

const JAVA_SIGNATURE = /\((?:\[*(?:[BCDFIJSZ]|L[^;()]*;))*\)(?:\[*(?:[VBCDFIJSZ]|L[^;()]*;))?/g;

function splitStack(stack: string): readonly string[] {
  if (!stack.includes('(')) return stack.split(';');
  const frames: string[] = [];
  let start = 0;
  const held = [...stack.matchAll(JAVA_SIGNATURE)].filter(([signature]) => signature.includes(';'));
  for (let cut = stack.indexOf(';'); cut >= 0; cut = stack.indexOf(';', cut + 1)) {
    if (held.some((match) => cut > match.index && cut < match.index + match[0].length)) continue;
    frames.push(stack.slice(start, cut));
    start = cut + 1;
  }
  frames.push(stack.slice(start));
  return frames;
}
