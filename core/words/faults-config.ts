import type { Vocabulary } from './vocabulary.ts';

/** What can be wrong in a `firebreak.yml`. */
export const CONFIG_WORDS: Vocabulary = {
  'config-yaml': ({ seen }) => ({
    sentence: `this is no YAML: ${seen ?? ''}`,
    advice: 'docs/gate.md shows a whole file.',
  }),
  'config-invalid': ({ facts }) => ({
    sentence: `${facts['key'] === '' ? 'the file' : String(facts['key'])}: ${String(facts['message'])}`,
    advice: 'docs/gate.md lists every setting; docs/firebreak.schema.json tells editors the same.',
  }),
};
