/** The sentences of the comparison page. The only file of the page that asks `core/words` about comparisons. */
import type { Comparison, Explanation, State } from '../core/diff/comparison.ts';
import { visible } from '../core/text/visible.ts';
import { grouped, percent, plural, points, times } from '../core/words/numbers.ts';

export interface ComparisonText {
  readonly headline: string;
  /** Both totals and what they mean for comparing. */
  readonly totals: string;
  /** Parallel to `comparison.explanations`. */
  readonly explanations: readonly string[];
}

export function comparisonText(comparison: Comparison): ComparisonText {
  const explanations = comparison.explanations.map((one) => sentenceOf(comparison, one));
  return {
    headline: explanations[0] ?? 'No change beyond noise.',
    totals: totalsOf(comparison),
    explanations,
  };
}

function sentenceOf({ tree }: Comparison, { func, baseShare, headShare, label }: Explanation): string {
  const name = visible(tree.functions.names[func] ?? '').slice(0, 200);
  const verb = headShare > baseShare ? 'grew' : 'shrank';
  const ratio = baseShare > 0 && headShare > 0 ? `, ${times(headShare / baseShare)}` : '';
  return `${name} ${verb} from ${percent(baseShare)} to ${percent(headShare)} of samples (${points(headShare - baseShare)}${ratio}). ${LABEL_WORDS[label]}`;
}

export const LABEL_WORDS: Readonly<Record<Explanation['label'], string>> = {
  confirmed: 'Confirmed.',
  suspected: 'Within what runs of the same build may do. Not evidence.',
  noise: 'Within noise.',
};

function totalsOf({ base, head, valueType }: Comparison): string {
  const side = (name: string, { total, runs }: Comparison['base']) =>
    `${name} ${grouped(total)} ${valueType.unit} (${plural(runs.length, 'run')})`;
  return `${side('base', base)}, ${side('head', head)}. Counts are not comparable, shares are.`;
}

export const STATE_WORDS: Readonly<Record<State, string>> = {
  same: 'same share on both sides',
  grew: 'larger share in bad',
  shrank: 'smaller share in bad',
  new: 'new: only in bad',
  gone: 'gone: only in good',
  diluted: 'smaller only because other work grew',
  unseen: 'on neither side',
  undecided: 'undecided: too narrow to be drawn on one side',
};
