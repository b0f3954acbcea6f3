import { grouped, plural } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export const METRICS_WORDS: Vocabulary = {
  'metrics-none': () => ({ sentence: 'the file holds no numbers that can be read as metrics. Is it cut short?' }),
  'metrics-unknown': ({ seen }) => ({
    sentence: `this is no benchmark output or status that Firebreak reads${seen === null ? '' : `; it begins with "${seen}"`}`,
    advice:
      'It reads the output of sysbench, SHOW GLOBAL STATUS, SHOW ENGINE INNODB STATUS, ANALYZE FORMAT=JSON, CSV series, name=value lines and JSON of numbers.',
  }),
  'metrics-not-profile': ({ facts }) => ({
    sentence: `this is ${String(facts['title'])}, which holds numbers of a run and no profile`,
    advice: 'Give it beside a profile, or as --base-metrics or --head-metrics.',
  }),
  'metrics-without-profile': ({ facts }) => ({
    sentence: `${String(facts['file'])} holds numbers of a run, and there is no profile on this side that they could belong to`,
    advice: 'Give the profile of the same run beside it.',
  }),
  'metrics-ambiguous': ({ facts }) => ({
    sentence: `${plural(Number(facts['files']), 'file')} of metrics for ${plural(Number(facts['profiles']), 'profile')}: it is not clear which belongs to which`,
    advice: 'Give one profile, or one file of metrics to each.',
  }),
  'metrics-too-many': ({ facts }) => ({
    sentence: `more numbers than a run can have (at most ${grouped(Number(facts['names']))} names of ${String(facts['length'])} characters)`,
  }),
  'metrics-value-odd': ({ count = 1, seen, expected }) => ({
    sentence: `${plural(count, 'value')} left out, the first: "${seen ?? ''}" (expected ${expected ?? ''})`,
  }),
  'metrics-row-odd': ({ count = 1, seen, expected }) => ({
    sentence: `${plural(count, 'line')} left out, the first: "${seen ?? ''}" (expected ${expected ?? ''})`,
  }),
  'metrics-json-others': ({ count = 1 }) => ({
    sentence: `${plural(count, 'value')} that ${count === 1 ? 'is' : 'are'} no number left out`,
  }),
  'sysbench-unfinished': ({ facts }) => ({
    sentence: `${String(facts['finished'])} of ${plural(Number(facts['runs']), 'run')} of sysbench ${facts['finished'] === 1 ? 'has' : 'have'} a summary: the file is cut short, or a run was stopped`,
  }),
};
