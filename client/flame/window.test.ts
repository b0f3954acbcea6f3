import { describe, expect, it } from 'vitest';
import { layoutWeights } from '../../core/layout/flame-layout.ts';
import { profileOf } from '../../core/model/profile-of.ts';
import { unionTree } from '../../core/tree/union.ts';
import type { UnionTree } from '../../core/tree/union.ts';
import { neighbour, parentOf, widestChild } from './walk.ts';
import { windowOf } from './window.ts';

function treeOf(base: string, head: string): UnionTree {
  const made = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

const PLAIN = {
  top: 0,
  laidOut: null,
  part: null,
  pixels: 1000,
  fineness: { maxFrames: 1500, minPixels: 1 },
  minWeight: 0,
  direction: 'icicle',
} as const;

function shown(tree: UnionTree, focus = 0, weights = layoutWeights(tree, 'union')) {
  return windowOf({ tree, weights, focus, ...PLAIN });
}

describe('the window', () => {
  const tree = treeOf('m;a;x 30 / m;b 70', 'm;a;x 30 / m;c 70');

  it('has every visible frame with its parent before it', () => {
    const { bars, rows } = shown(tree);
    expect(bars.map(({ label, row }) => `${row} ${label}`)).toEqual(['0 all', '1 m', '2 a', '3 x', '2 b', '2 c']);
    for (const [i, bar] of bars.entries()) {
      expect(bar.parent).toBeLessThan(i);
      if (i > 0) expect(bars[bar.parent]?.row).toBe(bar.row - 1);
    }
    expect(rows).toBe(4);
  });

  it('puts the callers of the focus above it, as wide as the window', () => {
    const { bars } = shown(tree, 2);
    expect(bars.map(({ kind, label, width }) => [kind, label, width])).toEqual([
      ['ancestor', 'all', 1],
      ['ancestor', 'm', 1],
      ['frame', 'a', 1],
      ['frame', 'x', 1],
    ]);
  });

  it('cuts frames at the edges of a part, and leaves out what is too light', () => {
    const weights = layoutWeights(tree, 'union');
    const part = windowOf({ tree, weights, focus: 0, ...PLAIN, part: { from: 0.1, to: 0.3 } });
    expect(part.bars.map(({ label, x, width }) => [label, x, Math.round(width * 1e9) / 1e9])).toEqual([
      ['all', 0, 1],
      ['m', 0, 1],
      ['a', 0, 0.382352941],
      ['x', 0, 0.382352941],
      ['b', expect.closeTo(0.382352941), 0.617647059],
    ]);
    const heavy = windowOf({ tree, weights, focus: 0, ...PLAIN, minWeight: 0.3 });
    expect(heavy.bars.map(({ label }) => label)).toEqual(['all', 'm', 'b', 'c']);
    expect(heavy.hiddenNodes).toBe(2);
  });

  it('has one bar even where the focus has no width', () => {
    const base = windowOf({ tree, weights: layoutWeights(tree, 'base'), focus: 5, ...PLAIN });
    expect(base.bars.map(({ label }) => label)).toEqual(['all', 'm', 'c']);
  });

  it('goes down and up a stack 100,000 deep by handles', () => {
    const stack = `${Array.from({ length: 100_000 }, (_, i) => `f${i % 5}`).join(';')} 1`;
    const deep = treeOf(stack, stack);
    const weights = layoutWeights(deep, 'union');
    let focus = 0;
    for (let steps = 0; steps < 1000; steps++) {
      const { bars } = shown(deep, focus, weights);
      expect(bars.length).toBeLessThan(300);
      const handle = bars.find(({ kind }) => kind === 'deeper');
      if (handle === undefined) break;
      expect(handle.label).toBe(`… ${(100_000 - handle.node).toLocaleString('en')} frames deeper`);
      focus = handle.node;
    }
    expect(deep.depth[focus]).toBeGreaterThan(99_000);
    for (let steps = 0; steps < 1000; steps++) {
      const handle = shown(deep, focus, weights).bars.find(({ kind }) => kind === 'above');
      if (handle === undefined) break;
      expect(handle.node).toBeLessThan(focus);
      focus = handle.node;
    }
    expect(deep.depth[focus]).toBeLessThan(20);
    // Eight hundred windows of a tree of this size, on a machine that may be busy.
  }, 120_000);
});

describe('walking', () => {
  const { bars } = shown(treeOf('m;a;x 30 / m;b 70', 'm;a;x 30 / m;c 70'));
  const at = (label: string) => bars.findIndex((bar) => bar.label === label);

  it('goes to the widest callee, back to the caller, and along the row', () => {
    expect(widestChild(bars, at('m'))).toBe(at('b'));
    expect(widestChild(bars, at('x'))).toBe(at('x'));
    expect(parentOf(bars, at('x'))).toBe(at('a'));
    expect(parentOf(bars, 0)).toBe(0);
    expect(neighbour(bars, at('a'), 1)).toBe(at('b'));
    expect(neighbour(bars, at('b'), -1)).toBe(at('a'));
    expect(neighbour(bars, at('c'), 1)).toBe(at('c'));
  });
});
