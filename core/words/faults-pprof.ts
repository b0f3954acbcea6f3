import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const PPROF_WORDS: Vocabulary = {
  'pprof-truncated': ({ expected }) => ({
    sentence: `the pprof file ends in the middle: expected ${expected ?? 'more bytes'}`,
    advice: 'Download it again; the file was cut short.',
  }),
  'pprof-malformed': ({ expected }) => ({ sentence: `the pprof file is damaged: expected ${expected ?? 'protobuf'}` }),
  'pprof-no-sample-types': () => ({ sentence: 'the pprof file names no sample types, so its numbers mean nothing' }),
  'pprof-value-count': ({ facts }) => ({
    sentence: `sample ${String(facts['sample'])} has ${plural(Number(facts['values']), 'value')} for ${plural(Number(facts['types']), 'sample type')}`,
  }),
  'pprof-unknown-id': ({ facts }) => ({
    sentence: `sample ${String(facts['row'])} names the ${String(facts['table'])} ${String(facts['id'])}, which the file does not have`,
    advice: 'Is the file cut short?',
  }),
  'pprof-duplicate-id': ({ facts }) => ({
    sentence: `the table ${String(facts['table'])} has two rows with the id ${String(facts['id'])}`,
  }),
  'pprof-function-missing': ({ count = 1, facts }) => ({
    sentence: `${plural(count, 'frame')} without a name: the file does not have the function ${String(facts['id'])} that a location names`,
  }),
  'pprof-string-index': ({ facts }) => ({
    sentence: `string ${String(facts['index'])} of ${String(facts['strings'])} in the table ${String(facts['table'])}`,
    advice: 'Is the file cut short?',
  }),
  'pprof-negative-values': ({ count = 1 }) => ({
    sentence: `${plural(count, 'negative value')}: this is the difference of two profiles (a diff), subtracted by the program that wrote it`,
    advice: 'Shares of a difference mean little. Give the two profiles instead.',
  }),
  'pprof-labels-merged': ({ facts }) => ({
    sentence: `${plural(Number(facts['samples']), 'sample')} with labels; samples that differ only in labels are added up`,
  }),
  'pprof-default-unknown': ({ seen }) => ({
    sentence: `the default sample type "${seen ?? ''}" is not among the sample types; the last one is shown`,
  }),
};
