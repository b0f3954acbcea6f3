/** Which functions the table shows and in which order. Works on columns, so 100,000 rows sort in the time of a click. */
import type { Comparison } from '../../core/diff/comparison.ts';
import type { PerScale } from '../../core/diff/per.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import type { View } from '../state/route.ts';
import type { Analysis } from './analysis.ts';
import type { ColumnId } from './columns.ts';

/** Indices of the functions whose name contains the filter's text, sorted. Functions without a value on any side go last. */
export function tableRows(
  { comparison, scale }: Pick<Analysis, 'comparison' | 'scale'>,
  { filter, sort, order }: Pick<View, 'filter' | 'sort' | 'order'>,
): Int32Array {
  const { names } = comparison.tree.functions;
  const wanted = filter.trim().toLowerCase();
  const rows: number[] = [];
  for (let func = 0; func < names.length; func++) {
    if (wanted === '' || names[func]!.toLowerCase().includes(wanted)) rows.push(func);
  }
  const sign = order === 'up' ? 1 : -1;
  if (sort === 'name') return Int32Array.from(rows.sort((a, b) => sign * (names[a]! < names[b]! ? -1 : 1)));
  if (sort === 'module') {
    const { modules } = comparison.tree.functions;
    const of = (func: number) => modules[func] ?? '';
    return Int32Array.from(rows.sort((a, b) => (of(a) === of(b) ? a - b : sign * (of(a) < of(b) ? -1 : 1))));
  }
  const key = sortKeys(comparison, sort, scale);
  const tie = sortKeys(comparison, 'totalPoints', scale);
  return Int32Array.from(
    rows.sort((a, b) => {
      const left = key[a]!;
      const right = key[b]!;
      // What has no ratio is not comparable, and stands last in both orders.
      if (Number.isNaN(left) || Number.isNaN(right))
        return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b;
      return left === right ? tie[b]! - tie[a]! || a - b : sign * (left - right);
    }),
  );
}

/**
 * The number a column is sorted by. Differences sort by their size, whatever their sign, so that "largest first" shows
 * what changed most.
 */
function sortKeys(
  { tree, functions }: Comparison,
  sort: Exclude<ColumnId, 'name' | 'module'>,
  scale: PerScale | null,
): Float64Array {
  const { baseSelf, headSelf, baseTotal, headTotal, state, q, selfQ, low } = functions;
  const perBase = 1 / (tree.sides[BASE]?.sum || Number.NaN);
  const perHead = 1 / (tree.sides[HEAD]?.sum || Number.NaN);
  const points = (base: Float64Array, head: Float64Array) =>
    base.map((value, func) => Math.abs(head[func]! * perHead - value * perBase) || 0);
  const ratio = (base: Float64Array, head: Float64Array) =>
    base.map((value, func) => (head[func]! * perHead) / (value * perBase));
  switch (sort) {
    case 'baseTotal':
      return baseTotal;
    case 'headTotal':
      return headTotal;
    case 'totalPoints':
      return points(baseTotal, headTotal);
    case 'totalRatio':
      return ratio(baseTotal, headTotal);
    case 'baseSelf':
      return baseSelf;
    case 'headSelf':
      return headSelf;
    case 'selfPoints':
      return points(baseSelf, headSelf);
    case 'selfRatio':
      return ratio(baseSelf, headSelf);
    case 'interval':
      return low;
    case 'q':
      return q;
    case 'selfQ':
      return selfQ;
    case 'baseCost':
      return baseTotal;
    case 'headCost':
      return headTotal;
    case 'costRatio': {
      const [worthBase, worthHead] = [scale?.base ?? perBase, scale?.head ?? perHead];
      return baseTotal.map((value, func) => (headTotal[func]! * worthHead) / (value * worthBase));
    }
    case 'state':
  }
  return Float64Array.from(state);
}
