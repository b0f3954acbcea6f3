import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { NOISE, countsOf, functionNear, makeTree, simulateRun, withShare } from './simulation.ts';

describe('random numbers', () => {
  it('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, () => new Random(seed).uniform());
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('have the moments of their distributions', () => {
    const random = new Random(3);
    const mean = (draw: () => number) => Array.from({ length: 20_000 }, draw).reduce((sum, x) => sum + x, 0) / 20_000;
    expect(mean(() => random.uniform())).toBeCloseTo(0.5, 1);
    expect(Math.abs(mean(() => random.normal()))).toBeLessThan(0.03);
    expect(mean(() => random.normal() ** 2)).toBeCloseTo(1, 1);
    expect(mean(() => random.exponential())).toBeCloseTo(1, 1);
    expect(mean(() => random.geometric(0.25))).toBeCloseTo(4, 0);
    expect(mean(() => random.betaHalfThree())).toBeCloseTo(1 / 7, 2);
  });

  it('draw as many samples as asked for, in proportion', () => {
    const counts = new Random(4).multinomial(Float64Array.of(1, 0, 3), 40_000);
    expect(counts.reduce((sum, x) => sum + x, 0)).toBe(40_000);
    expect(counts[1]).toBe(0);
    expect((counts[2] ?? 0) / 40_000).toBeCloseTo(0.75, 1);
  });
});

describe('synthetic trees', () => {
  const tree = makeTree(2);

  it('hold a mass of 1, and counts by function that agree with it', () => {
    const run = simulateRun(new Random(5), tree, NOISE.typical, 10_000);
    expect(run.total).toBe(10_000);
    expect(run.self.reduce((sum, x) => sum + x, 0)).toBe(10_000);
    expect(run.inclusive[0]).toBe(10_000);
    expect(run.inclusive.every((x, f) => x >= (run.self[f] ?? 0))).toBe(true);
  });

  it('can be given a function of a certain share', () => {
    const { func } = functionNear(tree, 0.05);
    const changed = countsOf(tree, withShare(tree, func, 0.3));
    expect(changed.inclusive[func]).toBeCloseTo(0.3, 9);
    expect(changed.total).toBeCloseTo(1, 9);
  });
});
