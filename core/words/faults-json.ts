import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Faults and problems of the formats that are written as JSON. */
export const JSON_WORDS: Vocabulary = {
  'json-cut-short': ({ expected }) => ({
    sentence: `the JSON ends in the middle: expected ${expected ?? 'more'}. Was the file cut short?`,
    advice: 'Download or export it again.',
  }),
  'json-malformed': ({ seen, expected }) => ({
    sentence: `this is no JSON: expected ${expected ?? 'a value'}, saw "${seen ?? ''}"`,
    advice: 'Export the profile again; it was changed or damaged on its way.',
  }),
  'json-unparsable': () => ({
    sentence: 'the JSON is too deep or too large to be taken in here',
    advice: 'Read it with the command line tool instead.',
  }),
  'json-shape': ({ seen, expected, facts }) => ({
    sentence: `${String(facts['path'])} is ${seen === null ? 'missing' : seen}; expected ${expected ?? 'something else'}`,
    advice: 'Export the profile again. Is it from a version of the tool that writes it differently?',
  }),
  'json-number-rounded': ({ count = 1 }) => ({
    sentence: `${plural(count, 'number')} over 2^53: JSON does not keep their last digits`,
  }),
  'v8-times-go-back': ({ count = 1 }) => ({
    sentence: `${plural(count, 'sample')} with a time before that of the sample before; they were put in order`,
  }),
  'v8-times-missing': ({ facts }) => ({
    sentence: `there are times for ${String(facts['times'])} of ${plural(Number(facts['samples']), 'sample')}; the others have no time, but count as samples`,
  }),
  'v8-caller-lost': ({ count = 1 }) => ({
    sentence: `${plural(count, 'node')} whose caller was in a piece that is missing; ${count === 1 ? 'it stands' : 'they stand'} directly below the thread`,
  }),
  'v8-no-samples': () => ({
    sentence: 'the CPU profile has neither samples nor hit counts',
    advice: 'Record again, for longer than an instant.',
  }),
  'chrome-trace-no-stacks': ({ facts }) => ({
    sentence: `none of ${plural(Number(facts['events']), 'event')} of the trace is a CPU profile, a sampled stack or a call with a begin and an end`,
    advice: 'In DevTools, record with JavaScript samples switched on.',
  }),
  'chrome-trace-unclosed': ({ facts }) => ({
    sentence: `the list of ${plural(Number(facts['events']), 'event')} has no end, which traces are allowed; if the writer was stopped, later events are missing`,
  }),
  'chrome-trace-calls-left': ({ facts }) => ({
    sentence: `${plural(Number(facts['events']), 'timed call')} left aside: the samples in the same file tell more`,
  }),
  'chrome-trace-other-events': ({ facts }) => ({
    sentence: `${plural(Number(facts['events']), 'event')} without a stack or a duration left aside (marks, counters, asynchronous events)`,
  }),
  'chrome-trace-chunk-empty': ({ count = 1 }) => ({
    sentence: `${plural(count, 'piece')} of a CPU profile without data left out`,
  }),
  'chrome-trace-end-unmatched': ({ count = 1 }) => ({
    sentence: `${plural(count, 'end')} of a call without its begin left out`,
  }),
  'chrome-trace-begin-unmatched': ({ count = 1 }) => ({
    sentence: `${plural(count, 'call')} without an end; taken to last as long as anything is known of the thread`,
  }),
  'chrome-trace-overlap': ({ count = 1 }) => ({
    sentence: `${plural(count, 'call')} that outlast${count === 1 ? 's' : ''} the call within which ${count === 1 ? 'it' : 'they'} began; the caller is taken to end with ${count === 1 ? 'it' : 'them'}`,
  }),
  'speedscope-negative-weights': ({ count = 1 }) => ({
    sentence: `${plural(count, 'sample')} with a negative weight: this is the difference of two profiles`,
    advice: 'Shares of a difference mean little. Give the two profiles instead.',
  }),
  'speedscope-unclosed': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} without an end; taken to last until the end of the profile`,
  }),
  'gecko-no-samples': ({ facts }) => ({
    sentence: `none of ${plural(Number(facts['threads']), 'thread')} of the recording has samples`,
    advice: 'Choose the threads to record in the settings of the profiler, and record again.',
  }),
  'flamebearer-no-bars': () => ({ sentence: 'the flame graph has no levels, so there is nothing in it' }),
  'flamebearer-shortened': ({ facts }) => ({
    sentence: `the server gathered the smallest frames in "other"${Number(facts['nodes']) > 0 ? ` to keep to ${String(facts['nodes'])} nodes` : ''}`,
    advice: 'Ask for more nodes (maxNodes), or for the pprof of the same query.',
  }),
  'stackprof-no-stacks': () => ({
    sentence: 'the file has no stacks ("raw"), only a count of each function: callers are not known',
    advice: 'Record with raw: true.',
  }),
  'stackprof-no-samples': () => ({ sentence: 'the file has no frames, so there are no samples in it' }),
  'tree-values-are-self': () => ({
    sentence: 'a frame has less than its callees together: values are taken to be those of the frame alone',
  }),
  'tree-no-values': ({ expected }) => ({ sentence: `no frame of the tree has a value: expected ${expected ?? 'one'}` }),
  'tree-children-exceed': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} with less than the callees together; the frame alone is taken to have nothing`,
  }),
  'tree-change-exceeds': ({ count = 1 }) => ({
    sentence: `${plural(count, 'frame')} that grew by more than it has; base is taken to have had nothing there`,
  }),
  'tree-total-differs': ({ facts }) => ({
    sentence: `the stacks add up to ${String(facts['sum'])}, the root of the tree says ${String(facts['total'])}`,
  }),
  'dhat-no-points': () => ({ sentence: 'the file has no program points, so nothing was allocated' }),
  'safari-durations-missing': ({ facts }) => ({
    sentence: `there are ${String(facts['durations'])} durations for ${plural(Number(facts['samples']), 'sample')}`,
  }),
  'safari-no-samples': () => ({
    sentence: 'the recording has no JavaScript samples',
    advice: 'Record with the instrument "JavaScript & Events".',
  }),
  'otlp-no-dictionary': () => ({
    sentence: 'the OpenTelemetry profiles have no "dictionary": they are of an earlier draft of the protocol',
    advice: 'Export them as pprof, or with a collector of 2025 or later.',
  }),
  'otlp-no-samples': () => ({ sentence: 'the OpenTelemetry profiles have no samples' }),
  'otlp-resources-merged': ({ facts }) => ({
    sentence: `${plural(Number(facts['resources']), 'resource')} (processes, containers) are added up`,
  }),
  'otlp-attributes-merged': ({ count = 1 }) => ({
    sentence: `${plural(count, 'sample')} with attributes; samples that differ only in attributes are added up`,
  }),
};
