import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const PAPYRUS_WORDS: Vocabulary = {
  'papyrus-left-unentered': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'function')} left without having been entered in this log, the first: "${seen ?? ''}"; it began in the middle`,
  }),
  'papyrus-not-closed': () => ({
    sentence:
      'the log does not end in "Log closed": it may be cut, and functions that were running then lack their last time',
  }),
};
