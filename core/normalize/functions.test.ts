import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NAME_FUNCTIONS } from './functions.ts';

const PIECES = [
  'std::vector',
  'A',
  'B',
  '<',
  '>',
  '>',
  ', ',
  ',',
  ' ',
  '*',
  '&',
  'const ',
  ' const',
  'char',
  'ulint',
  'unsigned long int',
  '(bool)1',
  '(unsigned int)5',
  'std::allocator<int>',
  'std::basic_string',
  'operator<',
  'operator',
  '->',
  '-',
  '(',
  ')',
  '{lambda(int)#1}',
  '::',
];

test.each([...NAME_FUNCTIONS].filter(([, { settles }]) => settles))('%s gives back what it has made', (_, { run }) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), (pieces) => {
      const made = run(pieces.join(''), { module: null });
      expect(run(made, { module: null })).toBe(made);
    }),
    { seed: 11, numRuns: 3000 },
  );
});
