import { grouped, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const PMCSTAT_WORDS: Vocabulary = {
  'pmcstat-callers-left-out': ({ facts }) => ({
    sentence: `the callers of ${grouped(Number(facts['samples']))} samples are not printed (each below the threshold of pmcstat); they stand under [callers not printed]`,
  }),
  'pmcstat-functions-left-out': ({ facts }) => ({
    sentence: `${grouped(Number(facts['samples']))} of ${grouped(Number(facts['total']))} samples are in functions that are not printed; they stand under [functions not printed]`,
    advice: 'The file may have been cut short, or pmcstat left small functions out.',
  }),
  'pmcstat-callers-exceed': ({ count = 1, facts }) => ({
    sentence: `${plural(count, 'function')} with fewer samples than ${count === 1 ? 'its' : 'their'} callers, the first by ${grouped(Number(facts['samples']))}; the callers are believed`,
  }),
};
