import { expect, test } from 'vitest';
import { recordingNames } from './recordings.ts';

test('a recording without a name, or with one that is taken, goes by its place', () => {
  const names = ['main', null, 'worker', 'main', '#2'].map((name) => ({ name }));
  expect(recordingNames(names)).toEqual(['main', '#2', 'worker', '#4', '#2']);
});

test('no more are named than somebody reads', () => {
  expect(recordingNames(Array.from({ length: 5000 }, () => ({ name: null })))).toHaveLength(200);
});
