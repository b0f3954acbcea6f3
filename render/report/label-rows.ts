import type { Comparison, RunSummary } from '../../core/diff/comparison.ts';

/** What people ask about first, in this order; other labels follow by name. */
const KNOWN = ['version', 'commit', 'branch', 'build', 'benchmark', 'host'];
const MOST_LABELS = 8;
const MOST_VALUES = 3;

/**
 * Rows of what is labelled: name, value of base, of head. Labels that tell the sides apart come first. `short` makes a text
 * safe to show and short enough.
 */
export function labelRows({ base, head }: Comparison, short: (text: string) => string): readonly (readonly string[])[] {
  const names = new Set([...base.runs, ...head.runs].flatMap(({ labels }) => [...labels.keys()]));
  const rows = [...names].sort(byRank).map((name) => {
    const [good, bad] = [valuesOf(base.runs, name, short), valuesOf(head.runs, name, short)];
    return { cells: [short(name), good, bad, good === bad ? 'same' : ''], isSame: good === bad };
  });
  return [...rows.filter(({ isSame }) => !isSame), ...rows.filter(({ isSame }) => isSame)]
    .slice(0, MOST_LABELS)
    .map(({ cells }) => cells);
}

function byRank(a: string, b: string): number {
  const rank = (name: string) => (KNOWN.includes(name) ? KNOWN.indexOf(name) : KNOWN.length);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function valuesOf(runs: readonly RunSummary[], name: string, short: (text: string) => string): string {
  const values = [...new Set(runs.flatMap(({ labels }) => labels.get(name) ?? []))].map(short);
  if (values.length === 0) return 'n/a';
  const more = values.length - MOST_VALUES;
  return values.slice(0, MOST_VALUES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
