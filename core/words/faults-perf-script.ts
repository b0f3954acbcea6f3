import { grouped, plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const PERF_SCRIPT_WORDS: Vocabulary = {
  'perf-no-samples': ({ facts, expected }) => ({
    sentence: `no samples in ${plural(Number(facts['lines']), 'line')}: expected ${expected ?? 'a sample'}`,
    advice: 'Run `perf script` on the recording and give its output.',
  }),
  'perf-line-too-long': ({ facts }) => ({ sentence: `a line is longer than ${sizeInWords(Number(facts['maximum']))}` }),
  'perf-too-many-events': ({ facts }) => ({
    sentence: `the file names more than ${plural(Number(facts['maximum']), 'event')}`,
    advice: 'Is it the output of `perf script`? Record fewer events, or print one of them with `perf script -F`.',
  }),
  'perf-lines-ignored': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} that ${count === 1 ? 'is' : 'are'} neither a sample nor a frame ignored, the first: "${seen ?? ''}"`,
  }),
  'perf-lost-events': ({ facts }) => ({
    sentence: `perf lost ${plural(Number(facts['lost']), 'event')} while recording, so the profile is incomplete`,
    advice: 'Record with a lower frequency (-F) or larger buffers (-m).',
  }),
  'perf-several-events': ({ facts }) => ({
    sentence: `the file holds several events, which are never added up; shown is ${String(facts['shown'])}, the others are ${names(facts['others'])}`,
    advice: 'Choose another one with --value-type.',
  }),
};

function names(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : grouped(Number(value));
}
