import { grouped } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const GHC_WORDS: Vocabulary = {
  'ghc-percent-only': () => ({
    sentence:
      'the report holds percentages with one decimal, neither ticks nor bytes, so the number of samples is unknown',
    advice: 'Run the program with +RTS -P to get ticks and bytes.',
  }),
  'ghc-ticks-missing': ({ facts }) => ({
    sentence: `the tree has ${grouped(Number(facts['ticks']))} ticks, the head of the report says ${grouped(Number(facts['total']))}`,
    advice: 'The file may have been cut short, or cost centres of the runtime are left out of the tree.',
  }),
};
