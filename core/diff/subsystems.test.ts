import { expect, test } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import { unionTree } from '../tree/union.ts';
import { functionTagsOf, subsystemsOf } from './subsystems.ts';

function rows(base: string, head: string, tags: Record<string, string[]>) {
  const run = (text: string) => [{ profile: profileOf(text), valueType: 0 }];
  const made = unionTree([run(base), run(head)]);
  if (!made.ok) throw new Error(made.error.code);
  const tree = made.value;
  const functionTags = functionTagsOf(tree.functions.names, [new Map(Object.entries(tags))]);
  return subsystemsOf({ tree, functionTags });
}

test('the innermost tagged frame has the time; inclusive counts a stack once', () => {
  const tags = { purge: ['innodb.purge'], latch: ['innodb.latch', 'lock-wait'] };
  const found = rows(
    'main;purge;row;purge;latch;futex 6 / main;purge;x 3 / main;idle 1',
    'main;latch 8 / main 2',
    tags,
  );
  expect(found).toEqual([
    { tag: 'innodb.latch', base: 6, head: 8, baseInclusive: 6, headInclusive: 8 },
    // A frame in two subsystems counts in both.
    { tag: 'lock-wait', base: 6, head: 8, baseInclusive: 6, headInclusive: 8 },
    { tag: 'innodb.purge', base: 3, head: 0, baseInclusive: 9, headInclusive: 0 },
    { tag: null, base: 1, head: 2, baseInclusive: 1, headInclusive: 2 },
  ]);
});

test('without tags there are no rows', () => {
  expect(rows('a 1', 'a 1', {})).toEqual([]);
});

test('tags come from whichever run knows the name', () => {
  expect(functionTagsOf(['a', 'b', '__proto__'], [new Map([['a', ['x']]]), new Map([['b', ['y', 'z']]])])).toEqual([
    ['x'],
    ['y', 'z'],
    [],
  ]);
});
