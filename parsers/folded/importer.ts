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

/**
 * Folded stacks have no header. A line `frames count` is their mark; `;` in it makes it sure. Text in which most lines
 * have no count belongs to somebody else, unless the lines are stacks that have lost their counts.
 */
function detectFolded(head: Head): Detection {
  if (head.text.includes('\0')) return { verdict: 'no', because: 'it holds binary data' };
  const lines = head.text.split(/\r?\n/);
  // The last line of an incomplete head may be cut in its count.
  if (!head.complete) lines.pop();
  let looked = 0;
  let counted = 0;
  let stacks = 0;
  let firstCounted = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trimEnd();
    if (line === '' || /^#(\s|$)/.test(line)) continue;
    if (++looked > LINES_LOOKED_AT) break;
    if (ENDS_IN_COUNT.test(line)) {
      counted++;
      firstCounted ||= index + 1;
      if (line.includes(';')) stacks++;
    }
  }
  if (counted > 0 && counted * 2 >= looked) {
    const because = `line ${firstCounted} ends in a count`;
    if (stacks > 0) return { verdict: 'yes', because: `${because} and frames are joined by ";"` };
    return { verdict: 'unsure', because };
  }
  const joined = lines.filter((line) => line.includes(';') && !/[{}<>=]/.test(line)).length;
  if (looked > 0 && joined * 2 > looked)
    return { verdict: 'unsure', because: 'lines look like frames joined by ";", but have no count' };
  return { verdict: 'no', because: 'most lines do not end in a count' };
}
