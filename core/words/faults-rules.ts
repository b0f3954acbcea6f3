import type { Vocabulary } from './vocabulary.ts';

/** Mistakes in rule packs that users write. The line stands before the sentence; the column is named in it. */
export const RULES_WORDS: Vocabulary = {
  'pack-unknown': ({ seen, facts }) => ({
    sentence: `there is no rule pack "${seen ?? ''}"; the packs are ${(facts['known'] as readonly string[]).join(', ')}`,
  }),
  'rule-invalid': ({ facts }) => ({
    sentence: `the rule ${String(facts['rule'])} cannot be used: ${String(facts['reason'])}`,
  }),
  'rules-syntax': ({ seen, facts }) => ({
    sentence: `this is no YAML (column ${String(facts['column'])}): ${seen ?? ''}`,
  }),
  'rules-field': ({ seen, expected, facts }) => ({
    sentence: `there is no field "${seen ?? ''}" (column ${String(facts['column'])}); the fields here are ${expected ?? ''}`,
  }),
  'rules-missing': ({ expected, facts }) => ({
    sentence: `"${expected ?? ''}" is missing (column ${String(facts['column'])})`,
  }),
  'rules-value': ({ seen, expected, facts }) => ({
    sentence: `expected ${expected ?? ''} (column ${String(facts['column'])})${seen === null ? '' : `, saw "${seen}"`}`,
  }),
  'rules-pattern': ({ seen, expected, facts }) => ({
    sentence: `"${seen ?? ''}" is no regular expression (column ${String(facts['column'])}): ${expected ?? ''}`,
    advice: 'Patterns have RE2 syntax: no look-around and no back-references.',
  }),
  'rules-duplicate': ({ seen }) => ({ sentence: `the id "${seen ?? ''}" is taken by another rule of the pack` }),
  'rules-action': ({ seen, expected }) => ({
    sentence: `a rule has exactly one action, ${expected ?? ''}${seen === null ? '; this one has none' : `; this one has ${seen}`}`,
  }),
  'rules-match': ({ seen }) => ({
    sentence: `the action "${seen ?? ''}" needs "match": it must say which frames it is for`,
  }),
};
