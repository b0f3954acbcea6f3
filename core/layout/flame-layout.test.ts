import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStacks, textOf } from '../testing/arbitrary.testkit.ts';
import { profileOf } from '../model/profile-of.ts';
import { unionTree } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';
import { coarserFrames, layoutWeights, visibleFrames } from './flame-layout.ts';

function treeOf(base: string, head: string): UnionTree {
  const made = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

const everything = { focus: 0, minShare: 0, maxFrames: 1e9, maxDepth: 1000 };

describe('layout weights', () => {
  const tree = treeOf('m;gone 60 / m;kept 40', 'm;kept 40 / m;new 90');
  const name = (node: number) => tree.functions.names[tree.func[node] ?? -1] ?? '';

  it('keeps vanished and new frames visible in union layout', () => {
    const weights = layoutWeights(tree, 'union');
    const seen = visibleFrames(tree, weights, everything);
    expect([...seen.node].map(name)).toEqual(['', 'm', 'gone', 'kept', 'new']);
    expect(seen.width[0]).toBe(1);
    expect((seen.width[2] ?? 0) + (seen.width[3] ?? 0) + (seen.width[4] ?? 0)).toBeCloseTo(1, 12);
  });

  it('has the shape of one side on demand', () => {
    const seen = visibleFrames(tree, layoutWeights(tree, 'head'), everything);
    expect([...seen.node].map(name)).toEqual(['', 'm', 'kept', 'new']);
    expect(seen.width[3]).toBeCloseTo(90 / 130, 12);
  });
});

describe('visible frames', () => {
  it('leaves narrow frames out, says how many nodes, and still places the rest', () => {
    const tree = treeOf('m;a;x 1 / m;b 99', 'm;a;x 1 / m;b 99');
    const seen = visibleFrames(tree, layoutWeights(tree, 'union'), { ...everything, minShare: 0.05 });
    expect(seen.length).toBe(3);
    expect(seen.hiddenNodes).toBe(2);
    expect(seen.x[2]).toBeCloseTo(0.01, 12);
  });

  it('fills the window with the focus and gives its ancestors', () => {
    const tree = treeOf('m;a;x 25 / m;b 75', 'm;a;x 25 / m;b 75');
    const focus = 2;
    const seen = visibleFrames(tree, layoutWeights(tree, 'union'), { ...everything, focus });
    expect(seen.ancestors).toEqual([0, 1]);
    expect([...seen.width]).toEqual([1, 1]);
  });

  it('marks where the depth limit cut, for a stack 100,000 deep', () => {
    const deep = `${Array.from({ length: 100_000 }, (_, i) => `f${i % 5}`).join(';')} 1`;
    const tree = treeOf(deep, deep);
    const seen = visibleFrames(tree, layoutWeights(tree, 'union'), { ...everything, maxDepth: 100 });
    expect(seen.length).toBe(101);
    expect(seen.deeper[100]).toBe(1);
  });

  it('raises the cut until the frames fit, keeping parents of what it keeps', () => {
    const lines = Array.from({ length: 500 }, (_, i) => `m;f${i} ${i + 1}`).join('\n');
    const tree = treeOf(lines, lines);
    const seen = visibleFrames(tree, layoutWeights(tree, 'union'), { ...everything, maxFrames: 50 });
    expect(seen.length).toBeLessThanOrEqual(50);
    expect(seen.length).toBeGreaterThan(40);
    expect([...seen.node].slice(0, 2)).toEqual([0, 1]);
  });

  it('never lets children leave their parent', () => {
    const stack = fc.tuple(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
    );
    fc.assert(
      fc.property(
        fc.array(stack, { minLength: 1, maxLength: 30 }),
        fc.array(stack, { minLength: 1, maxLength: 30 }),
        (p, q) => {
          const text = (stacks: typeof p) => stacks.map(([frames, count]) => `${frames.join(';')} ${count}`).join('\n');
          const tree = treeOf(text(p), text(q));
          const seen = visibleFrames(tree, layoutWeights(tree, 'union'), everything);
          const at = new Map([...seen.node].map((node, i) => [node, i]));
          for (let i = 1; i < seen.length; i++) {
            const up = at.get(tree.parent[seen.node[i] ?? 0] ?? -1) ?? -1;
            expect(seen.x[i]).toBeGreaterThanOrEqual((seen.x[up] ?? 2) - 1e-9);
            expect((seen.x[i] ?? 2) + (seen.width[i] ?? 2)).toBeLessThanOrEqual(
              (seen.x[up] ?? 0) + (seen.width[up] ?? 0) + 1e-9,
            );
          }
        },
      ),
      { seed: 7, numRuns: 100 },
    );
  });

  it('shows a part of the focus as the part of the whole picture that it is', () => {
    fc.assert(
      fc.property(
        arbitraryStacks(),
        arbitraryStacks(),
        fc.double({ min: 0, max: 0.8, noNaN: true }),
        (base, head, from) => {
          const tree = treeOf(textOf(base), textOf(head));
          const weights = layoutWeights(tree, 'union');
          const to = from + 0.2;
          const whole = visibleFrames(tree, weights, everything);
          const part = visibleFrames(tree, weights, { ...everything, part: { from, to } });
          const shown = [...whole.node.keys()].filter(
            (i) => whole.x[i]! < to - 1e-9 && whole.x[i]! + whole.width[i]! > from + 1e-9,
          );
          for (const i of shown) {
            const at = part.node.indexOf(whole.node[i]!);
            expect(part.x[at]).toBeCloseTo((whole.x[i]! - from) / 0.2, 6);
            expect(part.width[at]).toBeCloseTo(whole.width[i]! / 0.2, 6);
          }
        },
      ),
    );
  });

  it('can be made coarser without the tree, with the same result', () => {
    const share = fc.double({ min: 0, max: 0.3, noNaN: true });
    const most = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), share, share, most, most, (base, head, a, b, m, n) => {
        const tree = treeOf(textOf(base), textOf(head));
        const weights = layoutWeights(tree, 'union');
        const fine = { ...everything, minShare: Math.min(a, b), maxFrames: Math.max(m, n) };
        const coarse = { ...everything, minShare: Math.max(a, b), maxFrames: Math.min(m, n) };
        const made = coarserFrames(visibleFrames(tree, weights, fine), coarse);
        const { minShare: _made, ...columns } = made;
        const { minShare: _asked, ...expected } = visibleFrames(tree, weights, coarse);
        expect(columns).toEqual(expected);
      }),
    );
  });
});
