/** The files chosen for the two sides, and what became of sending them. */
import { computed, signal } from '@preact/signals';
import { compareFiles, exampleComparison } from '../api/api.ts';
import type { ApiProblem, StoredComparison, Upload, UploadProgress } from '../api/api.ts';
import type { Result } from '../../core/result.ts';
import { comparisonPath, navigate } from './route.ts';

export type Side = 'base' | 'head';
/** What people call the sides; code, API and CLI say base and head. */
export const SIDE_WORDS: Readonly<Record<Side, string>> = { base: 'good', head: 'bad' };

export type Sending =
  | { readonly stage: 'idle' }
  | UploadProgress
  | { readonly stage: 'example' }
  | { readonly stage: 'failed'; readonly problem: ApiProblem };

export const chosen = signal<Readonly<Record<Side, readonly File[]>>>({ base: [], head: [] });
export const sending = signal<Sending>({ stage: 'idle' });
/** Files that were dropped or pasted outside the two zones and wait for a side. */
export const unsorted = signal<readonly File[]>([]);

export const isReady = computed(() => chosen.value.base.length > 0 && chosen.value.head.length > 0);
export const isBusy = computed(() => sending.value.stage !== 'idle' && sending.value.stage !== 'failed');

let upload: Upload | null = null;

/**
 * Adds files to a side. When that makes it exactly one file on each, and they were dropped, nothing is left to say: the
 * comparison starts by itself.
 */
export function addFiles(side: Side, files: readonly File[], how: 'dropped' | 'picked'): void {
  if (files.length === 0) return;
  forgetFailure();
  chosen.value = { ...chosen.value, [side]: [...chosen.value[side], ...files] };
  const { base, head } = chosen.value;
  if (how === 'dropped' && base.length === 1 && head.length === 1) void compare();
}

export function removeFile(side: Side, at: number): void {
  forgetFailure();
  chosen.value = { ...chosen.value, [side]: chosen.value[side].filter((_, i) => i !== at) };
}

export function swapSides(): void {
  forgetFailure();
  chosen.value = { base: chosen.value.head, head: chosen.value.base };
}

export async function compare(): Promise<void> {
  if (!isReady.peek() || isBusy.peek()) return;
  const { base, head } = chosen.value;
  const total = [...base, ...head].reduce((sum, { size }) => sum + size, 0);
  sending.value = { stage: 'sending', sent: 0, total };
  upload = compareFiles(base, head, (progress) => {
    sending.value = progress;
  });
  show(await upload.result);
  upload = null;
}

export function cancel(): void {
  upload?.cancel();
}

export async function openExample(): Promise<void> {
  if (isBusy.peek()) return;
  sending.value = { stage: 'example' };
  show(await exampleComparison());
}

function show(answer: Result<StoredComparison, ApiProblem>): void {
  if (!answer.ok) {
    sending.value = answer.error.code === 'cancelled' ? { stage: 'idle' } : { stage: 'failed', problem: answer.error };
    return;
  }
  sending.value = { stage: 'idle' };
  chosen.value = { base: [], head: [] };
  navigate(comparisonPath(answer.value.id));
}

function forgetFailure(): void {
  if (sending.value.stage === 'failed') sending.value = { stage: 'idle' };
}
