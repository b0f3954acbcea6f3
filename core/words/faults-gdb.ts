import { plural, sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const GDB_WORDS: Vocabulary = {
  'gdb-no-stacks': ({ facts, expected }) => ({
    sentence: `no stack in ${plural(Number(facts['lines']), 'line')}: expected ${expected ?? 'frames'}`,
    advice: 'Dump with: gdb -p PID -batch -ex "thread apply all bt"',
  }),
  'gdb-frame-too-long': ({ facts }) => ({
    sentence: `a frame is longer than ${sizeInWords(Number(facts['maximum']))}`,
  }),
  'gdb-cut': ({ seen }) => ({
    sentence: `the file ends inside a line, so the last stack may be cut: "${seen ?? ''}"`,
  }),
  'gdb-frame-unfinished': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'frame')} without an end; the name is kept as far as it goes, the first: "${seen ?? ''}"`,
  }),
  'gdb-frames-missing': ({ count = 1, seen, expected }) => ({
    sentence: `frames are missing in ${plural(count, 'place')}: ${seen ?? ''} follows where ${expected ?? ''} should stand`,
  }),
  'gdb-stack-stopped': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'stack')} without ${count === 1 ? 'its' : 'their'} outer frames, the first because of "${seen ?? ''}"`,
  }),
  'gdb-thread-without-frames': ({ count = 1 }) => ({
    sentence: `${plural(count, 'thread')} without frames, counted nowhere`,
  }),
  'gdb-thread-names': ({ facts }) => ({
    sentence: `the threads have ${plural(Number(facts['count']), 'name')} (${names(facts['names'])}); stacks are added up over them`,
  }),
  'gdb-details-ignored': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} of details (local variables, source) under frames ignored, the first: "${seen ?? ''}"`,
  }),
  'gdb-lines-ignored': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} that ${count === 1 ? 'is' : 'are'} neither a thread nor a frame ignored, the first: "${seen ?? ''}"`,
  }),
};

function names(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
