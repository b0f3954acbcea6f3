import { grouped, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

const CONVERT =
  '`pprof -proto BINARY FILE > profile.pb.gz` makes a profile with names of it, where the program is at hand.';

export const PPROF_LEGACY_WORDS: Vocabulary = {
  'legacy-no-names': ({ facts }) => ({
    sentence: `${plural(Number(facts['addresses']), 'address', 'addresses')} of ${grouped(Number(facts['of']))} without a name: this old format of pprof holds addresses, shown as they are; they differ from build to build`,
    advice: CONVERT,
  }),
  'legacy-total-differs': ({ facts }) => ({
    sentence: `the stacks have ${grouped(Number(facts['counted']))} together, the header says ${grouped(Number(facts['announced']))}`,
    advice: 'The file may have been cut short.',
  }),
  'legacy-cpu-header': () => ({ sentence: 'the header of the CPU profile is damaged', advice: 'Record again.' }),
  'legacy-cpu-truncated': ({ facts }) => ({
    sentence: `the CPU profile ends after ${plural(Number(facts['samples']), 'sample record')}, before the record (0, 1, 0) that closes it: was it cut short?`,
    advice: 'Copy the file again; the profiler writes its end when the program exits normally.',
  }),
  'legacy-cpu-record': ({ facts }) => ({
    sentence: `a record of the CPU profile has the count ${String(facts['count'])} and the depth ${String(facts['depth'])}, which no profiler writes`,
    advice: 'Copy the file again.',
  }),
};
