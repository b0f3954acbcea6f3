import { plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const PFS_WORDS: Vocabulary = {
  'pfs-no-table': ({ facts }) => ({
    sentence: `no table with the columns of a performance_schema summary in ${plural(Number(facts['lines']), 'line')}`,
    advice: 'Select EVENT_NAME, COUNT_STAR and SUM_TIMER_WAIT, with the column names.',
  }),
  'pfs-no-values': () => ({
    sentence: 'every count in the table is 0, or it has no rows',
    advice:
      'Check that performance_schema is on and that its instruments and consumers are enabled. Is the file cut short?',
  }),
  'pfs-row-odd': ({ count = 1, seen, expected }) => ({
    sentence: `${plural(count, 'row')} that ${count === 1 ? 'does' : 'do'} not fit the table (expected ${expected ?? ''}) left out, the first: "${seen ?? ''}"`,
  }),
  'pfs-value-odd': ({ count = 1, seen, expected }) => ({
    sentence: `${plural(count, 'value')} left out, the first: "${seen ?? ''}" (expected ${expected ?? ''})`,
  }),
  'pfs-cut': ({ seen }) => ({
    sentence: `the file ends inside a line, so its last number may lack digits: "${seen ?? ''}"`,
  }),
  'pfs-added-up': ({ facts }) => ({
    sentence: `rows are added up over ${list(facts['columns'])}, which differ from run to run`,
  }),
  'pfs-columns-ignored': ({ facts }) => ({
    sentence: `columns of no known meaning ignored: ${list(facts['columns'])}`,
  }),
  'pfs-lines-ignored': ({ count = 1, seen }) => ({
    sentence: `${plural(count, 'line')} outside the table ignored, the first: "${seen ?? ''}"`,
  }),
};

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
