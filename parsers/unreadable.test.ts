import { describe, expect, it } from 'vitest';
import { recognise } from './registry.ts';
import { headOf } from './text/laws.testkit.ts';

describe('files that are known and cannot be read', () => {
  it.each([
    ['PERFILE2h', 'a binary perf.data file'],
    ['SLOW\u0003\0', 'a method trace of Android (ART)'],
    ['*version\n3\ndata-file-overflow=false\n', 'a method trace of Android (ART)'],
    ['SIMPLEPERF\u0001\0', 'a recording of simpleperf'],
    ['<?xml version="1.0"?>\n<trace-toc>', 'the table of contents of an Instruments recording'],
  ])('%j', (text, what) => {
    const found = recognise(headOf(text));
    expect(found.ok ? found.value.importer.id : found.error.facts['what']).toBe(what);
    expect(found.ok ? '' : String(found.error.facts['advice'])).not.toBe('');
  });
});
