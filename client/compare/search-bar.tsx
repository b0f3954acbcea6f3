import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { grouped, plural } from '../../core/words/numbers.ts';
import type { Analysis } from '../model/analysis.ts';
import { changeOf } from '../model/facts.ts';
import { pointsCell, shareCell } from '../model/format.ts';
import { Name } from '../parts/name.tsx';
import { markedFunction } from '../state/comparison.ts';
import { pointAt, pointed } from '../state/pointed.ts';
import { setView, view } from '../state/route.ts';
import { found, marks, searchMatch } from '../state/scene.ts';
import { searchCalls, step } from './search-step.ts';

/** Search over all frames. What it found is told by `Found`. */
export function SearchBar() {
  const input = useRef<HTMLInputElement>(null);
  // At once, not after the next paint: what is typed right behind the `/` belongs to the search.
  useEffect(
    () =>
      effect(() => {
        if (searchCalls.value === 0) return;
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  const { search, match, show } = view.value;
  return (
    <search class="search">
      <input
        ref={input}
        type="search"
        placeholder="Search frames ( / )"
        aria-label="Search frames"
        value={search}
        onInput={({ currentTarget }) => {
          pointAt(null);
          setView({ search: currentTarget.value, ...(show === 'callers' ? {} : { mark: null }) });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') setView({ search: '', ...(show === 'callers' ? {} : { mark: null }) });
        }}
      />
      <PatternToggle
        label="Search by pattern"
        isPattern={match === 'pattern'}
        onChange={(isPattern) => {
          setView({ match: isPattern ? 'pattern' : 'text' });
        }}
      />
    </search>
  );
}

/** Switches a text field between plain text and a pattern. */
export function PatternToggle(props: {
  readonly label: string;
  readonly isPattern: boolean;
  readonly onChange: (isPattern: boolean) => void;
}) {
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={props.isPattern}
      aria-label={props.label}
      title="Pattern in RE2 syntax: ^lock|_wait$ (any case)"
      onClick={() => {
        props.onChange(!props.isPattern);
      }}
    >
      .*
    </button>
  );
}

/** How much of both sides has a match (or the marked function), and a walk from one to the next. */
export function Found({ analysis }: { readonly analysis: Analysis }) {
  const match = searchMatch.value;
  const result = found.value;
  const marked = markedFunction.value;
  if (match.kind === 'bad-pattern')
    return (
      <div class="found none" role="alert">
        not a pattern: {match.message}
      </div>
    );
  if (match.kind === 'waiting') return <div class="found none">loading patterns…</div>;
  if (result === null || marks.value === null) return <div class="found" />;
  const { base, head, hits } = result;
  if (hits.length === 0 && base === 0 && head === 0) return <div class="found none">no frame matches</div>;
  const { baseShare, headShare, points } = changeOf(analysis.comparison, base, head);
  const at = hits.indexOf(pointed.value?.node ?? -1);
  return (
    <div class="found">
      {marked !== null && view.value.show !== 'callers' && (
        <span class="marked-function">
          <Name text={analysis.comparison.tree.functions.names[marked] ?? ''} />
          <button
            type="button"
            class="quiet"
            aria-label="Mark no function"
            onClick={() => {
              pointAt(null);
              setView({ mark: null }, 'push');
            }}
          >
            ✕
          </button>
        </span>
      )}
      <span aria-live="polite">
        {marks.value.count > 1 && `${plural(marks.value.count, 'function')}, `}
        in <span class="side-base-ink">{shareCell(baseShare)}</span> →{' '}
        <span class="side-head-ink">{shareCell(headShare)}</span> of all stacks ({pointsCell(points)} points)
      </span>
      <span class="steps">
        <button type="button" aria-label="Previous match" onClick={() => step(-1)}>
          ‹
        </button>
        <span class="step-count">
          {at < 0 ? '–' : grouped(at + 1)} / {grouped(hits.length)}
        </span>
        <button type="button" aria-label="Next match" onClick={() => step(1)}>
          ›
        </button>
      </span>
    </div>
  );
}
