import { describe, expect, it } from 'vitest';
import { Random } from '../validate-stats/random.ts';
import { inputOf } from './input.ts';
import { mutated } from './mutate.ts';
import { fuzz } from './run.ts';
import { readSeedlings } from './seedlings.ts';

describe('fuzzing', () => {
  it('makes the same input of the same seed', () => {
    const seedlings = readSeedlings();
    expect(seedlings.length).toBeGreaterThan(10);
    const [first, again] = [inputOf(seedlings, 5, 77), inputOf(seedlings, 5, 77)];
    expect(again).toEqual(first);
    expect(mutated(seedlings, new Random(1)).bytes).not.toEqual(mutated(seedlings, new Random(2)).bytes);
  });

  it('finds nothing in a few hundred damaged fixtures', { timeout: 240_000 }, async () => {
    const { tried, findings, outcomes } = await fuzz({
      seed: 20,
      count: 400,
      seconds: null,
      // Only what does not depend on how busy the machine is.
      slowMilliseconds: Number.POSITIVE_INFINITY,
      hangSeconds: 120,
      maxResidentBytes: 1_500_000_000,
      keep: null,
    });
    expect(findings).toEqual([]);
    expect(tried).toBe(400);
    expect(outcomes.get('read')).toBeGreaterThan(0);
  });
});
