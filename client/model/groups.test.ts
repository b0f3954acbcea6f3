import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../core/diff/comparison.ts';
import { treeOf } from '../../core/testing/arbitrary.testkit.ts';
import { groupsOf } from './groups.ts';

describe('groups of a comparison', () => {
  const tree = treeOf(['a 10\nb 90'], ['a 1\nb 1\nc 998']);
  const comparison = {
    tree: {
      ...tree,
      functions: { ...tree.functions, modules: tree.functions.names.map((n) => (n === 'c' ? null : n)) },
    },
    functions: { baseTotal: [10, 90, 0], headTotal: [1, 1, 998] },
    functionTags: [['lock', 'x'], ['net'], ['lock']],
  } as unknown as Comparison;

  it('come heaviest first, of either side', () => {
    expect(tree.functions.names).toEqual(['a', 'b', 'c']);
    expect(groupsOf(comparison, 'subsystem')).toEqual(['lock', 'net']);
    expect(groupsOf(comparison, 'module')).toEqual(['b', 'a']);
  });
});
