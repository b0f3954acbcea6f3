import type { Detection, Head, Importer } from '../importer.ts';
import { foldedReader } from './reader.ts';

export const foldedImporter: Importer = {
  id: 'folded',
  title: 'folded stacks',
  detect: detectFolded,
  open: foldedReader,
};

const LINES_LOOKED_AT = 200;
const ENDS_IN_COUNT = /\S[^\S\n]+(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|html|svg)/i;

/**
 * Folded stacks have no header. A line `frames count` is their mark; `;` in it makes it sure. Text in which most lines
 * have no count belongs to somebody else, unless the lines are stacks that have lost their counts. Without any `;` every
 * line must end in a count: tables and reports end in numbers here and there.
 */
function detectFolded(head: Head): Detection {
  if (head.text.includes('\0')) return { verdict: 'no', because: 'it holds binary data' };
  if (MARKUP.test(head.text)) return { verdict: 'no', because: 'it begins as XML or HTML does' };
  const longLine = longFirstLine(head);
  if (longLine !== null) return longLine;
  let looked = 0;
  let counted = 0;
  let stacks = 0;
  let bare = 0;
  let firstCounted = 0;
  for (const [index, line] of linesOf(head)) {
    if (looked === LINES_LOOKED_AT) break;
    looked++;
    if (ENDS_IN_COUNT.test(line)) {
      counted++;
      firstCounted ||= index + 1;
      if (line.includes(';')) stacks++;
    } else if (looksLikeStack(line)) bare++;
  }
  if (counted > 0 && counted * 2 >= looked && stacks * 4 >= counted) {
    return { verdict: 'yes', because: `line ${firstCounted} ends in a count and frames are joined by ";"` };
  }
  if (counted > 0 && (counted === looked || (counted * 2 >= looked && stacks > 0))) {
    return { verdict: 'unsure', because: `line ${firstCounted} ends in a count` };
  }
  if (bare * 2 > looked)
    return { verdict: 'unsure', because: 'lines look like frames joined by ";", but have no count' };
  return { verdict: 'no', because: 'most lines do not end in a count' };
}

/** A first stack longer than the head has its count out of sight: then many short frames joined by `;` are the mark. */
function longFirstLine({ text, complete }: Head): Detection | null {
  if (complete || text.includes('\n')) return null;
  const frames = text.split(';');
  const isStack = frames.length > 1000 && !/[{}<>="]/.test(frames[0] ?? '');
  return isStack ? { verdict: 'yes', because: 'line 1 is a very deep stack, its frames joined by ";"' } : null;
}

/** Lines that are neither blank nor a comment, with their index. The last line of an incomplete head may be cut. */
function* linesOf(head: Head): Generator<readonly [number, string]> {
  const lines = head.text.split(/\r?\n/);
  if (!head.complete) lines.pop();
  for (const [index, raw] of lines.entries()) {
    const line = raw.trimEnd();
    if (line !== '' && !/^#(\s|$)/.test(line)) yield [index, line];
  }
}

/** `a;b` and `a;b x`, but not code, markup or columns, which end a line or a signature with `;`. */
function looksLikeStack(line: string): boolean {
  return /^[^\s;][^;]*;[^\s;]/.test(line) && !/[{}<>="\t]/.test(line);
}
