/** Numbers in the columns of the page: `core/words/numbers` without the words that the column's head already says. */
import { grouped, percent, points, probability, times } from '../../core/words/numbers.ts';
import type { Change } from './facts.ts';

/** `85.0 %`; `n/a` for a side without samples. */
export function shareCell(share: number | null): string {
  return share === null ? 'n/a' : percent(share);
}

/** `+78.0`, in percentage points. */
export function pointsCell(value: number | null): string {
  return value === null ? 'n/a' : points(value / 100).replace(' points', '');
}

/** An absolute cost in three digits, as the command line prints it: `3.07`, `0.0215`. */
export function costCell(cost: number): string {
  return grouped(Number(cost.toPrecision(3)));
}

/** `12.1×`, `new`, `gone`, `n/a` (DIFF-SPEC 1). */
export function ratioCell({ base, head, ratio }: Pick<Change, 'base' | 'head' | 'ratio'>): string {
  if (Number.isNaN(ratio)) return 'n/a';
  if (base === 0) return 'new';
  if (head === 0) return 'gone';
  return times(ratio).replace(' times', '×');
}

/** `0.0003`; `–` for what was not tested. */
export function probabilityCell(q: number): string {
  return Number.isNaN(q) ? '–' : probability(q).replace('q = ', '').replace('q below', 'below');
}
