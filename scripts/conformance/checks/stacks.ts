import { entriesOf, expectedOf, isValue, listOf, objectOf, textOf, textsOf } from '../json.ts';
import type { Expected, Json } from '../json.ts';
import type { Column } from '../product.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';
import { stacksOf } from '../tree.ts';
import type { Stack, Value } from '../tree.ts';

/** A stack that the facts name: the accepted spellings of its path, and its self value. */
interface Wanted {
  readonly paths: readonly string[];
  readonly value: Expected;
}

/**
 * `stacks`, `one_of_stacks`, `one_of_paths`, `may_be_absent`: self values by path. When the values that are listed add up
 * to `total`, the list is complete and any further stack is a failure.
 */
export function checkStacks(record: Recorder, facts: Json, column: Column, tolerance: number): void {
  const wanted = [
    ...namedStacks(facts),
    ...alternatives(facts['one_of_stacks']),
    ...alternatives(facts['one_of_paths']),
  ];
  if (wanted.length === 0) return;
  const compare = facts['compare'] === undefined ? {} : objectOf(facts['compare'], 'compare');
  const key = keyFor(compare);
  const left = new Map<string, Value>();
  for (const { frames, self } of stacksOf(column)) {
    const path = key(frames.join(';'));
    const known = left.get(path);
    left.set(path, known === undefined ? self : sum(known, self));
  }
  for (const { paths, value } of wanted) {
    const found = paths.map(key).find((path) => left.has(path));
    const actual = found === undefined ? undefined : left.get(found);
    record.that(`stacks[${paths[0] ?? ''}]`, actual !== undefined && isValue(actual, value, tolerance), () =>
      actual === undefined
        ? `no such stack (expected ${value}); others: ${shown([...left.entries()].slice(0, 12))}`
        : `expected ${value}, got ${actual}`,
    );
    if (found !== undefined) left.delete(found);
  }
  for (const path of textsOf(facts['may_be_absent'] ?? [], 'may_be_absent')) {
    const actual = left.get(key(path)) ?? 0;
    record.that(`may_be_absent[${path}]`, Number(actual) === 0, () => `expected 0, got ${actual}`);
    left.delete(key(path));
  }
  if (facts['total'] === undefined || !isComplete(wanted, facts['total'])) return;
  record.that('no other stack', left.size === 0, () => `also ${shown([...left.entries()])}`);
}

function namedStacks(facts: Json): readonly Wanted[] {
  if (facts['stacks'] === undefined) return [];
  return entriesOf(facts['stacks'], 'stacks').map(([path, value]) => ({
    paths: [path],
    value: expectedOf(value, path),
  }));
}

function alternatives(value: unknown): readonly Wanted[] {
  if (value === undefined) return [];
  return listOf(value, 'one_of').map((entry) => {
    const one = objectOf(entry, 'an entry of one_of');
    return {
      paths: textsOf(one['paths'] ?? one['stacks'], 'the spellings'),
      value: expectedOf(one['count'] ?? one['value'], 'the count'),
    };
  });
}

/** `compare.frame0`: blanks and underscores of the first frame (a thread name) are equal. */
function keyFor(compare: Json): (path: string) => string {
  if (compare['frame0'] === undefined) return (path) => path;
  return (path) => {
    const end = path.indexOf(';');
    return end < 0 ? path.replaceAll(' ', '_') : path.slice(0, end).replaceAll(' ', '_') + path.slice(end);
  };
}

function sum(a: Value, b: Value): Value {
  return typeof a === 'bigint' || typeof b === 'bigint' ? BigInt(a) + BigInt(b) : a + b;
}

function isComplete(wanted: readonly Wanted[], total: unknown): boolean {
  const numbers = wanted.map(({ value }) => Number(value));
  const all = numbers.reduce((a, b) => a + b, 0);
  return Math.abs(all - Number(total)) <= Math.abs(Number(total)) * 1e-9;
}

/** `stack_list` with `match: contains`: same number of frames, each text part of the frame at its depth. */
export function checkStackList(record: Recorder, facts: Json, column: Column, tolerance: number): void {
  const stacks = [...stacksOf(column)];
  for (const [index, entry] of listOf(facts['stack_list'], 'stack_list').entries()) {
    const wanted = objectOf(entry, 'an entry of stack_list');
    const frames = textsOf(wanted['frames'], 'frames');
    const count = expectedOf(wanted['count'], 'count');
    const matches =
      wanted['match'] === undefined ? isSame : textOf(wanted['match'], 'match') === 'contains' ? contains : isSame;
    const found = stacks.findIndex(
      (stack) =>
        stack.frames.length === frames.length && frames.every((frame, at) => matches(stack.frames[at] ?? '', frame)),
    );
    const stack: Stack | undefined = stacks[found];
    record.that(`stack_list[${index}]`, stack !== undefined && isValue(stack.self, count, tolerance), () =>
      stack === undefined
        ? `no stack like ${shown(frames)}; there are ${shown(stacks.slice(0, 8))}`
        : `expected ${count}, got ${stack.self}`,
    );
    if (found >= 0) stacks.splice(found, 1);
  }
  const listed = listOf(facts['stack_list'], 'stack_list').reduce(
    (all: number, entry) => all + Number(objectOf(entry, 'an entry')['count']),
    0,
  );
  if (facts['total'] === undefined || listed !== Number(facts['total'])) return;
  record.that('no other stack', stacks.length === 0, () => `also ${shown(stacks)}`);
}

function isSame(actual: string, expected: string): boolean {
  return actual === expected;
}

/** A `;` inside a name may be shown as `:`. */
function contains(actual: string, expected: string): boolean {
  return actual.replaceAll(';', ':').includes(expected.replaceAll(';', ':'));
}

/** `reversed.stacks`: the leaf-first view of the same file. */
export function checkReversed(record: Recorder, value: unknown, column: Column, tolerance: number): void {
  const reversed = new Map(stacksOf(column).map(({ frames, self }) => [[...frames].reverse().join(';'), self]));
  for (const [path, count] of entriesOf(objectOf(value, 'reversed')['stacks'], 'reversed.stacks')) {
    const actual = reversed.get(path) ?? 0;
    record.that(
      `reversed[${path}]`,
      isValue(actual, expectedOf(count, path), tolerance),
      () => `expected ${String(count)}, got ${actual}`,
    );
  }
}
