import { expect, test } from 'vitest';
import { NameList, TagIndex } from './name-lists.ts';

test.each([
  ['read', true],
  ['reads', false],
  ['rea', false],
  ['tcp_', true],
  ['tcp_sendmsg', true],
  ['tcp', false],
  ['ab', true],
  ['a', false],
  ['zx', true],
  ['', false],
])('%j is in the list: %s', (name, expected) => {
  expect(new NameList(['read', 'tcp_*', 'ab', 'z*']).has(name)).toBe(expected);
});

test('`*` alone stands for every name', () => {
  expect(new NameList(['*']).has('')).toBe(true);
  expect(new NameList(['*']).has('read')).toBe(true);
});

test('a name has the tags of every match, sorted, each once', () => {
  const index = new TagIndex();
  index.add(['tcp_*', 'read'], 'net');
  index.add(['tcp_send*'], 'a-send');
  index.add(['tcp_sendmsg'], 'net');
  expect(index.of('tcp_sendmsg')).toEqual(['a-send', 'net']);
  expect(index.of('tcp_recvmsg')).toEqual(['net']);
  expect(index.of('read')).toEqual(['net']);
  expect(index.of('reader')).toEqual([]);
  expect(index.of('re')).toEqual([]);
});
