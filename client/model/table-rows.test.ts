import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../core/diff/comparison.ts';
import { functionValues } from '../../core/diff/functions.ts';
import { profileOf } from '../../core/model/profile-of.ts';
import { unionTree } from '../../core/tree/union.ts';
import { tableRows } from './table-rows.ts';

function comparisonOf(base: string, head: string): Comparison {
  const tree = unionTree([base, head].map((text) => [{ profile: profileOf(text), valueType: 0 }]));
  if (!tree.ok) throw new Error(tree.error.code);
  const [b, h] = functionValues(tree.value);
  const functions = {
    baseSelf: b?.self,
    headSelf: h?.self,
    baseTotal: b?.total,
    headTotal: h?.total,
    state: new Uint8Array(tree.value.functions.length),
  };
  return { tree: tree.value, functions } as unknown as Comparison;
}

describe('rows of the function table', () => {
  const comparison = comparisonOf('m;a 50 / m;b 40 / m;old 10', 'm;a 10 / m;b 80 / m;New 10');
  const names = (options: Parameters<typeof tableRows>[1]) =>
    [...tableRows({ comparison, scale: null }, options)].map((func) => comparison.tree.functions.names[func]);

  it('put the largest difference first, whatever its sign', () => {
    expect(names({ filter: '', sort: 'totalPoints', order: 'down' }).slice(0, 2).sort()).toEqual(['a', 'b']);
    expect(names({ filter: '', sort: 'totalPoints', order: 'up' })[0]).toBe('m');
  });

  it('sort by ratio with new ones on top and what has no ratio last', () => {
    expect(names({ filter: '', sort: 'totalRatio', order: 'down' })).toEqual(['New', 'b', 'm', 'a', 'old']);
    expect(names({ filter: '', sort: 'selfRatio', order: 'up' }).at(-1)).toBe('m');
    expect(names({ filter: '', sort: 'selfRatio', order: 'down' }).at(-1)).toBe('m');
  });

  it('sort by name both ways and are filtered without regard to case', () => {
    expect(names({ filter: '', sort: 'name', order: 'up' })).toEqual(['New', 'a', 'b', 'm', 'old']);
    expect(names({ filter: 'NEW', sort: 'name', order: 'down' })).toEqual(['New']);
    expect(names({ filter: '.', sort: 'name', order: 'down' })).toEqual([]);
  });
});
