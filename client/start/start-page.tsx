import { useEffect } from 'preact/hooks';
import { grouped, sizeInWords } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import { warmUp } from '../local/local-thread.ts';
import { Choice } from '../parts/choice.tsx';
import { ProblemBox } from '../parts/problem-box.tsx';
import { chosen, isBusy, isReady, sending, swapSides, unsorted } from '../state/chosen-files.ts';
import { choosePlace, place } from '../state/place.ts';
import type { Place } from '../state/place.ts';
import { FromTicketButton } from '../tickets/from-ticket-button.tsx';
import { TourInvitation } from '../tour/tour-invitation.tsx';
import { cancel, compare, openExample } from './compare-chosen.ts';
import { DropZone } from './drop-zone.tsx';
import { SideDialog } from './side-dialog.tsx';
import { isDraggingFiles, listenForFiles } from './whole-window.ts';

const PLACES = [
  { value: 'server', text: 'On the server' },
  { value: 'browser', text: 'In this browser' },
] as const;

const PLACE_WORDS: Readonly<Record<Place, string>> = {
  server: 'Files are sent to this server and stored: the result has an address that you can share.',
  browser: 'Nothing is sent and nothing is stored. You can still store the result later.',
};

export function StartPage() {
  useEffect(listenForFiles, []);
  useEffect(warmUpWhenIdle, []);
  return (
    <section class={isDraggingFiles.value ? 'start dragging' : 'start'}>
      <h1>What got slower?</h1>
      <p class="lead">
        Drop a profile of the good version and one of the bad version: flame graph SVG, folded stacks, perf script,
        pprof or what else you have; several files a side for repeated runs.
      </p>
      <div class="zones">
        <DropZone side="base" />
        <button type="button" class="swap" title="Exchange good and bad" disabled={isBusy.value} onClick={swapSides}>
          ⇄<span class="only-for-readers">Exchange good and bad</span>
        </button>
        <DropZone side="head" />
      </div>
      <div class="place">
        <Choice
          label="Compare"
          name="place"
          options={PLACES}
          value={place.value}
          isDisabled={isBusy.value}
          onChoose={choosePlace}
        />
        <span class="hint" aria-live="polite">
          {PLACE_WORDS[place.value]}
        </span>
      </div>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={!isReady.value || isBusy.value}
          onClick={() => {
            void compare();
          }}
        >
          Compare
        </button>
        <button
          type="button"
          disabled={isBusy.value}
          onClick={() => {
            void openExample();
          }}
        >
          Try the example
        </button>
        <FromTicketButton isDisabled={isBusy.value} />
        <span class="hint">
          {isReady.value
            ? ''
            : 'Or paste folded stacks anywhere on this page. The example: MariaDB, purge of old row versions.'}
        </span>
      </div>
      <TourInvitation />
      <p class="hint">
        For programs: the <a href="/api/v1/reference">HTTP API</a> of this server.
      </p>
      <div class="outcome" aria-live="polite">
        <Progress />
      </div>
      {unsorted.value.length > 0 && <SideDialog files={unsorted.value} />}
    </section>
  );
}

/** The code that compares in the browser is fetched when there is nothing else to do: later the server may be away. */
function warmUpWhenIdle(): () => void {
  const timer = window.setTimeout(() => void warmUp(), 1500);
  return () => {
    window.clearTimeout(timer);
  };
}

function Progress() {
  const state = sending.value;
  switch (state.stage) {
    case 'idle':
      return null;
    case 'failed':
      return (
        <>
          <ProblemBox problem={state.problem} />
          {state.problem.code === 'unreachable' && chosen.value.base.length > 0 && (
            <p class="actions">
              <button
                type="button"
                onClick={() => {
                  choosePlace('browser');
                  void compare();
                }}
              >
                Compare in this browser instead
              </button>
            </p>
          )}
        </>
      );
    case 'sending': {
      const part = state.total > 0 ? state.sent / state.total : 0;
      return (
        <div class="progress">
          <progress value={part} max={1} aria-label="Sent" />
          <span>
            Sending {sizeInWords(state.sent)} of {sizeInWords(state.total)} ({grouped(Math.round(part * 100))} %)
          </span>
          <CancelButton />
        </div>
      );
    }
    case 'here':
      return (
        <div class="progress">
          <progress aria-label="Working" />
          <span class="progress-words">
            {state.file === null ? 'Comparing in this browser…' : `Reading ${visible(state.file)} in this browser…`}
          </span>
          <CancelButton />
        </div>
      );
    case 'comparing':
    case 'example':
  }
  return (
    <div class="progress">
      <progress aria-label="Working" />
      <span>{state.stage === 'example' ? 'Opening the example…' : 'Reading and comparing…'}</span>
      {state.stage === 'comparing' && <CancelButton />}
    </div>
  );
}

function CancelButton() {
  return (
    <button type="button" class="quiet" onClick={cancel}>
      Cancel
    </button>
  );
}
