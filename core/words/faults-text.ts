import { grouped, plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What the importers of printed reports (DTrace, sample, VTune, callgrind…) have in common. */
export const TEXT_WORDS: Vocabulary = {
  'text-line-too-long': ({ facts }) => ({
    sentence: `the line is longer than ${sizeInWords(Number(facts['maximum']))}`,
  }),
  'text-no-stacks': ({ facts, expected }) => ({
    sentence: `nothing was counted in ${plural(Number(facts['lines']), 'line')}: no samples; expected ${expected ?? 'stacks'}`,
    advice: 'Record again, or check that the file is complete.',
  }),
  'text-bad-line': ({ seen, expected }) => ({
    sentence: `"${seen ?? ''}" cannot be read; expected ${expected ?? 'a line of this format'}`,
    advice: 'Export the report again; a tree with a line missing would say wrong things about the others.',
  }),
  'text-level-skipped': ({ seen, facts }) => ({
    sentence: `"${seen ?? ''}" is at level ${String(facts['depth'])}, but the line before it is at level ${String(facts['before'])}: a caller is missing`,
    advice: 'Export the report again.',
  }),
  'text-truncated': ({ expected }) => ({
    sentence: `the file ends too early: expected ${expected ?? 'more'}; was it cut short?`,
    advice: 'A report that was cut off is not read as a smaller profile. Copy it again.',
  }),
  'text-cut': ({ seen }) => ({
    sentence: `the file ends inside a line or a stack, so the last one may be cut: "${seen ?? ''}"`,
  }),
  'text-end-unknown': () => ({
    sentence: 'this format has no mark at its end, so a file that was cut short cannot be told from a whole one',
  }),
  'text-lines-ignored': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} that ${count === 1 ? 'belongs' : 'belong'} to no stack ignored, the first: "${seen ?? ''}"`,
  }),
  'text-callees-exceed': ({ count = 1, seen, facts }) => ({
    sentence: `${plural(count, 'line')} with less than the callees have together, the first: "${seen ?? ''}" (${grouped(Number(facts['value']))} against ${grouped(Number(facts['callees']))}); the self value is taken as 0 there`,
  }),
  'text-rounded': () => ({
    sentence: 'the report prints rounded numbers, so totals may differ from what was recorded',
  }),
};
