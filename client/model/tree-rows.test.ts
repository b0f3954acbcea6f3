import { describe, expect, it } from 'vitest';
import { layoutWeights } from '../../core/layout/flame-layout.ts';
import { treeOf } from '../../core/testing/arbitrary.testkit.ts';
import { firstOpen, openRows } from './tree-rows.ts';

const tree = treeOf(['m;a;x 30\nm;b 68\nm;c 2'], ['m;a;x 30\nm;b 68\nm;c 2']);
const weights = layoutWeights(tree, 'union');
const names = (rows: Int32Array) => Array.from(rows, (node) => tree.functions.names[tree.func[node] ?? -1] ?? 'all');

describe('rows of a tree', () => {
  it('are the opened nodes and their children, heaviest first', () => {
    const rows = (open: readonly number[], minWeight = 0) =>
      names(openRows(tree, weights, { top: 0, open: new Set(open), minWeight }));
    expect(rows([])).toEqual(['all']);
    expect(rows([0, 1])).toEqual(['all', 'm', 'b', 'a', 'c']);
    expect(rows([0, 1, 2], 0.1)).toEqual(['all', 'm', 'b', 'a', 'x']);
  });

  it('open the heavy ones at first', () => {
    expect(names(openRows(tree, weights, { top: 0, open: firstOpen(tree, weights, 0), minWeight: 0 }))).toEqual([
      'all',
      'm',
      'b',
      'a',
      'x',
      'c',
    ]);
  });

  it('go 100,000 deep', () => {
    const deep = treeOf([`${Array.from({ length: 100_000 }, (_, i) => `f${i % 5}`).join(';')} 1`], ['f0 1']);
    const all = new Set(Array.from({ length: deep.length }, (_, node) => node));
    expect(openRows(deep, layoutWeights(deep, 'union'), { top: 0, open: all, minWeight: 0 }).length).toBe(100_001);
  });
});
