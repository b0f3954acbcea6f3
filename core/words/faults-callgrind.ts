import { grouped, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const CALLGRIND_WORDS: Vocabulary = {
  'callgrind-paths-estimated': () => ({
    sentence:
      'the file holds a call graph, not stacks: self costs of functions are exact, how they spread over paths of callers is estimated in proportion to the cost of calls',
  }),
  'callgrind-paths-cut': ({ count = 1 }) => ({
    sentence: `${plural(count, 'path')} with less than a millionth of every event not followed; the costs stand in other places of the same functions, or under [callers not followed]`,
  }),
  'callgrind-name-unknown': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'name')} used by number without being given before, the first: ${seen ?? ''}`,
  }),
  'callgrind-totals-differ': ({ facts }) => ({
    sentence: `the functions have ${grouped(Number(facts['actual']))} together, the file says ${grouped(Number(facts['total']))} in all`,
    advice: 'The file may have been cut short, or its tool counts what no function has.',
  }),
};
