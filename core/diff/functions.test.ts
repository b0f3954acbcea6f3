import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStacks, functionOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { slowFunctions, slowProfile } from '../testing/slow-diff.testkit.ts';
import { functionValues } from './functions.ts';

describe('functions of a union tree', () => {
  it('W2: a recursive stack counts once', () => {
    const tree = treeOf(['main;f;g;f 30\nmain;f 50\nmain;g 20']);
    const [side] = functionValues(tree);
    const of = (name: string) => [side?.self[functionOf(tree, name)], side?.total[functionOf(tree, name)]];
    expect([of('f'), of('g'), of('main')]).toEqual([
      [80, 80],
      [20, 50],
      [0, 100],
    ]);
  });

  it('agrees with the definitions on stacks, for any number of sides and runs', () => {
    fc.assert(
      fc.property(fc.array(arbitraryStacks(), { minLength: 1, maxLength: 4 }), arbitraryStacks(), (sides, run) => {
        const tree = treeOf(...sides.map((side) => [textOf(side), textOf(run)]));
        for (const [i, values] of functionValues(tree).entries()) {
          const slow = slowFunctions(slowProfile([...sides[i]!, ...run]));
          for (const [f, name] of tree.functions.names.entries()) {
            expect(values.self[f]).toBe(slow.self.get(name) ?? 0);
            expect(values.total[f]).toBe(slow.total.get(name) ?? 0);
          }
        }
      }),
      { seed: 1 },
    );
  });

  it('keeps the laws of self, inclusive and total', () => {
    fc.assert(
      fc.property(arbitraryStacks(), (stacks) => {
        const tree = treeOf([textOf(stacks)]);
        const { self, total, sum } = tree.sides[0]!;
        const [functions] = functionValues(tree);
        expect(functions!.self.reduce((a, b) => a + b, 0)).toBe(sum);
        expect(total[0]).toBe(sum);
        for (let node = 0; node < tree.length; node++) {
          let children = 0;
          for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children += total[child]!;
          expect(total[node]).toBe(self[node]! + children);
        }
        for (const [f, own] of functions!.self.entries()) {
          expect(own).toBeLessThanOrEqual(functions!.total[f]!);
          expect(functions!.total[f]).toBeLessThanOrEqual(sum);
        }
      }),
      { seed: 2 },
    );
  });

  it('does not change I(f) when a stack repeats a frame that it has', () => {
    fc.assert(
      fc.property(arbitraryStacks(), (stacks) => {
        const repeated = stacks.map(({ frames, count }) => ({ frames: [...frames, frames[0]!], count }));
        const [before, after] = [treeOf([textOf(stacks)]), treeOf([textOf(repeated)])];
        const totals = (tree: typeof before) =>
          new Map(tree.functions.names.map((name, f) => [name, functionValues(tree)[0]!.total[f]]));
        expect(totals(after)).toEqual(totals(before));
      }),
      { seed: 3 },
    );
  });
});
