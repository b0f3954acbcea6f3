import { describe, expect, test } from 'vitest';
import { profileOf } from '../core/model/profile-of.ts';
import type { ParsedFile, ParsedProfile } from '../parsers/importer.ts';
import { runOfFile } from './run-of-file.ts';

const parsed = (name: string | null, side: ParsedProfile['side'], weight: number): ParsedProfile => ({
  name,
  side,
  profile: profileOf(`main ${weight}`),
});

const file = (...profiles: ParsedProfile[]): ParsedFile => ({ profiles });

const threads = file(parsed('GeckoMain', 'single', 1), parsed(null, 'single', 2), parsed('#2', 'single', 3));

const weightOf = (...args: Parameters<typeof runOfFile>) => {
  const run = runOfFile(...args);
  return run.ok ? (run.value.values[0]?.[run.value.values[0].length - 1] ?? null) : run.error.code;
};

describe('the part of a file that stands for a run', () => {
  test('the only recording needs no choice', () => {
    const run = runOfFile(file(parsed(null, 'single', 1)));
    expect(run.ok && run.value.problems).toEqual([]);
  });

  test('of several the first, which is said', () => {
    const run = runOfFile(threads);
    expect(run.ok && run.value.problems.map(({ code, facts }) => ({ code, facts }))).toEqual([
      { code: 'first-recording-used', facts: { recordings: 3, used: 'GeckoMain', known: ['GeckoMain', '#2', '#2'] } },
    ]);
  });

  test('a recording by name or by place, a name before a place', () => {
    expect(weightOf(threads, { recording: 'GeckoMain' })).toBe(1);
    expect(weightOf(threads, { recording: '#1' })).toBe(1);
    expect(weightOf(threads, { recording: '#2' })).toBe(3);
    expect(weightOf(threads, { recording: '#3' })).toBe(3);
  });

  test('one that is not there names those that are', () => {
    for (const recording of ['', 'geckomain', '#0', '#4', '#1e0', 'toString']) {
      const run = runOfFile(threads, { recording });
      expect(run.ok ? null : run.error).toMatchObject({
        code: 'recording-unknown',
        facts: { wanted: recording, known: ['GeckoMain', '#2', '#2'] },
      });
    }
  });

  test('a differential file needs a side, and no other file takes one', () => {
    const both = file(parsed(null, 'base', 1), parsed(null, 'head', 2));
    expect(weightOf(both)).toBe('file-is-differential');
    expect(weightOf(both, { side: 'base' })).toBe(1);
    expect(weightOf(both, { side: 'head' })).toBe(2);
    expect(weightOf(threads, { side: 'head' })).toBe('file-has-one-side');
  });
});
