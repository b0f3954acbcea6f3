import { useEffect } from 'preact/hooks';
import { grouped, sizeInWords } from '../../core/words/numbers.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import { cancel, compare, isBusy, isReady, openExample, sending, swapSides, unsorted } from '../state/chosen-files.ts';
import { DropZone } from './drop-zone.tsx';
import { SideDialog } from './side-dialog.tsx';
import { isDraggingFiles, listenForFiles } from './whole-window.ts';

export function StartPage() {
  useEffect(listenForFiles, []);
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
        <span class="hint">
          {isReady.value
            ? ''
            : 'Or paste folded stacks anywhere on this page. The example: MariaDB, purge of old row versions.'}
        </span>
      </div>
      <div class="outcome" aria-live="polite">
        <Progress />
      </div>
      {unsorted.value.length > 0 && <SideDialog files={unsorted.value} />}
    </section>
  );
}

function Progress() {
  const state = sending.value;
  switch (state.stage) {
    case 'idle':
      return null;
    case 'failed':
      return <ProblemBox problem={state.problem} />;
    case 'sending': {
      const part = state.total > 0 ? state.sent / state.total : 0;
      return (
        <div class="progress">
          <progress value={part} max={1} aria-label="Sent" />
          <span>
            Sending {sizeInWords(state.sent)} of {sizeInWords(state.total)} ({grouped(Math.round(part * 100))} %)
          </span>
          <button type="button" class="quiet" onClick={cancel}>
            Cancel
          </button>
        </div>
      );
    }
    case 'comparing':
    case 'example':
  }
  return (
    <div class="progress">
      <progress aria-label="Working" />
      <span>{state.stage === 'example' ? 'Opening the example…' : 'Reading and comparing…'}</span>
    </div>
  );
}
