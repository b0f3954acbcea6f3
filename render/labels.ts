import type { Comparison, SideSummary } from '../core/diff/comparison.ts';
import { ratio } from '../core/diff/shares.ts';
import { visible } from '../core/text/visible.ts';
import { grouped, percent, plural, points, probability, times } from '../core/words/numbers.ts';

/** Short texts of tables and tooltips. Whole sentences come from core/words. Raw names: each format escapes by its rules. */
export function functionName({ tree }: Comparison, func: number): string {
  return tree.functions.names[func] ?? '';
}

/** "12.1 times", "new", "gone", "n/a". */
export function ratioInWords(base: number | null, head: number | null): string {
  const value = ratio(base, head);
  if (value === null) return 'n/a';
  return typeof value === 'string' ? value : times(value);
}

export function shareInWords(share: number | null): string {
  return share === null ? 'n/a' : percent(share);
}

/** "+78.0 points" from a difference of shares. */
export function pointsInWords(delta: number | null): string {
  return delta === null ? 'n/a' : points(delta);
}

/** "+4.1 … +6.0": percentage points; empty where nothing was tested. */
export function intervalInWords(interval: readonly [number, number] | null): string {
  if (interval === null) return '';
  return interval.map((value) => `${value > 0 ? '+' : ''}${value.toFixed(1).replace(/^-0\.0$/, '0.0')}`).join(' … ');
}

/** For a column that is titled q: "0.0003", "< 0.00001". */
export function qInWords(q: number | null): string {
  return q === null ? '' : probability(q).replace('q = ', '').replace('q below ', '< ');
}

/** "base (good): good.svg, 3 runs", safe to show; the totals stand in the sentence about both sides. */
export function sideInWords(side: 'base' | 'head', { runs, pruned }: SideSummary, unit: string): string {
  const role = side === 'base' ? 'base (good)' : 'head (bad)';
  const files = runs.map(({ source }) => source.fileName).filter((name) => name !== null);
  const parts: string[] = [];
  if (files[0] !== undefined)
    parts.push(
      files.length <= 3 ? files.map(visible).join(' + ') : `${visible(files[0])} and ${files.length - 1} more`,
    );
  if (runs.length > 1) parts.push(plural(runs.length, 'run'));
  if (pruned !== null)
    parts.push(`frames under ${grouped(Math.round(pruned.weight * 100) / 100)} ${visible(unit)} were not drawn`);
  return parts.length === 0 ? role : `${role}: ${parts.join(', ')}`;
}
