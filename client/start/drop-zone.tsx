import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { plural, sizeInWords } from '../../core/words/numbers.ts';
import { Name } from '../parts/name.tsx';
import { chosen, isBusy, removeFile, sending, SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { addFiles } from './compare-chosen.ts';
import { takeDropped } from './dropped-files.ts';

const SIDE_HINTS: Readonly<Record<Side, string>> = {
  base: 'the version that was fast (base)',
  head: 'the version that got slower (head)',
};

export function DropZone({ side }: { readonly side: Side }) {
  const isOver = useSignal(false);
  const picker = useRef<HTMLInputElement>(null);
  const files = chosen.value[side];
  const failed = sending.value.stage === 'failed' ? sending.value.problem.file : null;
  return (
    <section
      class={`zone side-${side}${isOver.value ? ' over' : ''}`}
      data-side={side}
      aria-label={`${SIDE_WORDS[side]}: ${SIDE_HINTS[side]}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        if (isBusy.peek() || event.dataTransfer === null) return;
        void takeDropped(event.dataTransfer, (files) => {
          addFiles(side, files, 'dropped');
        });
      }}
    >
      <header class="zone-head">
        <h2>{SIDE_WORDS[side]}</h2>
        <span>{SIDE_HINTS[side]}</span>
      </header>
      <ul class="files">
        {files.map((file, i) => (
          <li key={`${i}-${file.name}`} class={file.name === failed ? 'at-fault' : ''}>
            <Name text={file.name} />
            <span class="size">{sizeInWords(file.size)}</span>
            <button
              type="button"
              class="quiet"
              disabled={isBusy.value}
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                removeFile(side, i);
              }}
            >
              ✕
            </button>
          </li>
        ))}
        {files.length === 0 && <li class="none">Drop files here</li>}
      </ul>
      <footer class="zone-foot">
        <button
          type="button"
          disabled={isBusy.value}
          onClick={() => {
            picker.current?.click();
          }}
        >
          {files.length === 0 ? 'Choose files' : 'Add more runs'}
          <span class="only-for-readers"> for {SIDE_WORDS[side]}</span>
        </button>
        <span class="hint">
          {files.length > 1
            ? `${plural(files.length, 'file')}: profiles are repeated runs, benchmark output belongs to the run above it`
            : ''}
        </span>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-side={side}
          aria-label={`Files for ${SIDE_WORDS[side]}`}
          onChange={({ currentTarget }) => {
            addFiles(side, [...(currentTarget.files ?? [])], 'picked');
            // The same file can be chosen again after it was removed.
            currentTarget.value = '';
          }}
        />
      </footer>
    </section>
  );
}
