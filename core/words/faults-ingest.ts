import type { Vocabulary } from './vocabulary.ts';

/** Faults of profiles that agents of other products push. */
export const INGEST_WORDS: Vocabulary = {
  'ingest-format': ({ seen, facts }) => ({
    sentence: `the format "${seen ?? ''}" of an agent cannot be read`,
    advice: `Send one of ${Array.isArray(facts['known']) ? facts['known'].join(', ') : ''}.`,
  }),
  'ingest-previous': () => ({
    sentence: 'the push holds a previous profile, which this one would have to be reduced by',
    advice: 'Let the agent send deltas: newer versions do so.',
  }),
  'ingest-name': ({ seen }) => ({
    sentence: `"${seen ?? ''}" is no name of an application with labels`,
    advice: 'Write it as app{label=value,other=value}.',
  }),
  'ingest-query': ({ seen }) => ({
    sentence: `"${seen ?? ''}" cannot be looked for`,
    advice: 'Write app{label="value",other="value"}; patterns are not known here.',
  }),
  'ingest-nothing': ({ facts }) => ({ sentence: `no profile fits ${String(facts['query'])} in that time` }),
};
