import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStacks, functionOf, nodeOf, pathOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { slowExplain, slowProfile } from '../testing/slow-diff.testkit.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Explanation } from './comparison.ts';
import { dilutionOf } from './dilution.ts';
import { explain } from './explain.ts';
import type { ScanRules } from './explain.ts';

function rulesFor(tree: UnionTree, tau: number, more: Partial<ScanRules> = {}): ScanRules {
  const side = (i: number) => ({
    samples: tree.sides[i]?.sum ?? 0,
    runs: tree.sides[i]?.runs.length ?? 0,
    tau,
  });
  return { base: side(0), head: side(1), level: 'assumed', ...more };
}

/** Huge sample counts and a small spread: nearly noise-free, as the simulation's check of exact recovery. */
const EXACT = { samples: 1e8, runs: 1, tau: 0.01 };
const EXACT_RULES: ScanRules = { base: EXACT, head: EXACT, level: 'assumed' };

function keyOf(tree: UnionTree, { kind, node, func, caller }: Explanation): string {
  const names = tree.functions.names;
  if (kind === 'N' || kind === 'S') return pathOf(tree, node);
  return kind === 'E' ? `${names[caller]}>${names[func]}` : names[func]!;
}

describe('explain', () => {
  it('W1: growth and the dilution of the rest', () => {
    const tree = treeOf(['main;a 70\nmain;b 20\nmain;c 10'], ['main;a 70\nmain;b 20\nmain;c 110']);
    const found = explain(tree, rulesFor(tree, 0.2));
    expect(found).toHaveLength(1);
    const [c] = found;
    expect(c).toMatchObject({ kind: 'N', func: functionOf(tree, 'c'), label: 'confirmed', q: null });
    expect(c?.baseShare).toBe(0.1);
    expect(c?.headShare).toBe(0.55);
    expect(c?.excess).toBeCloseTo(0.5, 12);
    expect(c?.z).toBeCloseTo(6.09, 2);
    expect(dilutionOf(found)).toBeCloseTo(0.5, 12);
    const swapped = treeOf(['main;a 70\nmain;b 20\nmain;c 110'], ['main;a 70\nmain;b 20\nmain;c 10']);
    expect(dilutionOf(explain(swapped, rulesFor(swapped, 0.2, { neutral: true })))).toBeCloseTo(2, 12);
  });

  it('W4: a move between siblings is one statement, and the parent is not named', () => {
    const tree = treeOf(['main;p;a 4000\nmain;p;b 1000\nmain;q 5000'], ['main;p;a 2000\nmain;p;b 3000\nmain;q 5000']);
    const found = explain(tree, rulesFor(tree, 0.05));
    expect(found.map((one) => keyOf(tree, one))).toEqual(['main;p;b', 'main;p;a']);
    expect(found.map(({ shiftWith }) => shiftWith)).toEqual([1, 0]);
    expect(found[0]?.shift).toMatchObject({ kind: 'siblings', at: nodeOf(tree, 'main;p') });
    expect(found[0]?.shift?.moved).toBeCloseTo(0.2, 12);
  });

  it('joins the calls of a function that come from elsewhere now', () => {
    const tree = treeOf(
      ['main;g;f 1000\nmain;h;f 4000\nmain;g 3000\nmain;h 2000'],
      ['main;g;f 4000\nmain;h;f 1000\nmain;g 3000\nmain;h 2000'],
    );
    const found = explain(tree, rulesFor(tree, 0.05));
    expect(found.map((one) => keyOf(tree, one))).toEqual(['main;g;f', 'main;h;f']);
    expect(found[0]?.shift).toMatchObject({ kind: 'callers', at: functionOf(tree, 'f') });
    expect(found[0]?.shift?.moved).toBeCloseTo(0.3, 12);
  });

  it('names a chain of equal mass from entry to focus', () => {
    const tree = treeOf(
      ['main;task;run;step 500\nmain;task;run;step;leaf 20\nmain;other 9480'],
      ['main;task;run;step 5000\nmain;task;run;step;leaf 200\nmain;other 4800'],
    );
    const [first] = explain(tree, rulesFor(tree, 0.1));
    expect(pathOf(tree, first!.entry)).toBe('main;task');
    expect(pathOf(tree, first!.focus)).toBe('main;task;run;step');
    expect(first!.func).toBe(functionOf(tree, 'step'));
  });

  it('reads a region that is all of head as what vanished beside it', () => {
    const tree = treeOf(['main;a 50\nmain;b 50'], ['main;a 100']);
    const found = explain(tree, rulesFor(tree, 0.2));
    expect(found.map((one) => keyOf(tree, one))).toEqual(['main;b']);
    expect(dilutionOf(found)).toBe(2);
  });

  it('says once that everything is new when the roots have nothing in common', () => {
    const tree = treeOf(['old;a 100'], ['young;b 100']);
    const found = explain(tree, rulesFor(tree, 0.2));
    expect(found.map((one) => keyOf(tree, one))).toEqual(['young']);
    expect(found[0]).toMatchObject({ base: 0, head: 1, complement: 0 });
  });

  it('has no explanation without samples on a side, and none for equal sides', () => {
    for (const sides of [
      [[], ['main 3']],
      [['main 3'], []],
      [[], []],
      [['main;a 0'], ['main 3']],
    ] as const) {
      const tree = treeOf(...sides);
      expect(explain(tree, rulesFor(tree, 0.2))).toEqual([]);
    }
    fc.assert(
      fc.property(arbitraryStacks(), (stacks) => {
        const tree = treeOf([textOf(stacks)], [textOf(stacks)]);
        expect(explain(tree, EXACT_RULES)).toEqual([]);
      }),
      { seed: 1 },
    );
  });

  it('agrees with the definitions on stacks', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), fc.boolean(), (base, head, neutral) => {
        const tree = treeOf([textOf(base)], [textOf(head)]);
        const rules = rulesFor(tree, 0.1, { neutral });
        const rounds = slowExplain(slowProfile(base), slowProfile(head), rules);
        const slow = rounds.filter((one, i) => rounds.findIndex((o) => o.kind === one.kind && o.key === one.key) === i);
        const fast = explain(tree, rules);
        expect(fast.map((one) => `${one.kind} ${keyOf(tree, one)}`)).toEqual(
          slow.map((one) => `${one.kind} ${one.key}`),
        );
        for (const [i, one] of fast.entries()) {
          for (const field of ['base', 'head', 'z', 'score'] as const)
            expect(one[field]).toBeCloseTo(slow[i]![field], 6);
          const again = rounds.filter((o) => o.kind === slow[i]!.kind && o.key === slow[i]!.key);
          const complement = again.reduce((c, o) => c * o.complement, 1);
          expect(Math.log(one.complement / complement || 1)).toBeCloseTo(0, 6);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('is the mirror image in neutral mode when the sides are swapped', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (base, head) => {
        const there = treeOf([textOf(base)], [textOf(head)]);
        const back = treeOf([textOf(head)], [textOf(base)]);
        const forward = explain(there, rulesFor(there, 0.1, { neutral: true }));
        const backward = explain(back, rulesFor(back, 0.1, { neutral: true }));
        expect(backward.map((one) => `${one.kind} ${keyOf(back, one)}`)).toEqual(
          forward.map((one) => `${one.kind} ${keyOf(there, one)}`),
        );
        for (const [i, one] of forward.entries()) {
          const other = backward[i]!;
          expect(other.base).toBeCloseTo(one.head, 9);
          expect(other.head).toBeCloseTo(one.base, 9);
          expect(other.z).toBeCloseTo(one.z, 7);
        }
        const isOpen = [...forward, ...backward].every(({ complement }) => complement > 0);
        if (isOpen) expect(dilutionOf(forward) * dilutionOf(backward)).toBeCloseTo(1, 7);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it('does not see a side scaled by an integer', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), fc.integer({ min: 2, max: 1000 }), (base, head, c) => {
        const scaled = base.map((stack) => ({ ...stack, count: stack.count * c }));
        const rules = EXACT_RULES;
        const before = explain(treeOf([textOf(base)], [textOf(head)]), rules);
        expect(explain(treeOf([textOf(scaled)], [textOf(head)]), rules)).toEqual(before);
      }),
      { seed: 4 },
    );
  });

  it('changes names only when the frames are renamed', () => {
    const inOrder = (name: string) => `ns::${name}`;
    const reversed = (name: string) => (name === 'main' ? name : `x${'fedcba'.indexOf(name)}`);
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (base, head) => {
        const renamed = (rename: (name: string) => string) => {
          const text = (stacks: typeof base) =>
            textOf(stacks.map(({ frames, count }) => ({ frames: frames.map(rename), count })));
          const tree = treeOf([text(base)], [text(head)]);
          return explain(tree, rulesFor(tree, 0.1));
        };
        const plain = renamed((name) => name);
        expect(renamed(inOrder)).toEqual(plain);
        // Names decide between equal regions only.
        expect(renamed(reversed)[0]?.z.toFixed(7)).toBe(plain[0]?.z.toFixed(7));
      }),
      { seed: 5 },
    );
  });

  it('recovers one injected growth exactly, 80 of 80', () => {
    let recovered = 0;
    let rightDilution = 0;
    for (let round = 0; round < 80; round++) {
      const { base, head, path, B, H } = injected(round);
      const tree = treeOf([base], [head]);
      const found = explain(tree, EXACT_RULES);
      const [first] = found;
      const target = nodeOf(tree, path);
      const inChain = first?.kind === 'N' && first.entry <= target && tree.end[first.focus]! <= tree.end[target]!;
      if (found.length === 1 && inChain) recovered++;
      if (Math.abs(dilutionOf(found) - (1 - H) / (1 - B)) < 0.01) rightDilution++;
    }
    expect([recovered, rightDilution]).toEqual([80, 80]);
  });

  it('asks the test over runs once, with conditional shares, and needs its q to confirm', () => {
    const base = 'main;a 700\nmain;b 200\nmain;c 100';
    const head = 'main;a 70\nmain;b 20\nmain;c 910';
    const tree = treeOf([base, base, base], [head, head, head]);
    const asked: unknown[] = [];
    const found = explain(
      tree,
      rulesFor(tree, 0.1, {
        level: 'measured',
        regionTest: (regions) => {
          asked.push(regions);
          return regions.map(() => 0.2);
        },
      }),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject([{ base: [{ share: 0.1, effective: 1 }, {}, {}], head: [{ share: 0.91 }, {}, {}] }]);
    expect(found).toMatchObject([{ q: 0.2, label: 'suspected' }]);
    const passing = explain(
      tree,
      rulesFor(tree, 0.1, { level: 'measured', regionTest: (regions) => regions.map(() => 0.001) }),
    );
    expect(passing).toMatchObject([{ q: 0.001, label: 'confirmed' }]);
  });

  it('gives later regions to the test without the dilution of earlier ones', () => {
    const base = 'main;a 5000\nmain;b 3000\nmain;c 1000\nmain;d 1000';
    const head = 'main;a 500\nmain;b 300\nmain;c 9000\nmain;d 200';
    const tree = treeOf([base, base, base], [head, head, head]);
    const seen: (number | null)[][] = [];
    explain(
      tree,
      rulesFor(tree, 0.02, {
        level: 'measured',
        regionTest: (regions) => {
          for (const one of regions) seen.push([one.base[0]!.share, one.head[0]!.share]);
          return regions.map(() => 0.001);
        },
      }),
    );
    // d is 10 % of base and 2 % of head, and has doubled beside a and b.
    expect(seen[1]?.[0]).toBeCloseTo(0.1, 12);
    expect(seen[1]?.[1]).toBeCloseTo(0.18, 12);
  });

  it('confirms nothing when only weights are known', () => {
    const tree = treeOf(['main;a 70\nmain;c 10'], ['main;a 70\nmain;c 910']);
    const side = { samples: null, runs: 1, tau: 0.2 };
    const found = explain(tree, { base: side, head: side, level: 'none' });
    expect(found[0]).toMatchObject({ label: 'suspected' });
    expect(Number.isFinite(found[0]?.z)).toBe(true);
  });

  it('holds 100,000 frames on one path and 100,000 siblings', () => {
    const deep = Array.from({ length: 100_000 }, (_, i) => `f${i % 7}`).join(';');
    const chain = treeOf([`${deep} 90\nother 10`], [`${deep} 40\nother 60`]);
    expect(explain(chain, rulesFor(chain, 0.2))[0]).toMatchObject({ kind: 'N', func: functionOf(chain, 'other') });
    const wide = Array.from({ length: 100_000 }, (_, i) => `main;s${i} 1`).join('\n');
    const flat = treeOf([wide], [`${wide}\nmain;s7 50000`]);
    const found = explain(flat, rulesFor(flat, 0.2));
    expect(found).toHaveLength(1);
    expect(keyOf(flat, found[0]!)).toBe('main;s7');
  });
});

/** A random tree of whole numbers where one subtree grows and the rest keeps its proportions exactly. */
function injected(seed: number) {
  let state = (seed + 1) * 2654435761;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const paths = ['main'];
  for (let i = 0; i < 60; i++) paths.push(`${paths[random(paths.length)]};n${i}`);
  const counts = paths.map(() => 1 + random(400));
  const total = counts.reduce((a, b) => a + b, 0);
  const massOf = (path: string) =>
    paths.reduce((sum, other, i) => (other === path || other.startsWith(`${path};`) ? sum + counts[i]! : sum), 0);
  const fitting = paths.filter((path) => massOf(path) > 0.01 * total && massOf(path) < 0.3 * total);
  const path = fitting[random(fitting.length)]!;
  const B = massOf(path) / total;
  const factor = 3 + random(5);
  const grown = (i: number) => paths[i] === path || paths[i]!.startsWith(`${path};`);
  const headCounts = counts.map((count, i) => (grown(i) ? count * factor : count));
  const H = (massOf(path) * factor) / (total + massOf(path) * (factor - 1));
  const text = (values: readonly number[]) => paths.map((one, i) => `${one} ${values[i]}`).join('\n');
  return { base: text(counts), head: text(headCounts), path, B, H };
}
