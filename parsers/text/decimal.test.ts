import { describe, expect, it } from 'vitest';
import { csvRow } from './csv-row.ts';
import { measured, shifted } from './decimal.ts';

describe('digits are moved, not multiplied', () => {
  it.each([
    ['0.016612', 9, 16612000],
    ['1.1', 1, 11],
    ['12', 3, 12000],
    ['1.2345', 2, 123.45],
    ['7.', 0, 7],
  ])('%s by %i', (text, shift, value) => {
    expect(shifted(text, shift)).toBe(value);
  });

  it.each(['', '-1', '1e3', '1,000', '.5', '0x1'])('%j is no number here', (text) => {
    expect(shifted(text, 0)).toBeNull();
  });
});

describe('numbers with units', () => {
  it.each([
    ['  429.93 MB     100.0%', 429.93 * 1024 ** 2, 'bytes'],
    ['4273.0ms   99.9%', 4273000000, 'nanoseconds'],
    ['96.08 Gc  100.0%', 96080000000, 'cycles'],
    ['1,024 bytes', 1024, 'bytes'],
    ['2 min', 120e9, 'nanoseconds'],
    ['84671', 84671, 'count'],
  ])('%s', (text, value, unit) => {
    expect(measured(text)).toEqual({ value, unit });
  });

  it('are none with an unknown unit, or without a number', () => {
    expect([measured('5 apples'), measured('ms'), measured('')]).toEqual([null, null, null]);
  });
});

describe('a row of comma separated values', () => {
  it.each([
    ['a,"b,c",', ['a', 'b,c', '']],
    ['  "x ""y""",1', ['  x "y"', '1']],
    ['5" disk,2', ['5" disk', '2']],
  ])('%s', (line, cells) => {
    expect(csvRow(line)).toEqual(cells);
  });

  it('needs the end of a quote', () => {
    expect(csvRow('a,"b')).toBeNull();
  });
});
