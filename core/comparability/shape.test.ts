import { describe, expect, it } from 'vitest';
import { treeOf } from '../testing/arbitrary.testkit.ts';
import { wordsOf } from '../words/faults.ts';
import { shapeProblems } from './shape.ts';

const stack = (depth: number, leaf = 'f') =>
  Array.from({ length: depth }, (_, i) => (i === depth - 1 ? leaf : `f${i}`)).join(';');

describe('shape of the stacks (DIFF-SPEC 11)', () => {
  it('names a depth limit where what lies below it piled up', () => {
    const cut = `main;a 900 / ${stack(127, 'x')} 60 / ${stack(127, 'y')} 30 / ${stack(126, 'z')} 4`;
    const found = shapeProblems(treeOf([cut], ['main;a 900 / f0;b 100']));
    expect(found.map(({ code, facts }) => [code, facts['side'], facts['depth']])).toEqual([
      ['stacks-cut', 'base', 127],
    ]);
    expect(wordsOf(found[0]!).sentence).toMatch(/^9\.1 % of base is in stacks of exactly 127 frames/);
  });

  it('is silent about shallow stacks, a thinning end, and one deep stack', () => {
    expect(shapeProblems(treeOf(['main;a 10 / main;b 90'], ['main;a 90']))).toEqual([]);
    const thin = Array.from({ length: 12 }, (_, i) => `${stack(30 + i, 'x')} ${100 - 8 * i}`).join(' / ');
    expect(shapeProblems(treeOf([thin], [thin]))).toEqual([]);
    const rare = `f0;a 990 / ${stack(300, 'x')} 5`;
    expect(shapeProblems(treeOf([rare], [rare]))).toEqual([]);
  });

  it('says how much begins with frames that both sides have', () => {
    const found = shapeProblems(treeOf(['start;main;a 60 / clone;b 40'], ['start;main;a 20 / a 50 / b 30']));
    expect(found).toMatchObject([{ code: 'roots-differ', facts: { base: 0.6, head: 0.2 } }]);
    expect(shapeProblems(treeOf(['m;a 95 / x 5'], ['m;a 100']))).toEqual([]);
  });
});
