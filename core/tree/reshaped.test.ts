import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionValues } from '../diff/functions.ts';
import { profileOf } from '../model/profile-of.ts';
import type { Profile } from '../model/profile.ts';
import { validateProfile } from '../model/validate.ts';
import type { Result } from '../result.ts';
import { arbitraryStacks, functionOf, pathOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { callersAndCallees } from './callers-callees.ts';
import { collapseRecursion } from './collapse-recursion.ts';
import { invertedTree } from './invert.ts';
import { unionTree } from './union.ts';
import type { UnionTree } from './union.ts';

function must<T>(result: Result<T, { readonly code: string }>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** Stacks of one side as `path -> self`. */
function stacksOf(tree: UnionTree, side: number): Map<string, number> {
  const stacks = new Map<string, number>();
  for (let node = 0; node < tree.length; node++) {
    const self = tree.sides[side]!.self[node]!;
    if (self !== 0) stacks.set(pathOf(tree, node), self);
  }
  return stacks;
}

function treeOfProfile(profile: Profile): UnionTree {
  return must(unionTree([[{ profile, valueType: 0 }]]));
}

const DEEP = Array.from({ length: 100_000 }, (_, i) => `f${i % 7}`).join(';');

describe('inverted tree', () => {
  it('turns each stack around, on all sides and runs', () => {
    const tree = must(invertedTree(treeOf(['main;a;b 3\nmain;c;b 4\nmain 1', 'main;a;b 1'], ['main;c;b 9'])));
    expect(stacksOf(tree, 0)).toEqual(
      new Map([
        ['b;a;main', 4],
        ['b;c;main', 4],
        ['main', 1],
      ]),
    );
    expect(stacksOf(tree, 1)).toEqual(new Map([['b;c;main', 9]]));
    expect(tree.sides[0]!.runs.map((run) => run.reduce((a, b) => a + b, 0))).toEqual([8, 1]);
    expect(tree.sides[0]!.exactSum).toBe(9);
  });

  it('is its own inverse, and has S(f) as the totals below the root', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (base, head) => {
        const tree = treeOf([textOf(base)], [textOf(head)]);
        const inverted = must(invertedTree(tree));
        const back = must(invertedTree(inverted));
        for (const side of [0, 1]) {
          expect(stacksOf(back, side)).toEqual(stacksOf(tree, side));
          const { self } = functionValues(tree)[side]!;
          for (let child = 1; child < inverted.length; child = inverted.end[child]!) {
            expect(inverted.sides[side]!.total[child]).toBe(self[inverted.func[child]!]);
          }
        }
      }),
      { seed: 1 },
    );
  });

  it('holds 100,000 frames, and gives a fault past the limits', () => {
    expect(must(invertedTree(treeOf([`${DEEP} 3`]))).length).toBe(100_001);
    const limited = invertedTree(treeOf(['main;a 1\nmain;b 1\nmain;c 1']), {
      maxNodes: 5,
      maxFrames: 100,
      maxStringCharacters: 1000,
    });
    expect(limited).toMatchObject({ ok: false, error: { code: 'limit-exceeded' } });
  });
});

describe('callers and callees', () => {
  it('splits each stack at the outermost f', () => {
    const tree = treeOf(['main;f;g;f;h 30\nmain;x;f 50\nmain;g 20'], ['main;x;f;h 5\nmain;g 1']);
    const { callers, callees } = must(callersAndCallees(tree, functionOf(tree, 'f')));
    expect(stacksOf(callers, 0)).toEqual(
      new Map([
        ['f;main', 30],
        ['f;x;main', 50],
      ]),
    );
    expect(stacksOf(callees, 0)).toEqual(
      new Map([
        ['f;g;f;h', 30],
        ['f', 50],
      ]),
    );
    expect(stacksOf(callees, 1)).toEqual(new Map([['f;h', 5]]));
  });

  it('sums to I(f) both ways, on every side and run', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (base, head) => {
        const tree = treeOf([textOf(base), textOf(head)], [textOf(head)]);
        const values = functionValues(tree);
        for (let f = 0; f < tree.functions.length; f++) {
          const { callers, callees } = must(callersAndCallees(tree, f));
          for (const side of [0, 1]) {
            expect(callers.sides[side]!.total[1]).toBe(values[side]!.total[f]);
            expect(callees.sides[side]!.total[1]).toBe(values[side]!.total[f]);
            expect(callers.sides[side]!.sum).toBe(values[side]!.total[f]);
          }
          expect([callers.end[1], callees.end[1]]).toEqual([callers.length, callees.length]);
        }
      }),
      { seed: 2, numRuns: 50 },
    );
  });

  it('holds 100,000 frames', () => {
    const tree = treeOf([`${DEEP};leaf 3`]);
    const { callers } = must(callersAndCallees(tree, functionOf(tree, 'leaf')));
    expect(callers.length).toBe(100_002);
  });
});

describe('collapsed recursion', () => {
  it('folds direct and mutual recursion', () => {
    const stacks = stacksOf(
      treeOfProfile(
        must(collapseRecursion(profileOf('main;f;g;f 30\nmain;f;f;h 5\nmain;f;g;f;g;x 2\nmain;f;g 1'), 'mutual')),
      ),
      0,
    );
    expect(stacks).toEqual(
      new Map([
        ['main;f;g', 31],
        ['main;f;h', 5],
        ['main;f;g;x', 2],
      ]),
    );
  });

  it('keeps T and I(f), repeats no function on a path, and does nothing twice', () => {
    fc.assert(
      fc.property(arbitraryStacks({ names: ['a', 'b', 'c'], maxDepth: 9 }), (stacks) => {
        const profile = profileOf(textOf(stacks));
        const collapsed = must(collapseRecursion(profile, 'mutual'));
        expect(validateProfile(collapsed)).toBeNull();
        const [before, after] = [treeOfProfile(profile), treeOfProfile(collapsed)];
        expect(after.sides[0]!.sum).toBe(before.sides[0]!.sum);
        const totals = (tree: UnionTree) =>
          new Map(tree.functions.names.map((name, f) => [name, functionValues(tree)[0]!.total[f]]));
        expect(totals(after)).toEqual(totals(before));
        expect([...after.outermost.subarray(1)].every((flag) => flag === 1)).toBe(true);
        expect(stacksOf(treeOfProfile(must(collapseRecursion(collapsed, 'mutual'))), 0)).toEqual(stacksOf(after, 0));
      }),
      { seed: 3 },
    );
  });

  it('holds 100,000 frames', () => {
    expect(must(collapseRecursion(profileOf(`${DEEP} 3`), 'mutual')).nodes.length).toBe(8);
  });
});
