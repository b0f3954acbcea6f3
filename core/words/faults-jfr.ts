import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const JFR_WORDS: Vocabulary = {
  'jfr-truncated': ({ expected }) => ({
    sentence: `the recording ends in the middle: expected ${expected ?? 'more bytes'}`,
    advice: 'Copy the file again, or dump the recording again with `jcmd PID JFR.dump`.',
  }),
  'jfr-malformed': ({ expected }) => ({
    sentence: `the recording is damaged: expected ${expected ?? 'an event'}`,
    advice: 'Dump the recording again with `jcmd PID JFR.dump`.',
  }),
  'jfr-unfinished': () => ({
    sentence: 'the recording was still being written when it was copied: a chunk has no size yet',
    advice: 'Take a finished copy with `jcmd PID JFR.dump filename=copy.jfr`.',
  }),
  'jfr-version': ({ seen }) => ({
    sentence: `this is a flight recording of version ${seen ?? 'unknown'}; version 2 (JDK 11 and later, async-profiler) can be read`,
    advice: 'Record with JDK 11 or later, or give folded stacks.',
  }),
  'jfr-no-samples': ({ expected }) => ({
    sentence: `the recording holds no event with a stack that can be read (${expected ?? 'samples'})`,
    advice: 'Record with `settings=profile`.',
  }),
  'jfr-stack-missing': ({ count = 1, facts }) => ({
    sentence: `${plural(count, 'stack trace')} that the recording does not have (id ${String(facts['id'])}); such events count as having no stack`,
  }),
  'jfr-stacks-truncated': ({ count = 1 }) => ({
    sentence: `${plural(count, 'stack trace')} deeper than the recorder kept: their outer frames are missing`,
    advice: 'Record with a larger stack depth (`-XX:FlightRecorderOptions=stackdepth=256`).',
  }),
  'jfr-threads-merged': ({ facts }) => ({
    sentence: `${plural(Number(facts['events']), 'event')} of all threads; events that differ only in thread or time are added up`,
  }),
  'jfr-classes-dropped': ({ facts }) => ({
    sentence: `${plural(Number(facts['allocations']), 'allocation')} by stack; the classes of the objects are not kept`,
  }),
};
