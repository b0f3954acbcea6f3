import { describe, expect, it } from 'vitest';
import { treeOf } from '../testing/arbitrary.testkit.ts';
import { compareTrees } from './compare.ts';
import type { Explanation } from './comparison.ts';

const T = 100_000;

/** Compares two drawings that leave out what is narrower than `weight` of 100,000 samples; 0: nothing is left out. */
function explained(base: string, head: string, weight: number): readonly Explanation[] {
  const pruned = weight === 0 ? null : { weight, estimated: false };
  const side = { samples: T, tau: 0.05, pruned: [pruned] };
  return compareTrees(treeOf([base], [head]), { base: side, head: side, level: 'measured' }).explanations;
}

describe('explanations of drawings', () => {
  it('confirm a path that hides far less than it lost, and say that it is not drawn', () => {
    const [first] = explained('m;a 10000 / m;b 90000', 'm 60 / m;b 99940', 50);
    expect(first).toMatchObject({ label: 'confirmed', undrawn: 'head' });
  });

  it('count against a path the most that a drawing may hide of it, with the growth beside it taken out', () => {
    // purge takes 92 points, so f falls with everything else; 200 of its former 2,000 may be hidden, as much as expected.
    const base = 'm;purge 1000 / m;sql 95000 / m;g 2000 / m;g;f 2000';
    const head = 'm;purge 92900 / m;sql 6700 / m;g 400';
    const f = (weight: number) => explained(base, head, weight).find((one) => one.undrawn === 'head');
    expect(f(201)).toBeUndefined();
    const held = f(51);
    expect(held).toMatchObject({ kind: 'N', label: 'confirmed' });
    expect(held?.undrawnMost).toBeCloseTo((50 / T) * ((1 - 0.01) / (1 - 0.929)), 3);
    // Less than what the change to 0 would have.
    const exact = explained(base, head, 0).find(({ node, headShare }) => node === held?.node && headShare === 0);
    expect(held?.z).toBeLessThan(exact?.z ?? 0);
  });

  it('call a path gone when the frame above it has nothing that is not drawn', () => {
    const [first] = explained('m;a;f 10000 / m;a;g 10000 / m;b 80000', 'm;a;g 10000 / m;b 90000', 50);
    expect(first).toMatchObject({ headShare: 0, undrawn: null, undrawnMost: null, label: 'confirmed' });
  });

  it('do not confirm that a function is gone from many places when each could hide it', () => {
    const callers = Array.from({ length: 20 }, (_, i) => `c${i}`);
    const base = callers.map((name) => `m;${name};f 120 / m;${name} 4880`).join(' / ');
    const head = callers.map((name) => `m;${name} 5000`).join(' / ');
    expect(explained(base, head, 0)[0]).toMatchObject({ label: 'confirmed', undrawn: null });
    for (const one of explained(base, head, 500)) {
      if (one.headShare === 0) expect(one).toMatchObject({ undrawn: 'head' });
      expect(one.label).not.toBe('confirmed');
    }
  });

  it('do not take frames that are too narrow to be drawn for own time', () => {
    // 1.5 points of own time appear in f; at a limit of 0.5 % they may be children that are not drawn.
    const [base, head] = ['m;f 1000 / m;f;g 20000 / m;h 79000', 'm;f 2500 / m;f;g 20000 / m;h 77500'];
    const own = (weight: number) => explained(base, head, weight).filter(({ kind }) => kind === 'S' || kind === 'G');
    for (const one of own(500)) expect(one.label).not.toBe('confirmed');
    expect(own(0).some(({ label }) => label === 'confirmed')).toBe(true);
  });
});
