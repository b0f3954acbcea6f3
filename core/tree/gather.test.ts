import { expect, test } from 'vitest';
import { gathered, marked } from './gather.ts';

test('a column in another order', () => {
  expect(gathered(Int32Array.of(10, 20, 30), Int32Array.of(2, 0, 2))).toEqual(Int32Array.of(30, 10, 30));
});

test('places of marks', () => {
  expect(marked(Uint8Array.of(0, 1, 0, 1, 1))).toEqual(Int32Array.of(1, 3, 4));
  expect(marked(new Uint8Array(3))).toEqual(new Int32Array(0));
});
