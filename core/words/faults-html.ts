import type { Vocabulary } from './vocabulary.ts';

/** Flame graphs as HTML pages: async-profiler, and trees in the script of a page. */
export const HTML_WORDS: Vocabulary = {
  'async-html-truncated': ({ expected }) => ({
    sentence: `the page ends in the middle of its frames: expected ${expected ?? 'more'}`,
    advice: 'Download or save it again; the file was cut short.',
  }),
  'async-html-malformed': ({ seen, expected }) => ({
    sentence: `the script of the page holds "${seen ?? ''}" where ${expected ?? 'a frame'} is expected`,
    advice: 'Was the page edited, or passed through a formatter? Give the file as async-profiler wrote it.',
  }),
  'async-html-no-frames': () => ({
    sentence: 'the page of async-profiler holds no frames',
    advice: 'Record again: nothing was sampled, or a filter left nothing.',
  }),
  'async-html-inverted': () => ({
    sentence:
      'the page draws its root at the top; with --reverse its stacks run from the callee to the caller, which the page does not tell',
    advice: 'Compare it only with a page that was made with the same options.',
  }),
  'async-html-unit-unsaid': ({ seen }) => ({
    sentence: `this version of async-profiler calls every number samples${seen === null ? '' : ` (title "${seen}")`}; made with --total they are bytes or nanoseconds`,
  }),
  'async-html-left-out': ({ facts }) => ({
    sentence: `frames that were too narrow to be drawn (--minwidth), together ${String(facts['weight'])}, count as self of their callers`,
  }),
  'async-html-base-partial': () => ({
    sentence:
      'a differential page shows the frames of the newer recording; frames that only the older one has are not in it',
    advice: 'Give both recordings instead of the page.',
  }),
  'html-tree-truncated': ({ expected }) => ({
    sentence: `the page ends in the middle of its tree: expected ${expected ?? 'more'}`,
    advice: 'Download or save it again; the file was cut short.',
  }),
  'html-tree-malformed': ({ seen, expected }) => ({
    sentence: `the tree in the page's script holds "${seen ?? ''}" where ${expected ?? 'a frame'} is expected`,
  }),
  'html-tree-value': ({ seen, expected }) => ({
    sentence: `the tree in the page's script has a frame with "${seen ?? ''}" where ${expected ?? 'a count'} is expected`,
  }),
  'html-no-tree': () => ({
    sentence: 'the page draws a flame graph but holds no tree of names and values; it loads it from elsewhere',
    advice: 'Give the JSON file or the folded stacks that the page loads.',
  }),
  'html-tree-deltas': ({ count = 1 }) => ({
    sentence: `${String(count)} frames carry a difference to another recording, which is not read from pages`,
    advice: 'Give both recordings.',
  }),
  'html-tree-merged': () => ({
    sentence:
      'of the two trees in a page of 0x the merged one is read; it does not tell optimised functions from others',
  }),
};
