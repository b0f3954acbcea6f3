import { plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const FOLDED_WORDS: Vocabulary = {
  'folded-no-stacks': ({ facts, seen }) => ({
    sentence: `no valid stack in ${plural(Number(facts['lines']), 'line')}: expected frames joined by ";", a blank and a count${seen === null ? '' : `, saw "${seen}"`}`,
    advice: 'Check that this is the output of a stackcollapse script and not its input.',
  }),
  'folded-line-too-long': ({ facts }) => ({
    sentence: `a line is longer than ${sizeInWords(Number(facts['maximum']))}`,
  }),
  'folded-lines-skipped': ({ facts }) => ({
    sentence: `${String(facts['skipped'])} of ${plural(Number(facts['lines']), 'line')} skipped; their counts are in no total`,
  }),
  'folded-no-count': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} without a count at the end, the first: "${seen ?? ''}"`,
  }),
  'folded-negative-count': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} with a negative count, the first: "${seen ?? ''}"`,
    advice: 'A negative count means that the producer subtracted profiles. Give both profiles instead.',
  }),
  'folded-grouped-count': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} with a grouped count such as "1,234", which can mean 1234 or 1.234; the first: "${seen ?? ''}"`,
  }),
  'folded-count-too-large': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} with a count that 64 bits do not hold, the first: "${seen ?? ''}"`,
  }),
  'folded-empty-frame': ({ count = 1 }) => ({
    sentence: `${plural(count, 'empty frame')} (empty name between two ";") left out; the counts are kept`,
  }),
  'folded-blank-frame': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} with only blanks for a name (a symbol that was not found), called [unknown]`,
  }),
  'folded-differential': ({ facts }) => ({
    sentence: `read as a differential file, since every one of its ${plural(Number(facts['lines']), 'line')} ends in two counts: base, then head`,
  }),
};
