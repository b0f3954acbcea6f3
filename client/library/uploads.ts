/** Files on their way to the server, one after the other: what became of each, how fast it goes, and the way to stop. */
import { batch, computed, signal } from '@preact/signals';
import type { Profile } from '../../api/generated.ts';
import { attachMetrics, uploadFile } from '../api/catalogue.ts';
import type { ApiProblem, Upload } from '../api/api.ts';
import { profileBeside } from './beside.ts';
import { loadLabels, reload } from './list.ts';
import { TransferRate } from './transfer-rate.ts';
import type { Rate } from './transfer-rate.ts';
import type { FoundFile, Unreadable, Walked } from './walk-folders.ts';

export type FileOutcome =
  | { readonly state: 'waiting' | 'sending' | 'reading' | 'cancelled' }
  | { readonly state: 'stored' | 'known'; readonly profile: Profile }
  | { readonly state: 'attached'; readonly to: string }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

export interface Transfer {
  readonly files: readonly FoundFile[];
  readonly unreadable: readonly Unreadable[];
  readonly outcomes: readonly FileOutcome[];
  readonly sent: number;
  readonly total: number;
  readonly rate: Rate | null;
  readonly isOver: boolean;
}

/** Files that wait for their labels; null when there are none. */
export const chosen = signal<Walked | null>(null);
export const transfer = signal<Transfer | null>(null);
export const isSending = computed(() => transfer.value?.isOver === false);

let current: Upload<Profile> | null = null;
let isCancelled = false;

export function choose(walked: Walked): void {
  if (walked.files.length > 0 || walked.unreadable.length > 0) chosen.value = walked;
}

export function cancelUploads(): void {
  isCancelled = true;
  current?.cancel();
}

export function closeTransfer(): void {
  if (!isSending.peek()) transfer.value = null;
}

/** `isNumbered`: each profile gets the label `run`, counted from 1. */
export async function sendAll(labels: ReadonlyMap<string, string>, isNumbered: boolean): Promise<void> {
  const walked = chosen.peek();
  if (walked === null || isSending.peek()) return;
  const { files, unreadable } = walked;
  const rate = new TransferRate();
  rate.mark(performance.now(), 0);
  isCancelled = false;
  batch(() => {
    chosen.value = null;
    transfer.value = {
      files,
      unreadable,
      outcomes: files.map(() => ({ state: 'waiting' })),
      sent: 0,
      total: files.reduce((sum, { file }) => sum + file.size, 0),
      rate: null,
      isOver: false,
    };
  });
  let done = 0;
  /** Profiles of this transfer by path, to attach benchmark output to. */
  const stored: { readonly path: string; readonly profile: Profile }[] = [];
  const metrics: number[] = [];
  let run = 0;

  const send = async (at: number, start: (file: File, onProgress: Progress) => Upload<Profile>) => {
    const found = files[at];
    if (found === undefined) return null;
    setOutcome(at, { state: 'sending' });
    current = start(found.file, (progress) => {
      if (progress.stage === 'comparing') setOutcome(at, { state: 'reading' });
      // The form around the file is sent as well; it is not counted.
      else if (progress.total > 0) moved(rate, done + found.file.size * (progress.sent / progress.total));
    });
    const answer = await current.result;
    current = null;
    return { found, answer };
  };

  for (const at of files.keys()) {
    if (isCancelled) break;
    const given = isNumbered ? new Map([...labels, ['run', String(run + 1)]]) : labels;
    const sent = await send(at, (file, onProgress) => uploadFile(file, given, onProgress));
    if (sent === null) continue;
    const { found, answer } = sent;
    if (answer.ok) {
      run++;
      stored.push({ path: found.path, profile: answer.value });
      setOutcome(at, { state: answer.value.created === true ? 'stored' : 'known', profile: answer.value });
    } else if (answer.error.code === 'metrics-without-profile') {
      // It is sent again when the profiles of its folder are there.
      metrics.push(at);
      setOutcome(at, { state: 'waiting' });
      continue;
    } else setOutcome(at, outcomeOf(answer.error));
    done += found.file.size;
    moved(rate, done);
  }
  for (const at of metrics) {
    const found = files[at];
    if (isCancelled || found === undefined) break;
    const beside = profileBeside(found, stored);
    if (beside === null) setOutcome(at, { state: 'failed', problem: ALONE });
    else {
      const sent = await send(at, (file, onProgress) => attachMetrics(beside.profile.id, file, onProgress));
      if (sent?.answer.ok === true) setOutcome(at, { state: 'attached', to: beside.path });
      else if (sent !== null) setOutcome(at, outcomeOf(sent.answer.ok ? ALONE : sent.answer.error));
    }
    done += found.file.size;
    moved(rate, done);
  }
  over();
  await reload();
  await loadLabels();
}

type Progress = Parameters<typeof uploadFile>[2];

const ALONE: ApiProblem = {
  title: 'Benchmark output without a profile',
  detail: 'This is benchmark output, and no profile was stored from its folder.',
  code: 'metrics-without-profile',
  file: null,
  position: null,
  column: null,
  seen: null,
  expected: null,
  advice: 'Drop it together with the profile of the same run.',
};

function outcomeOf(problem: ApiProblem): FileOutcome {
  return problem.code === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', problem };
}

function setOutcome(at: number, outcome: FileOutcome): void {
  const now = transfer.peek();
  if (now !== null) transfer.value = { ...now, outcomes: now.outcomes.with(at, outcome) };
}

function moved(rate: TransferRate, sent: number): void {
  const now = transfer.peek();
  if (now === null) return;
  rate.mark(performance.now(), sent);
  transfer.value = { ...now, sent, rate: rate.rate(now.total) };
}

function over(): void {
  const now = transfer.peek();
  if (now === null) return;
  const outcomes = now.outcomes.map(
    (outcome): FileOutcome => (outcome.state === 'waiting' ? { state: 'cancelled' } : outcome),
  );
  transfer.value = { ...now, outcomes, rate: null, isOver: true };
}
