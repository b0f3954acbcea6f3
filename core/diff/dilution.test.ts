import { describe, expect, it } from 'vitest';
import { followsDilution, logRatioError } from './dilution.ts';

const side = (samples: number | null, tau = 0.2, runs = 1) => ({ samples, tau, runs });

describe('dilution', () => {
  it('has the standard error of DIFF-SPEC 1, with the spread of each side', () => {
    expect(logRatioError(70, 70, side(100), side(200))).toBeCloseTo(Math.sqrt(2 / 70 + 0.04 * 2), 12);
    expect(logRatioError(50, 200, side(100, 0.1, 2), side(100, 1, 4))).toBeCloseTo(
      Math.sqrt(1 / 50 + 1 / 200 + 0.01 / 2 + 1 / 4),
      12,
    );
  });

  it('accepts the expected ratio and refuses one far from it', () => {
    expect(followsDilution(0.7, 0.35, 0.5, side(100), side(200))).toBe(true);
    expect(followsDilution(0.2, 0.04, 0.5, side(10_000), side(10_000))).toBe(false);
  });

  it('has no verdict below ten samples, without sample counts, or when nothing is left to expect', () => {
    expect(followsDilution(0.1, 0.05, 0.5, side(100), side(200))).toBe(true);
    expect(followsDilution(0.09, 0.05, 0.5, side(100), side(200))).toBeNull();
    expect(followsDilution(0.1, 0.05, 0.5, side(null), side(200))).toBeNull();
    expect(followsDilution(0.1, 0, 0, side(1000), side(200))).toBeNull();
  });
});
