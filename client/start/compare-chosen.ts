/** Compares the chosen files, on the server or in this browser, and goes to the result. */
import type { Result } from '../../core/result.ts';
import { compareFiles, exampleComparison } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { compareHere } from '../local/local-comparisons.ts';
import { localRules } from '../local/local-rules.ts';
import { place } from '../state/place.ts';
import { appendFiles, chosen, isBusy, isReady, sending } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { comparisonPath, navigate } from '../state/route.ts';

let stop: (() => void) | null = null;

/**
 * Adds files to a side. When that makes it exactly one file on each, and they were dropped, nothing is left to say: the
 * comparison starts by itself.
 */
export function addFiles(side: Side, files: readonly File[], how: 'dropped' | 'picked'): void {
  if (files.length === 0) return;
  appendFiles(side, files);
  const { base, head } = chosen.value;
  if (how === 'dropped' && base.length === 1 && head.length === 1) void compare();
}

export async function compare(): Promise<void> {
  if (!isReady.peek() || isBusy.peek()) return;
  if (place.peek() === 'browser') await compareInBrowser();
  else await compareOnServer();
  stop = null;
}

export function cancel(): void {
  stop?.();
}

export async function openExample(): Promise<void> {
  if (isBusy.peek()) return;
  sending.value = { stage: 'example' };
  const answer = await exampleComparison();
  show(answer.ok ? { ok: true, value: comparisonPath(answer.value.id) } : answer);
}

async function compareOnServer(): Promise<void> {
  const { base, head } = chosen.value;
  const total = [...base, ...head].reduce((sum, { size }) => sum + size, 0);
  sending.value = { stage: 'sending', sent: 0, total };
  const upload = compareFiles(base, head, (progress) => {
    sending.value = progress;
  });
  stop = upload.cancel;
  const answer = await upload.result;
  show(answer.ok ? { ok: true, value: comparisonPath(answer.value.id) } : answer);
}

async function compareInBrowser(): Promise<void> {
  const { base, head } = chosen.value;
  sending.value = { stage: 'here', file: null };
  const work = compareHere(
    {
      base,
      head,
      level: 'default',
      without: [],
      valueType: null,
      recording: null,
      sameWidth: false,
      rules: localRules(),
    },
    (file) => {
      sending.value = { stage: 'here', file };
    },
  );
  stop = work.cancel;
  show(await work.result);
}

function show(answer: Result<string, ApiProblem>): void {
  if (!answer.ok) {
    sending.value = answer.error.code === 'cancelled' ? { stage: 'idle' } : { stage: 'failed', problem: answer.error };
    return;
  }
  sending.value = { stage: 'idle' };
  chosen.value = { base: [], head: [] };
  navigate(answer.value);
}
