import { plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { changeOf } from '../model/facts.ts';
import { shareCell } from '../model/format.ts';
import { setView, view } from '../state/route.ts';
import { filterMatches, isNarrowed, joined, scene } from '../state/scene.ts';
import { FILTERS, NO_FILTERS, refocused } from './filters.ts';

/** What the graph leaves out or changes, in words, with a way back; nothing when it shows all stacks as they are. */
export function ActiveFilters({ analysis }: { readonly analysis: Analysis }) {
  const { recursion, min } = view.value;
  const problems = FILTERS.flatMap(({ id, label }) => {
    const match = filterMatches[id].value;
    return match.kind === 'bad-pattern' ? [`${label}: not a pattern, ${match.message}.`] : [];
  });
  if (!isNarrowed.value && problems.length === 0 && min === '0') return null;
  const shown = scene.value;
  const tree = shown?.kind === 'panes' ? shown.narrowed.comparison.tree : null;
  const { baseShare, headShare } = changeOf(
    analysis.comparison,
    tree?.sides[0]?.total[0] ?? 0,
    tree?.sides[1]?.total[0] ?? 0,
  );
  const parts = [
    ...FILTERS.filter(({ id }) => view.value[id].trim() !== '').map(({ id, label }) => {
      const match = filterMatches[id].value;
      const count = match.kind === 'found' ? ` (${plural(match.count, 'function')})` : '';
      return `${label.toLowerCase()} “${view.value[id]}”${count}`;
    }),
    ...(recursion === 'keep' ? [] : [recursion === 'direct' ? 'direct recursion folded' : 'recursion folded']),
    ...(joined.value.size > 0 ? [`${plural(joined.value.size, 'renamed function')} joined`] : []),
    ...(min === '0' ? [] : [`frames from ${min} % on`]),
  ];
  return (
    <p class="active-filters" role="status">
      <span>
        {problems.join(' ')} Graph: {parts.join(', ')}.
        {tree !== null && (
          <>
            {' '}
            It has <span class="side-base-ink">{shareCell(baseShare)}</span> of good and{' '}
            <span class="side-head-ink">{shareCell(headShare)}</span> of bad; shares are of all stacks.
          </>
        )}
      </span>
      <button
        type="button"
        class="link"
        onClick={() => {
          setView(refocused({ ...NO_FILTERS, min: '0' }), 'push');
        }}
      >
        Show all stacks
      </button>
    </p>
  );
}
