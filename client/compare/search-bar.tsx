import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { grouped, plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { changeOf } from '../model/facts.ts';
import { pointsCell, shareCell } from '../model/format.ts';
import { Name } from '../parts/name.tsx';
import { found, markedFunction, pointedNode } from '../state/comparison.ts';
import { setView, view } from '../state/route.ts';
import { revealed } from './reveal.ts';

/** Counts up when the search box is to take the focus (`/`). */
export const searchCalls = signal(0);

/** Search over all frames. What it found is told by `Found`. */
export function SearchBar({ analysis }: { readonly analysis: Analysis }) {
  const input = useRef<HTMLInputElement>(null);
  const calls = searchCalls.value;
  useEffect(() => {
    if (calls === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [calls]);
  return (
    <search class="search">
      <input
        ref={input}
        type="search"
        placeholder="Search frames ( / )"
        aria-label="Search frames"
        value={view.value.search}
        onInput={({ currentTarget }) => {
          pointedNode.value = null;
          setView({ search: currentTarget.value, mark: null });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(analysis, event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') setView({ search: '', mark: null });
        }}
      />
    </search>
  );
}

/** How much of both sides has a match (or the marked function), and a walk from one to the next. */
export function Found({ analysis }: { readonly analysis: Analysis }) {
  const result = found.value;
  if (result === null) return <div class="found" />;
  const { base, head, hits, functionCount } = result;
  if (hits.length === 0) return <div class="found none">no frame matches</div>;
  const marked = markedFunction.value;
  const { baseShare, headShare, points } = changeOf(analysis.comparison, base, head);
  const pointed = pointedNode.value;
  const at = pointed === null ? -1 : hits.indexOf(pointed);
  return (
    <div class="found">
      {marked !== null && (
        <span class="marked-function">
          <Name text={analysis.comparison.tree.functions.names[marked] ?? ''} />
          <button
            type="button"
            class="quiet"
            aria-label="Mark no function"
            onClick={() => {
              pointedNode.value = null;
              setView({ mark: null }, 'push');
            }}
          >
            ✕
          </button>
        </span>
      )}
      <span aria-live="polite">
        {functionCount > 1 && `${plural(functionCount, 'function')}, `}
        in <span class="side-base-ink">{shareCell(baseShare)}</span> →{' '}
        <span class="side-head-ink">{shareCell(headShare)}</span> of all stacks ({pointsCell(points)} points)
      </span>
      <span class="steps">
        <button type="button" aria-label="Previous match" onClick={() => step(analysis, -1)}>
          ‹
        </button>
        <span class="step-count">
          {at < 0 ? '–' : grouped(at + 1)} / {grouped(hits.length)}
        </span>
        <button type="button" aria-label="Next match" onClick={() => step(analysis, 1)}>
          ›
        </button>
      </span>
    </div>
  );
}

/** Goes to the next or previous match that has a width in the present layout, around the end. */
function step(analysis: Analysis, direction: 1 | -1): void {
  const hits = found.peek()?.hits;
  if (hits === undefined || hits.length === 0) return;
  const weights = analysis.weights(view.peek().layout);
  const pointed = pointedNode.peek();
  let at = pointed === null ? -1 : hits.indexOf(pointed);
  if (at < 0 && direction < 0) at = 0;
  for (let tries = 0; tries < hits.length; tries++) {
    at = (at + direction + hits.length) % hits.length;
    const node = hits[at] ?? 0;
    if (!((weights[node] ?? 0) > 0)) continue;
    pointedNode.value = node;
    setView({ focus: analysis.nodeReference(revealed(analysis, node)) });
    return;
  }
}
