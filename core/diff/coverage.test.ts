import { expect, describe, it } from 'vitest';
import { treeOf } from '../testing/arbitrary.testkit.ts';
import { compareTrees } from './compare.ts';

const side = { samples: 10_000, tau: 0.05, pruned: [null] };

function coverage(base: string, head: string): number | null {
  const tree = treeOf([base], [head]);
  return compareTrees(tree, { base: side, head: side, level: 'assumed' }).coverage;
}

describe('coverage of the explanations (DIFF-SPEC 5)', () => {
  it('is whole when one region explains everything (W1)', () => {
    expect(coverage('main;a 7000 / main;b 2000 / main;c 1000', 'main;a 3500 / main;b 1000 / main;c 5500')).toBeCloseTo(
      1,
      9,
    );
  });

  it('does not fall when what is left of a side is thin and noisy', () => {
    const rest = (scale: number, shift: number) =>
      Array.from({ length: 60 }, (_, i) => `main;f${i} ${Math.round(scale * (100 + 10 * ((i * 7 + shift) % 5)))}`).join(
        ' / ',
      );
    expect(coverage(`main;hot 500 / ${rest(1.3, 0)}`, `main;hot 9000 / ${rest(0.14, 3)}`)).toBeGreaterThan(0.95);
  });

  it('is less when nothing explains the many small changes', () => {
    const many = (turn: number) =>
      Array.from({ length: 40 }, (_, i) => `main;p;f${i} ${i % 2 === turn ? 160 : 90}`).join(' / ');
    expect(coverage(`main;hot 1000 / ${many(0)}`, `main;hot 3000 / ${many(1)}`)).toBeLessThan(0.9);
  });

  it('is unknown when there is nothing to explain', () => {
    expect(coverage('main;a 5000 / main;b 5000', 'main;a 5000 / main;b 5000')).toBeNull();
  });
});
