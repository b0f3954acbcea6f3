import { describe, expect, it } from 'vitest';
import { grouped, percent, plural, points, sizeInWords, times } from './numbers.ts';

describe('numbers in words', () => {
  it('groups digits by comma without rounding', () => {
    expect([grouped(1234567), grouped(-1234), grouped(999), grouped(1234.5), grouped(9007199254740993n)]).toEqual([
      '1,234,567',
      '-1,234',
      '999',
      '1,234.5',
      '9,007,199,254,740,993',
    ]);
  });

  it('never shows a share as nothing, nor nothing as negative', () => {
    expect([percent(0.85), percent(0.0712), percent(0.0041), percent(0.000_33), percent(0), percent(1)]).toEqual([
      '85.0 %',
      '7.1 %',
      '0.41 %',
      '0.033 %',
      '0 %',
      '100.0 %',
    ]);
  });

  it('says differences of shares in points', () => {
    expect([points(0.78), points(-0.05), points(0), points(0.0002)]).toEqual([
      '+78.0 points',
      '-5.0 points',
      '0.0 points',
      '+0.020 points',
    ]);
  });

  it('says ratios, sizes and plurals', () => {
    expect([times(12.1428), times(0.5), times(389.78)]).toEqual(['12.1 times', '0.50 times', '390 times']);
    expect([sizeInWords(1536), sizeInWords(1), sizeInWords(1024 ** 3)]).toEqual(['1.5 KiB', '1 bytes', '1 GiB']);
    expect([plural(1, 'line'), plural(1200, 'line'), plural(2, 'branch', 'branches')]).toEqual([
      '1 line',
      '1,200 lines',
      '2 branches',
    ]);
  });
});
