import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeProfiles } from '../model/merge.ts';
import { profileOf } from '../model/profile-of.ts';
import type { Profile } from '../model/profile.ts';
import { totalOf } from '../model/totals.ts';
import { arbitraryProfile, arbitraryStacks, pathOf, textOf, treeOf } from '../testing/arbitrary.testkit.ts';
import { unionTree } from '../tree/union.ts';
import { compareTrees } from './compare.ts';
import { cellsOf } from './cells.ts';
import { removeChange, restOf } from './condition.ts';
import { edgesOf, emptyMasses, measure } from './regions.ts';

// Laws of DIFF-SPEC 12 by their numbers there; 3, 4, 7, 8 and 9 stand beside what they are about.

function merged(...profiles: [Profile, ...Profile[]]): Profile {
  const made = mergeProfiles(profiles);
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** The profile as stack -> count, whatever the order of its tables. */
function stacksOf(profile: Profile): Map<string, number> {
  const made = unionTree([[{ profile, valueType: 0 }]]);
  if (!made.ok) throw new Error(made.error.code);
  const tree = made.value;
  return new Map(
    Array.from(tree.sides[0]!.self, (count, node): [string, number] => [pathOf(tree, node), count]).filter(
      ([, count]) => count !== 0,
    ),
  );
}

describe('invariants', () => {
  it('1: merge is commutative and associative, has an identity, and adds totals', () => {
    const profile = arbitraryProfile();
    fc.assert(
      fc.property(profile, profile, profile, (p, q, r) => {
        expect(stacksOf(merged(p, q))).toEqual(stacksOf(merged(q, p)));
        expect(stacksOf(merged(merged(p, q), r))).toEqual(stacksOf(merged(p, merged(q, r))));
        expect(stacksOf(merged(p, profileOf('')))).toEqual(stacksOf(p));
        expect(totalOf(merged(p, q))).toBe(Number(totalOf(p)) + Number(totalOf(q)));
      }),
      { seed: 1 },
    );
  });

  it('1: the order of lines and of runs changes nothing', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), (a, b) => {
        const side = { samples: 1000, tau: 0.1, pruned: [] };
        const facts = { base: side, head: side, level: 'assumed' } as const;
        const one = treeOf([textOf(a), textOf(b)], [textOf(b)]);
        const other = treeOf([textOf(b), textOf([...a].reverse())], [textOf([...b].reverse())]);
        expect(other.sides.map(({ self }) => self)).toEqual(one.sides.map(({ self }) => self));
        // Functions are numbered as they come; explanations name nodes, which stand in the order of their names.
        const nodes = (tree: typeof one) =>
          compareTrees(tree, facts).explanations.map(({ kind, node, z }) => [kind, node, z.toFixed(9)]);
        expect(nodes(other)).toEqual(nodes(one));
      }),
      { seed: 2 },
    );
  });

  it('5: scaling a side by a whole number changes no share, state or dilution', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), fc.integer({ min: 2, max: 1000 }), (base, head, c) => {
        const scaled = base.map((stack) => ({ ...stack, count: stack.count * c }));
        const side = { samples: 5000, tau: 0.1, pruned: [null] };
        const facts = { base: side, head: side, level: 'assumed' } as const;
        const before = treeOf([textOf(base)], [textOf(head)]);
        const after = treeOf([textOf(scaled)], [textOf(head)]);
        const shares = ({ sides }: typeof before) => sides.map(({ total, sum }) => total.map((count) => count / sum));
        expect(shares(after)).toEqual(shares(before));
        const [plain, grown] = [compareTrees(before, facts), compareTrees(after, facts)];
        expect(grown.functions.state).toEqual(plain.functions.state);
        expect(grown.dilution).toBe(plain.dilution);
      }),
      { seed: 3 },
    );
  });

  it('6: deltas of the self cells sum to 0, and a removal leaves sums of 1 and B = H', () => {
    fc.assert(
      fc.property(arbitraryStacks(), arbitraryStacks(), fc.nat(), (base, head, pick) => {
        const tree = treeOf([textOf(base)], [textOf(head)]);
        const [b, h] = tree.sides.map(({ self, sum }) => self.map((count) => count / sum));
        const x = { base: b!, head: h! };
        const sum = (column: Float64Array) => column.reduce((s, v) => s + v, 0);
        const deltas = x.head.map((value, node) => value - x.base[node]!);
        expect(sum(deltas)).toBeCloseTo(0, 12);
        expect(sum(deltas.map(Math.abs))).toBeLessThanOrEqual(2 + 1e-12);

        const edges = edgesOf(tree);
        const node = 1 + (pick % (tree.length - 1));
        const cells = cellsOf(tree, edges, { kind: 'N', id: node });
        const rest = { base: restOf(x.base, cells), head: restOf(x.head, cells) };
        const [before, after] = [emptyMasses(tree, edges), emptyMasses(tree, edges)];
        measure(tree, edges, x.base, before);
        measure(tree, edges, x.head, after);
        const [B, H] = [before.N[node]!, after.N[node]!];
        if (!(rest.base > 0 && rest.head > 0) || B === H) return;
        removeChange(x, cells, { base: B, head: H }, rest);
        measure(tree, edges, x.base, before);
        measure(tree, edges, x.head, after);
        expect(before.N[0]).toBeCloseTo(1, 9);
        expect(after.N[0]).toBeCloseTo(1, 9);
        expect(after.N[node]).toBeCloseTo(before.N[node]!, 12);
      }),
      { seed: 4 },
    );
  });
});
