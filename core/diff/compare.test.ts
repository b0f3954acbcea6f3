import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryStacks, functionOf, nodeOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import type { UnionTree } from '../tree/union.ts';
import { STATES } from './comparison.ts';
import { compareTrees } from './compare.ts';
import type { CompareFacts } from './compare.ts';

function factsFor(tree: UnionTree, more: Partial<CompareFacts> = {}): CompareFacts {
  const side = (i: number) => ({
    samples: tree.sides[i]!.sum,
    tau: 0.2,
    pruned: tree.sides[i]!.runs.map(() => null),
  });
  return { base: side(0), head: side(1), level: 'assumed', ...more };
}

function compared(base: string, head: string, more: Partial<CompareFacts> = {}) {
  const tree = treeOf([base], [head]);
  const made = compareTrees(tree, factsFor(tree, more));
  return {
    ...made,
    tree,
    state: (name: string) => STATES[made.functions.state[functionOf(tree, name)]!],
    nodeState: (path: string) => made.states.ofNode(nodeOf(tree, path)),
  };
}

describe('states', () => {
  it('W1: what fell only because other work grew is diluted', () => {
    const { state, nodeState, dilution } = compared(
      'main;a 70\nmain;b 20\nmain;c 10',
      'main;a 70\nmain;b 20\nmain;c 110',
    );
    expect(dilution).toBeCloseTo(0.5, 12);
    expect(['main', 'a', 'b', 'c'].map(state)).toEqual(['same', 'diluted', 'diluted', 'grew']);
    expect(nodeState('main;a')).toBe('diluted');
  });

  it('names a vanished and an appeared function, and the rest diluted by both', () => {
    const { state, dilution } = compared(
      'db;lookup;hash_find 60\ndb;lookup;cmp 40',
      'db;lookup;btree_find 90\ndb;lookup;cmp 40',
    );
    expect(['db', 'lookup', 'hash_find', 'btree_find', 'cmp'].map(state)).toEqual([
      'same',
      'same',
      'gone',
      'new',
      'diluted',
    ]);
    expect(dilution).toBeCloseTo(40 / 130 / 0.4, 12);
  });

  it('compares shares, so a run twice as long is the same', () => {
    const { state, explanations, dilution } = compared('app;parse 400\napp;exec 600', 'app;parse 800\napp;exec 1200');
    expect(['app', 'parse', 'exec'].map(state)).toEqual(['same', 'same', 'same']);
    expect([explanations.length, dilution]).toEqual([0, 1]);
  });

  it('goes by the sign where nothing is confirmed', () => {
    const { state } = compared('app;parse 400\napp;exec 500\napp;log 100', 'app;parse 800\napp;exec 900\napp;log 300');
    expect(['app', 'parse', 'exec', 'log'].map(state)).toEqual(['same', 'same', 'shrank', 'grew']);
  });

  it('calls what is rare unseen, not new', () => {
    const rare = compared('main;a 1000', 'main;a 991\nmain;b 9');
    expect(rare.state('b')).toBe('unseen');
    const short = compared('main;a 100', 'main;a 99950\nmain;b 50');
    expect(short.state('b')).toBe('unseen');
    const seen = compared('main;a 100000', 'main;a 99950\nmain;b 50');
    expect(seen.state('b')).toBe('new');
    expect(compared('main;a 99950\nmain;b 50', 'main;a 100000').state('b')).toBe('gone');
  });

  it('cannot tell where a drawing may hide the frame', () => {
    const { state, nodeState } = compared(
      'main 100\nmain;hot 499900\nmain;hot;scan 500000',
      'main;hot;scan 500000\nmain;hot 499900\nmain;tiny 50\nmain;grown 400\nmain 40',
      {
        base: { samples: 1_000_000, tau: 0.2, pruned: [{ weight: 84.7, estimated: true }] },
      },
    );
    expect([nodeState('main;tiny'), nodeState('main;grown')]).toEqual(['undecided', 'new']);
    expect([state('tiny'), state('grown')]).toEqual(['undecided', 'new']);
    expect(nodeState('main;hot;scan')).toBe('shrank');
  });

  it('calls everything new and gone when the roots have nothing in common', () => {
    const { state, dilution } = compared('old;a 100', 'young;b 100');
    expect(['old', 'a', 'young', 'b'].map(state)).toEqual(['gone', 'gone', 'new', 'new']);
    expect(dilution).toBe(0);
  });

  it('does not call a frame gone that dilution alone could have made too rare to see', () => {
    const base = 'main;work 8900\nmain;rare 20\nmain;often 1000\nmain;purge 80';
    const { state } = compared(base, 'main;work 890\nmain;purge 9010');
    expect(['work', 'rare', 'often', 'purge'].map(state)).toEqual(['diluted', 'unseen', 'gone', 'grew']);
    expect(compared(base, 'main;work 9900\nmain;purge 80').state('rare')).toBe('gone');
  });

  it('does not call a frame shrunk that also runs inside what grew', () => {
    const { state } = compared(
      'main;work;malloc 3000\nmain;work 5000\nmain;purge 900\nmain;purge;malloc 100',
      'main;work;malloc 3000\nmain;work 5000\nmain;purge 9000\nmain;purge;malloc 1000',
    );
    expect(['work', 'purge', 'malloc'].map(state)).toEqual(['diluted', 'grew', 'diluted']);
  });

  it('calls a frame shrunk whose callee vanished, beside growth', () => {
    const { state } = compared(
      'main;work;step 4000\nmain;work;rest 1000\nmain;other 4000\nmain;purge 1000',
      'main;work;rest 1000\nmain;other 4000\nmain;purge 20000',
    );
    expect(['work', 'step', 'rest', 'other', 'purge'].map(state)).toEqual([
      'shrank',
      'gone',
      'diluted',
      'diluted',
      'grew',
    ]);
  });

  it('keeps two sets of fractions the same in whatever order they are written', () => {
    const a = 'q;plan 1\nq;exec;scan 1\nq;exec;sort 0.1\nq;exec;sort;cmp 0.2\nq;net 7';
    const b = 'q;net 3\nq;net 4\nq;exec;sort;cmp 0.2\nq;exec;sort 0.1\nq;exec;scan 1\nq;plan 1';
    const { functions } = compared(a, b);
    expect([...functions.state].every((state) => STATES[state] === 'same')).toBe(true);
  });

  it('is all the same for equal sides', () => {
    fc.assert(
      fc.property(arbitraryStacks(), fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }), (stacks, weight) => {
        const tree = treeOf([textOf(stacks)], [textOf(stacks)]);
        const pruned = weight === null ? null : { weight, estimated: false };
        const side = { samples: tree.sides[0]!.sum, tau: 0.2, pruned: [pruned] };
        const made = compareTrees(tree, { base: side, head: side, level: 'assumed' });
        expect(made.explanations).toEqual([]);
        expect(made.dilution).toBe(1);
        expect([...made.functions.state].every((state) => state === 0)).toBe(true);
        for (let node = 0; node < tree.length; node++) expect(made.states.ofNode(node)).toBe('same');
      }),
      { seed: 1 },
    );
  });

  it('mirrors the states when the sides are swapped', () => {
    const mirror: Readonly<Record<string, string>> = { grew: 'shrank', shrank: 'grew', new: 'gone', gone: 'new' };
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (base, head) => {
        const there = compared(textOf(base), textOf(head), { neutral: true });
        const back = compared(textOf(head), textOf(base), { neutral: true });
        if (there.dilution === 0 || back.dilution === 0) return;
        for (const name of there.tree.functions.names) {
          const state = there.state(name)!;
          expect(back.state(name)).toBe(mirror[state] ?? state);
        }
      }),
      { seed: 2, numRuns: 100 },
    );
  });
});

