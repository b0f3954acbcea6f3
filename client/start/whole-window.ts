/** Files that are dropped beside the two zones, and pasted text: they wait until somebody says which side they are. */
import { signal } from '@preact/signals';
import { isBusy, unsorted } from '../state/chosen-files.ts';
import { takeDropped } from './dropped-files.ts';

export const isDraggingFiles = signal(false);

/** Listens until the returned function is called. */
export function listenForFiles(): () => void {
  const listening = new AbortController();
  const { signal: until } = listening;
  window.addEventListener('dragover', onDragOver, { signal: until });
  window.addEventListener('dragleave', onDragLeave, { signal: until });
  window.addEventListener('drop', onDrop, { signal: until });
  window.addEventListener('paste', onPaste, { signal: until });
  return () => {
    listening.abort();
  };
}

function onDragOver(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files') !== true) return;
  event.preventDefault();
  isDraggingFiles.value = true;
}

function onDragLeave(event: DragEvent): void {
  if (event.relatedTarget === null) isDraggingFiles.value = false;
}

function onDrop(event: DragEvent): void {
  isDraggingFiles.value = false;
  // A zone has taken it already.
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (event.dataTransfer !== null) void takeDropped(event.dataTransfer, ask);
}

function onPaste(event: ClipboardEvent): void {
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (files.length === 0 && text.trim() !== '') files.push(new File([text], 'pasted text', { type: 'text/plain' }));
  ask(files);
}

function ask(files: readonly File[]): void {
  if (files.length > 0 && !isBusy.peek()) unsorted.value = [...unsorted.value, ...files];
}
