import { plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { canJoin, joinedText } from '../model/alignment.ts';
import { shareCell } from '../model/format.ts';
import { setView } from '../state/route.ts';
import { joined } from '../state/scene.ts';
import { refocused } from './filters.ts';

/**
 * Functions that may be one (DIFF-SPEC 6), each with a switch that draws them as one frame. No number of the comparison
 * depends on it.
 */
export function AlignmentList({ analysis }: { readonly analysis: Analysis }) {
  const { comparison } = analysis;
  const { alignment } = comparison;
  if (alignment.length === 0) return null;
  const switched = joined.value;
  const likely = alignment.flatMap((pair, place) => (pair.joined && canJoin(pair) ? [place] : []));
  const set = (places: ReadonlySet<number>) => {
    setView(refocused({ joined: joinedText(places) }), 'push');
  };
  return (
    <details class="alignment" open={switched.size > 0}>
      <summary>{plural(alignment.length, 'pair')} of functions that may be one: renamed, inlined or split</summary>
      <p class="hint">
        Switched on, a renamed function is one frame in the graphs under its new name; totals, table and verdicts stay
        as they are.
        {likely.length > 1 && (
          <>
            {' '}
            <button
              type="button"
              class="link"
              onClick={() => {
                set(switched.size > 0 ? new Set() : new Set(likely));
              }}
            >
              {switched.size > 0 ? 'Switch all off' : `Switch the ${likely.length} likely ones on`}
            </button>
          </>
        )}
      </p>
      <ol>
        {alignment.map((pair, place) => {
          const [base, head] = [analysis.func(pair.base), analysis.func(pair.head)];
          const words = <bdi class="pair-words">{analysis.words.alignment[place]}</bdi>;
          return (
            <li key={`${pair.kind} ${pair.base} ${pair.head}`}>
              {canJoin(pair) ? (
                <label>
                  <input
                    type="checkbox"
                    checked={switched.has(place)}
                    onChange={({ currentTarget }) => {
                      const next = new Set(switched);
                      if (currentTarget.checked) next.add(place);
                      else next.delete(place);
                      set(next);
                    }}
                  />
                  {words}
                </label>
              ) : (
                words
              )}
              <span class="pair-numbers">
                <span class="side-base-ink">{shareCell(base.total.baseShare)}</span> →{' '}
                <span class="side-head-ink">{shareCell(head.total.headShare)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
