import { describe, expect, it } from 'vitest';
import { readCount, readTitle } from './title.ts';

describe('readTitle', () => {
  it.each([
    ['main (12 samples, 3.45%)', 'main', 12, 'samples', null],
    ['all (12,345 samples, 100%)', 'all', 12_345, 'samples', null],
    [' (5 samples, 100%)', '', 5, 'samples', null],
    ['std::map<int, Row>::find (2,300 samples, 46.00%)', 'std::map<int, Row>::find', 2300, 'samples', null],
    ['probe (2 samples, 1.00%) (1,234 samples, 24.68%)', 'probe (2 samples, 1.00%)', 1234, 'samples', null],
    ['exec (80 samples, 80.00%; 0.00%)', 'exec', 80, 'samples', 0],
    ['scan (70 samples, 70.00%; +30.50%)', 'scan', 70, 'samples', 30.5],
    ['parse (20 samples, 20.00%; -10.00%)', 'parse', 20, 'samples', -10],
    ['main (12.345.678 Samples, 100,00%)', 'main', 12_345_678, 'Samples', null],
    ['main (12\u00a0345\u202f678 samples, 2,80 %)', 'main', 12_345_678, 'samples', null],
    ["main (12'345 samples, 2.80%)", 'main', 12_345, 'samples', null],
    ['f (1 "Func-Trace", 6.25%)', 'f', 1, '"Func-Trace"', null],
    ['f (7 test-samples <& \' ", 6.25%)', 'f', 7, 'test-samples <& \' "', null],
    ['f (7 CPU (wall) time, 6.25%)', 'f', 7, 'CPU (wall) time', null],
    ['root (12.345%, 123 samples)', 'root', 123, 'samples', null],
    ['a  (3 samples, 1.00%)', 'a ', 3, 'samples', null],
    ['\n    a (3 samples, 1.00%)\n  ', 'a', 3, 'samples', null],
  ])('%j', (title, name, count, unit, deltaPercent) => {
    expect(readTitle(title)).toEqual({ name, count, unit, deltaPercent, deltaWeight: null });
  });

  it('keeps the weight of hand-made differential titles apart', () => {
    expect(readTitle('f (-36 sample weight, 37 samples, 12.09%)')).toMatchObject({
      name: 'f',
      count: 37,
      deltaWeight: -36,
    });
  });

  it.each(['main', 'see the wiki', 'f(int)', 'f (x samples, 3%)', 'f (3 samples)', '(', ''])(
    '%j has no count',
    (title) => {
      expect(readTitle(title)).toBeNull();
    },
  );
});

describe('readCount', () => {
  it.each([
    ['0', 0],
    ['1.234', 1234],
    ['1,234,567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['12.5', 12.5],
    ['0.125', 0.125],
    ['1,234.5', 1234.5],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9,007,199,254,740,993', 9_007_199_254_740_993n],
    ['1,2,3', null],
  ])('%j is %s', (text, count) => {
    expect(readCount(text)).toBe(count);
  });
});
