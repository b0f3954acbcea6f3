import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStacks, functionOf, pathOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import type { DrawnStack } from '../testing/arbitrary.testkit.ts';
import { narrowedTree } from './narrow.ts';
import type { Narrowing } from './narrow.ts';
import type { UnionTree } from './union.ts';

const NOTHING: Narrowing = { only: null, without: null, hidden: null, recursion: null, alias: null };

function narrowed(tree: UnionTree, wish: Partial<Narrowing>): UnionTree {
  const made = narrowedTree(tree, { ...NOTHING, ...wish });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function mask(tree: UnionTree, ...names: readonly string[]): Uint8Array {
  return Uint8Array.from(tree.functions.names, (name) => +names.includes(name));
}

function stacksOf(tree: UnionTree, side = 0): Map<string, number> {
  const stacks = new Map<string, number>();
  for (let node = 0; node < tree.length; node++) {
    const self = tree.sides[side]!.self[node]!;
    if (self !== 0) stacks.set(pathOf(tree, node), self);
  }
  return stacks;
}

/** The same, stack by stack, as one would do it by hand. */
function byHand(stacks: readonly DrawnStack[], one: (frames: readonly string[]) => readonly string[] | null) {
  const made = new Map<string, number>();
  for (const { frames, count } of stacks) {
    const kept = one(frames);
    if (kept !== null) made.set(kept.join(';'), (made.get(kept.join(';')) ?? 0) + count);
  }
  return made;
}

const TEXT = 'm;a;b 3\nm;a 2\nm;c;b;c 4\nm;d 1';

describe('narrowing a tree', () => {
  const tree = treeOf([TEXT], ['m;a;b 7']);

  it('keeps stacks with a function, drops those with another', () => {
    expect(stacksOf(narrowed(tree, { only: mask(tree, 'b') }))).toEqual(
      new Map([
        ['m;a;b', 3],
        ['m;c;b;c', 4],
      ]),
    );
    expect(stacksOf(narrowed(tree, { without: mask(tree, 'a') }))).toEqual(
      new Map([
        ['m;c;b;c', 4],
        ['m;d', 1],
      ]),
    );
    expect(stacksOf(narrowed(tree, { only: mask(tree, 'b') }), 1)).toEqual(new Map([['m;a;b', 7]]));
  });

  it('has no frame without a stack', () => {
    expect(narrowed(tree, { only: mask(tree, 'd') }).length).toBe(3);
    expect(narrowed(tree, { only: mask(tree) }).length).toBe(1);
  });

  it('hides frames and gives their own values to the callers', () => {
    expect(stacksOf(narrowed(tree, { hidden: mask(tree, 'a', 'c') }))).toEqual(
      new Map([
        ['m', 2],
        ['m;b', 7],
        ['m;d', 1],
      ]),
    );
  });

  it('joins two names', () => {
    const alias = Int32Array.from(tree.functions.names.keys());
    alias[functionOf(tree, 'a')] = functionOf(tree, 'c');
    expect(stacksOf(narrowed(tree, { alias }))).toEqual(
      new Map([
        ['m;c;b', 3],
        ['m;c', 2],
        ['m;c;b;c', 4],
        ['m;d', 1],
      ]),
    );
  });

  it('does with a tree what one does with its stacks', () => {
    fc.assert(
      fc.property(
        arbitraryStacks(),
        fc.constantFrom('a', 'b', 'main'),
        fc.constantFrom('c', 'd'),
        (stacks, one, other) => {
          const drawn = treeOf([textOf(stacks)], ['main 1']);
          const chosen = mask(drawn, one);
          expect(stacksOf(narrowed(drawn, { only: chosen }))).toEqual(
            byHand(stacks, (f) => (f.includes(one) ? f : null)),
          );
          expect(stacksOf(narrowed(drawn, { without: mask(drawn, other) }))).toEqual(
            byHand(stacks, (f) => (f.includes(other) ? null : f)),
          );
          expect(stacksOf(narrowed(drawn, { hidden: chosen }))).toEqual(
            byHand(stacks, (f) => f.filter((n) => n !== one)),
          );
          expect(stacksOf(narrowed(drawn, { recursion: 'mutual' }))).toEqual(byHand(stacks, (f) => [...new Set(f)]));
          expect(stacksOf(narrowed(drawn, { recursion: 'direct' }))).toEqual(
            byHand(stacks, (f) => f.filter((n, i) => n !== f[i - 1])),
          );
        },
      ),
    );
  });

  it('takes stacks 100,000 deep', () => {
    const deep = treeOf([`${Array.from({ length: 100_000 }, (_, i) => `f${i % 5}`).join(';')} 1`]);
    expect(narrowed(deep, { recursion: 'mutual' }).length).toBe(6);
    expect(narrowed(deep, { only: mask(deep, 'f3') }).length).toBe(100_001);
  });
});
