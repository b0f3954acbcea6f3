import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

const EXPORT =
  'Export the samples with: xcrun xctrace export --input FILE.trace --xpath \'/trace-toc/run[@number="1"]/data/table[@schema="time-profile"]\' > samples.xml';

export const XCTRACE_WORDS: Vocabulary = {
  'xctrace-malformed': ({ seen, expected }) => ({
    sentence: `the XML cannot be read: ${seen ?? ''}; expected ${expected ?? 'an export of xctrace'}; was it cut short?`,
    advice: EXPORT,
  }),
  'xctrace-doctype': () => ({
    sentence:
      'the XML declares entities of its own (a DOCTYPE with an internal subset); no export does, and it is refused',
  }),
  'xctrace-unknown-ref': ({ facts, seen }) => ({
    sentence: `a ${String(facts['element'])} refers to the id ${seen ?? ''}, which no element before it has`,
    advice: EXPORT,
  }),
  'xctrace-no-stacks': ({ facts }) => ({
    sentence: `the table has ${plural(Number(facts['rows']), 'row')} and no backtrace: no samples of stacks`,
    advice: EXPORT,
  }),
  'xctrace-without-stack': ({ count = 1 }) => ({
    sentence: `${plural(count, 'sample')} without a backtrace, counted above all stacks`,
  }),
  'xctrace-without-weight': ({ count = 1 }) => ({
    sentence: `${plural(count, 'sample')} without a weight: counted as ${count === 1 ? 'a sample' : 'samples'}, with no time`,
  }),
};
