import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { angle, angleError, delta, excess, logit, ratio, share } from './shares.ts';

describe('shares and their differences', () => {
  it('W1: delta, ratio, angle, excess', () => {
    const [B, H] = [share(10, 100)!, share(110, 200)!];
    expect(delta(B, H)).toBeCloseTo(0.45, 12);
    expect(ratio(B, H)).toBeCloseTo(5.5, 12);
    expect(angle(B, H)).toBeCloseTo(0.51373, 5);
    expect(angle(H, B)).toBe(-angle(B, H));
    expect(excess(B, H)).toBeCloseTo(0.5, 12);
    const side = (samples: number) => ({ samples, runs: 1, tau: 0.2 });
    const se = angleError(B, H, side(100), side(200));
    expect(se).toBeCloseTo(0.08441, 5);
    expect(angle(B, H) / se).toBeCloseTo(6.09, 2);
  });

  it('W3 and W6: the figures that need no distribution', () => {
    expect(excess(0.07, 0.85)).toBeCloseTo(0.83871, 5);
    expect(angle(0.07, 0.85)).toBeCloseTo(0.90533, 5);
    expect(logit(8500, 10_000) - logit(700, 10_000)).toBeCloseTo(4.32036, 5);
  });

  it('has no share of nothing, and words for ratios from and to nothing', () => {
    expect(share(0, 0)).toBeNull();
    expect(share(3, 0)).toBeNull();
    expect(delta(null, 0.5)).toBeNull();
    expect(ratio(0, 0.5)).toBe('new');
    expect(ratio(0.5, 0)).toBe('gone');
    expect(ratio(0, 0)).toBeNull();
    expect(ratio(null, 0.5)).toBeNull();
    expect(excess(1, 0.5)).toBe(0);
  });

  it('is antisymmetric and finite on the whole square', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(p, p, (B, H) => {
        expect(angle(B, H)).toBe(0 - angle(H, B));
        expect(Number.isFinite(angle(B, H))).toBe(true);
        const noise = { samples: null, runs: 0, tau: 0 };
        expect(angleError(B, H, noise, noise)).toBeGreaterThan(0);
      }),
      { seed: 1 },
    );
  });
});
