/** The files chosen for the two sides, and what became of comparing them. */
import { computed, signal } from '@preact/signals';
import type { ApiProblem, UploadProgress } from '../api/api.ts';

export type Side = 'base' | 'head';
/** What people call the sides; code, API and CLI say base and head. */
export const SIDE_WORDS: Readonly<Record<Side, string>> = { base: 'good', head: 'bad' };

export type Sending =
  | { readonly stage: 'idle' }
  | UploadProgress
  | { readonly stage: 'example' }
  /** In this browser: the file that is read; null: they are compared. */
  | { readonly stage: 'here'; readonly file: string | null }
  | { readonly stage: 'failed'; readonly problem: ApiProblem };

export const chosen = signal<Readonly<Record<Side, readonly File[]>>>({ base: [], head: [] });
export const sending = signal<Sending>({ stage: 'idle' });
/** Files that were dropped or pasted outside the two zones and wait for a side. */
export const unsorted = signal<readonly File[]>([]);

export const isReady = computed(() => chosen.value.base.length > 0 && chosen.value.head.length > 0);
export const isBusy = computed(() => sending.value.stage !== 'idle' && sending.value.stage !== 'failed');

export function appendFiles(side: Side, files: readonly File[]): void {
  forgetFailure();
  chosen.value = { ...chosen.value, [side]: [...chosen.value[side], ...files] };
}

export function removeFile(side: Side, at: number): void {
  forgetFailure();
  chosen.value = { ...chosen.value, [side]: chosen.value[side].filter((_, i) => i !== at) };
}

export function swapSides(): void {
  forgetFailure();
  chosen.value = { base: chosen.value.head, head: chosen.value.base };
}

function forgetFailure(): void {
  if (sending.value.stage === 'failed') sending.value = { stage: 'idle' };
}
