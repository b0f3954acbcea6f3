import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../model/profile-of.ts';
import type { Profile } from '../model/profile.ts';
import { arbitraryStacks, functionOf, nodeOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { unionTree } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import {
  asShares,
  deltaInterval,
  functionTotals,
  hiddenOf,
  isProven,
  largestHidden,
  pathSelf,
  pathTotal,
  placesToHide,
} from './intervals.ts';
import { coarserWidth, pruneProfile } from './prune.ts';

function pruned(profile: Profile, weight: number): Profile {
  const made = pruneProfile(profile, weight);
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function treeFrom(...sides: readonly (readonly Profile[])[]): UnionTree {
  const made = unionTree(sides.map((runs) => runs.map((profile) => ({ profile, valueType: 0 }))));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

describe('intervals of a drawing', () => {
  it('W5: what is not drawn has at most ceil(w) - 1 samples, so its shrinking is proven', () => {
    const tree = treeOf(['main;p;x 120\nmain;p 380\nmain 9500'], ['main;p 100\nmain;q 9900']);
    const [base, head] = [tree.sides[0]!, tree.sides[1]!];
    const hidden = hiddenOf(tree, head, [{ weight: 50, estimated: false }]);
    const x = nodeOf(tree, 'main;p;x');
    expect(pathTotal(head, hidden, x)).toEqual({ lo: 0, hi: 49 });
    const [B, H] = [asShares(pathTotal(base, null, x), 10_000), asShares(pathTotal(head, hidden, x), 10_000)];
    expect(deltaInterval(B, H).lo).toBeCloseTo(-0.012, 12);
    expect(deltaInterval(B, H).hi).toBeCloseTo(-0.0071, 12);
    expect(isProven(B, H)).toBe(true);
    const y = { lo: 60 / 100_000, hi: 60 / 100_000 };
    expect(deltaInterval(y, H).lo).toBeCloseTo(-0.0006, 12);
    expect(deltaInterval(y, H).hi).toBeCloseTo(0.0043, 12);
    expect(isProven(y, H)).toBe(false);
    expect(largestHidden((0.1 / 1180) * 250_000)).toBe(21);
    expect(placesToHide(250_000, (0.1 / 1180) * 250_000)).toBe(120);
  });

  it('hides nothing below a frame without a gap, nor more than the gap', () => {
    const tree = treeOf(['main;p;x 5\nmain;r;y 5'], ['main;p;z 90\nmain;r 7\nmain;r;s 60']);
    const head = tree.sides[1]!;
    const hidden = hiddenOf(tree, head, [{ weight: 50, estimated: false }]);
    expect(pathTotal(head, hidden, nodeOf(tree, 'main;p;x'))).toEqual({ lo: 0, hi: 0 });
    expect(pathTotal(head, hidden, nodeOf(tree, 'main;r;y'))).toEqual({ lo: 0, hi: 7 });
    expect(pathSelf(head, [{ weight: 50, estimated: false }], hidden, nodeOf(tree, 'main;r'))).toEqual({
      lo: 0,
      hi: 7,
    });
    expect(pathSelf(head, [null], null, nodeOf(tree, 'main;r'))).toEqual({ lo: 7, hi: 7 });
  });

  it('adds what each run may hide', () => {
    const tree = treeOf(['main;x 90\nmain 10', 'main 100', 'main 100'], ['main;x 1']);
    const limits = [50, 50, 10].map((weight) => ({ weight, estimated: true }));
    const hidden = hiddenOf(tree, tree.sides[0]!, limits);
    expect(pathTotal(tree.sides[0]!, hidden, nodeOf(tree, 'main;x'))).toEqual({ lo: 90, hi: 90 + 49 + 9 });
    expect(hiddenOf(tree, tree.sides[0]!, [null, null, null])).toBeNull();
  });

  it('bounds a function from below by what is drawn', () => {
    const tree = treeOf(['main;a;f 60\nmain;b 40'], ['main;a;f 50\nmain;b;f 5\nmain;b 45']);
    const base = tree.sides[0]!;
    const { lo, hi } = functionTotals(tree, base, hiddenOf(tree, base, [{ weight: 20, estimated: false }]));
    expect([lo[functionOf(tree, 'f')], hi[functionOf(tree, 'f')]]).toEqual([60, 79]);
  });

  it('holds every true value; narrower as the limit falls; exact at 0', () => {
    fc.assert(
      fc.property(
        arbitraryStacks({ maxCount: 60 }),
        arbitraryStacks({ maxCount: 60 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 }),
        (base, head, weights) => {
          const whole = [profileOf(textOf(base)), profileOf(textOf(head))] as const;
          const truth = treeFrom([whole[0]], [whole[1]]);
          let before: number[] | null = null;
          for (const weight of [...weights.sort((a, b) => b - a), 0]) {
            const drawn = whole.map((profile) => pruned(profile, weight));
            // The third side only makes the union hold every true path.
            const tree = treeFrom([drawn[0]!], [drawn[1]!], [...whole]);
            expect(tree.length).toBe(truth.length);
            const widths: number[] = [];
            for (const s of [0, 1]) {
              const side = tree.sides[s]!;
              const limits = [{ weight, estimated: false }];
              const hidden = hiddenOf(tree, side, limits);
              for (let node = 1; node < tree.length; node++) {
                const real = truth.sides[s]!;
                const total = pathTotal(side, hidden, node);
                expect(real.total[node]).toBeGreaterThanOrEqual(total.lo);
                expect(real.total[node]).toBeLessThanOrEqual(total.hi);
                const self = pathSelf(side, limits, hidden, node);
                expect(real.self[node]).toBeGreaterThanOrEqual(self.lo);
                expect(real.self[node]).toBeLessThanOrEqual(self.hi);
                widths.push(total.hi - total.lo);
              }
            }
            if (before !== null)
              for (const [i, width] of widths.entries()) expect(width).toBeLessThanOrEqual(before[i]!);
            before = widths;
          }
          expect(before?.every((width) => width === 0)).toBe(true);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('pruning', () => {
  it('leaves frames under the limit out and their samples in the gap above', () => {
    const made = pruned(profileOf('main;a;b 3\nmain;a;c 8\nmain;d 2\nmain 1'), 4);
    const tree = treeFrom([made]);
    expect(tree.functions.names).toEqual(['main', 'a', 'c']);
    expect(tree.sides[0]!.self[nodeOf(tree, 'main;a')]).toBe(3);
    expect(tree.sides[0]!.self[nodeOf(tree, 'main')]).toBe(3);
    expect(made.pruned).toEqual({ weight: 4, estimated: false });
    expect(pruned(made, 2).pruned).toEqual({ weight: 4, estimated: false });
  });

  it('compares at the coarser width', () => {
    expect(coarserWidth([{ pruned: null, total: 10 }])).toBeNull();
    expect(
      coarserWidth([
        { pruned: { weight: 5, estimated: false }, total: 1000 },
        { pruned: { weight: 2, estimated: true }, total: 100 },
        { pruned: null, total: 50 },
      ]),
    ).toBe(0.02);
  });
});