describe('compareTrees', () => {
  it('does not explain by what fell under the limit of a drawing beside growth', () => {
    const base = 'main;a;x 300\nmain;a;y 2700\nmain;b 6000\nmain;purge 1000';
    const tree = treeOf([base], ['main;a 30\nmain;a;y 270\nmain;b 600\nmain;purge 9100']);
    const drawing = { samples: 10_000, tau: 0.1, pruned: [{ weight: 100, estimated: false }] };
    const made = compareTrees(tree, { base: drawing, head: drawing, level: 'assumed' });
    expect(made.explanations.map(({ func }) => tree.functions.names[func])).toEqual(['purge']);
    const state = (name: string) => STATES[made.functions.state[functionOf(tree, name)]!];
    expect(['x', 'y', 'a', 'b', 'purge'].map(state)).toEqual(['undecided', 'diluted', 'diluted', 'diluted', 'grew']);
  });

  it('does not explain by what one side drew and the other hid', () => {
    const leaves = Array.from({ length: 300 }, (_, i) => `main;wide;leaf${i} 40`).join('\n');
    const head = `${leaves}\nmain;other 5000\nmain;grown 9000`;
    const tree = treeOf(['main;wide 12000\nmain;other 5000'], [head]);
    const drawing = { samples: 17_000, tau: 0.1, pruned: [{ weight: 50, estimated: true }] };
    const exact = { samples: 26_000, tau: 0.1, pruned: [null] };
    const made = compareTrees(tree, { base: drawing, head: exact, level: 'assumed' });
    expect(made.explanations.map(({ func }) => tree.functions.names[func])).toEqual(['grown']);
    expect(made.dilution).toBeCloseTo(17 / 26, 12);
    const naive = compareTrees(tree, { base: { ...drawing, pruned: [null] }, head: exact, level: 'assumed' });
    expect(naive.explanations.map(({ kind }) => kind)).toContain('S');
  });

  it('says nothing about empty sides, and no number is NaN', () => {
    for (const [base, head] of [
      ['', 'main;a 3'],
      ['main;a 0', 'main;a 3'],
      ['main;a 3', ''],
      ['', ''],
    ] as const) {
      const tree = treeOf([base], [head]);
      const made = compareTrees(tree, factsFor(tree));
      expect(made.explanations).toEqual([]);
      expect(made.dilution).toBe(1);
      expect([...made.functions.state].every((state) => STATES[state] === 'undecided')).toBe(true);
      for (const column of Object.values(made.functions)) expect([...column].some(Number.isNaN)).toBe(false);
    }
  });

  it('gives finite numbers for all input, with and without sample counts', () => {
    const facts = fc.record({
      samples: fc.constantFrom(null, 0, 1, 1000),
      tau: fc.constantFrom(0, 0.2, 1.05),
    });
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), facts, facts, (base, head, b, h) => {
        const tree = treeOf([textOf(base)], [textOf(head)]);
        const made = compareTrees(tree, {
          base: { ...b, pruned: [null] },
          head: { ...h, pruned: [{ weight: 3, estimated: true }] },
          level: 'none',
        });
        expect(Number.isFinite(made.dilution)).toBe(true);
        for (const one of made.explanations) {
          for (const value of Object.values(one))
            if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
        }
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});
