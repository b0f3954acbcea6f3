import { subsystemsCaution } from '../core/words/subsystems.ts';
import type { Comparison } from '../core/diff/comparison.ts';
import { subsystemsOf } from '../core/diff/subsystems.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import type { JsonSubsystem } from './json-types.ts';
import { pointsInWords, shareInWords } from './labels.ts';
import { tableLines } from './table.ts';

/** Smaller ones are not printed, in the JSON they are there. */
const LEAST_SHARE = 0.005;
const MOST_ROWS = 12;

export function subsystemRows(comparison: Comparison): readonly JsonSubsystem[] {
  const { sides } = comparison.tree;
  const side = (s: number, total: number, inclusive: number) => {
    const sum = sides[s]?.sum ?? 0;
    return { total, share: total / sum, inclusive, inclusiveShare: inclusive / sum };
  };
  return subsystemsOf(comparison).map(({ tag, base, head, baseInclusive, headInclusive }) => {
    const [b, h] = [side(BASE, base, baseInclusive), side(HEAD, head, headInclusive)];
    return { tag, base: b, head: h, delta: (h.share - b.share) * 100 };
  });
}

/** Rows worth printing: share of base, of head, change, name. */
export function subsystemCells(comparison: Comparison): readonly (readonly [string, string, string, string])[] {
  return subsystemRows(comparison)
    .filter(({ base, head }) => Math.max(base.share, head.share) >= LEAST_SHARE)
    .slice(0, MOST_ROWS)
    .map(({ tag, base, head, delta }) => [
      shareInWords(base.share),
      shareInWords(head.share),
      pointsInWords(delta / 100),
      tag ?? '(in no subsystem)',
    ]);
}

/** What the rows mean, in one line. */
export function subsystemsLegend(comparison: Comparison): string {
  const meaning =
    'By subsystem: the innermost frame that belongs to one. A frame can belong to several, so rows do not add up.';
  const caution = subsystemsCaution(comparison);
  return caution === null ? meaning : `${meaning} ${caution}`;
}

export function subsystemsTable(comparison: Comparison): string[] {
  const rows = subsystemCells(comparison);
  if (rows.length === 0) return [];
  return tableLines(
    [
      { title: 'base', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'change', align: 'right' },
      { title: 'subsystem', align: 'left' },
    ],
    rows.map((row) => row.map((text) => ({ text }))),
  );
}
