import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

const BETTER =
  '`perf script -i perf.data` gives every sample with its stack; give that instead where perf.data is at hand.';

export const PERF_REPORT_WORDS: Vocabulary = {
  'perf-report-children': ({ count = 1 }) => ({
    sentence: `${plural(count, 'line')} of call graphs ignored: in a report with children, functions are counted again for each caller, so only the own share of each function is taken, without stacks`,
    advice: `Use --no-children, or better: ${BETTER}`,
  }),
  'perf-report-callers-left-out': ({ count = 1 }) => ({
    sentence: `${plural(count, 'place')} where perf report left small chains out; their shares stand under [callers not printed]`,
    advice: BETTER,
  }),
};
