import { describe, expect, it } from 'vitest';
import { pathOf, treeOf } from '../testing/arbitrary.testkit.ts';
import type { UnionTree } from '../tree/union.ts';
import type { Explanation } from './comparison.ts';
import { explain } from './explain.ts';

/**
 * Three small trees with run-to-run noise and one injected growth. The expected lines were printed by the simulation's own
 * scan (tau 0.1, one run a side, every region with a positive score): kind, region, B, H, z, score, entry and focus.
 */
const GOLDEN = [
  {
    stacks: `
      f0 23 29
      f0;f4 1 1
      f0;f4;f6 0 2
      f0;f4;f6;f23 23 26
      f0;f4;f7 1 0
      f0;f4;f7;f17;f19 21 35
      f0;f4;f7;f17;f21;f23 36 49
      f0;f4;f7;f17;f23 13 7
      f0;f4;f7;f23 6 8
      f0;f4;f23 101 127
      f0;f7;f17 1 0
      f0;f7;f17;f19 15 23
      f0;f7;f17;f21;f23 28 43
      f0;f7;f17;f23 10 5
      f0;f7;f23 5 5
      f0;f9 3 2
      f0;f9;f15 3 18
      f0;f9;f15;f21 1 4
      f0;f9;f15;f21;f23 703 1594
      f0;f9;f15;f23 36 20
      f0;f10 19 15
      f0;f10;f23 1373 1633
      f0;f11 0 1
      f0;f11;f17 0 1
      f0;f11;f17;f19 16 18
      f0;f11;f17;f21;f23 16 19
      f0;f11;f17;f23 4 8
      f0;f23 1542 2307`,
    regions: [
      'N f0;f9;f15;f21 0.176000 0.266333 z 3.5378 score 0.080788 f0;f9;f15;f21 f0;f9;f15;f21;f23',
      'N f0;f9;f15;f23 0.009000 0.003744 z 2.8994 score 0.022134 f0;f9;f15;f23 f0;f9;f15;f23',
      'N f0;f10 0.349846 0.308485 z 1.2678 score 0.009300 f0;f10 f0;f10;f23',
    ],
    dilution: 0.952038,
  },
  {
    stacks: `
      f0 53 87
      f0;f5 7 5
      f0;f5;f8 4 3
      f0;f5;f8;f23 344 247
      f0;f5;f9 0 4
      f0;f5;f9;f22 5 7
      f0;f5;f9;f22;f23 63 41
      f0;f5;f9;f23 15 15
      f0;f5;f18 3 2
      f0;f5;f18;f23 117 55
      f0;f11;f15;f23 8 10
      f0;f15 1 2
      f0;f15;f23 229 348
      f0;f19 3 41
      f0;f19;f23 317 1819
      f0;f22 210 330
      f0;f22;f23 2068 2178
      f0;f23 553 806`,
    regions: [
      'N f0;f19 0.080000 0.310000 z 10.5884 score 0.283309 f0;f19 f0;f19;f23',
      'N f0;f5 0.139500 0.084222 z 3.6148 score 0.063894 f0;f5 f0;f5',
      'E f22>f23 0.559721 0.493111 z 1.8201 score 0.029956',
      'N f0;f5;f18;f23 0.020331 0.012222 z 2.3799 score 0.018725 f0;f5;f18;f23 f0;f5;f18;f23',
      'N f0;f19;f23 0.097905 0.078237 z 1.5460 score 0.012274 f0;f19 f0;f19;f23',
    ],
    dilution: 0.946742,
  },
  {
    stacks: `
      f0 7 12
      f0;f5 12 24
      f0;f5;f11 5 7
      f0;f5;f11;f23 246 1021
      f0;f5;f14 0 4
      f0;f5;f14;f23 492 1321
      f0;f5;f23 6 15
      f0;f13 6 6
      f0;f13;f18 1 0
      f0;f13;f18;f23 265 542
      f0;f13;f22 202 160
      f0;f13;f23 133 158
      f0;f15 6 4
      f0;f15;f23 1094 861
      f0;f17 4 7
      f0;f17;f23 324 318
      f0;f23 1197 1540`,
    regions: [
      'N f0;f5 0.190250 0.398667 z 7.0319 score 0.204989 f0;f5 f0;f5',
      'N f0;f13;f18;f23 0.066250 0.121642 z 4.1834 score 0.075197 f0;f13;f18 f0;f13;f18;f23',
      'N f0;f15 0.275000 0.206376 z 2.5287 score 0.048631 f0;f15 f0;f15;f23',
      'N f0;f13;f22 0.055280 0.038174 z 2.2520 score 0.022623 f0;f13;f22 f0;f13;f22',
      'N f0;f5;f14;f23 0.137080 0.111693 z 1.5129 score 0.013055 f0;f5;f14 f0;f5;f14;f23',
      'N f0;f17;f23 0.092928 0.075870 z 1.3875 score 0.008579 f0;f17 f0;f17;f23',
      'N f0;f5;f11;f23 0.071884 0.086327 z 1.2379 score 0.005302 f0;f5;f11 f0;f5;f11;f23',
    ],
    dilution: 0.8038,
  },
];

function printed(tree: UnionTree, one: Explanation): string {
  const { names } = tree.functions;
  const key = one.kind === 'E' ? `${names[one.caller]}>${names[one.func]}` : pathOf(tree, one.node);
  const numbers = `${one.base.toFixed(6)} ${one.head.toFixed(6)} z ${one.z.toFixed(4)} score ${one.score.toFixed(6)}`;
  const chain = one.kind === 'N' ? ` ${pathOf(tree, one.entry)} ${pathOf(tree, one.focus)}` : '';
  return `${one.kind} ${key} ${numbers}${chain}`;
}

describe('explain, against the simulation', () => {
  for (const [i, { stacks, regions, dilution }] of GOLDEN.entries()) {
    it(`tree ${i + 1}`, () => {
      const rows = stacks
        .trim()
        .split('\n')
        .map((row) => row.trim().split(' '));
      const tree = treeOf(
        [rows.map(([path, base]) => `${path} ${base}`).join('\n')],
        [rows.map(([path, , head]) => `${path} ${head}`).join('\n')],
      );
      const [base, head] = tree.sides.map(({ sum }) => ({ samples: sum, runs: 1, tau: 0.1 }));
      const found = explain(tree, { base: base!, head: head!, level: 'assumed' });
      expect(found.map((one) => printed(tree, one))).toEqual(regions);
      expect(found.reduce((d, { complement }) => d * complement, 1)).toBeCloseTo(dilution, 6);
    });
  }
});
