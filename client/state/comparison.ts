/** The comparison that the page shows: loaded from its source, and what is derived from address and data. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ApiProblem, StoredComparison } from '../api/api.ts';
import { Analysis } from '../model/analysis.ts';
import { pointAt, pointed } from './pointed.ts';
import { navigate, view } from './route.ts';
import type { ComparisonSource, RecompareChange } from './source.ts';

export type Loading =
  | { readonly stage: 'loading' }
  | { readonly stage: 'failed'; readonly problem: ApiProblem }
  | { readonly stage: 'ready'; readonly analysis: Analysis };

export const loading = signal<Loading>({ stage: 'loading' });

/** Where the comparison comes from; null on a page that shows none. Whoever sets it decides what is shown. */
export const source = signal<ComparisonSource | null>(null);

/** Inputs and rules of the comparison; null until they are there, and where no server keeps them. */
export const stored = signal<StoredComparison | null>(null);

effect(() => {
  const wanted = source.value;
  if (wanted === null) return;
  untracked(() => {
    const shown = loading.value;
    if (shown.stage !== 'ready' || shown.analysis.id !== wanted.id) void load(wanted);
  });
});

/** Loads the same comparison again, after a failure. */
export function reload(): void {
  const wanted = source.peek();
  if (wanted !== null) void load(wanted);
}

async function load(wanted: ComparisonSource): Promise<void> {
  loading.value = { stage: 'loading' };
  stored.value = null;
  void loadRecord(wanted);
  const data = await wanted.comparison((picture) => {
    if (source.peek() === wanted) show(Analysis.ofPicture(wanted.id, picture));
  });
  // Somebody may have gone elsewhere meanwhile.
  if (source.peek() !== wanted) return;
  if (data.ok) show(Analysis.of(wanted.id, data.value));
  else loading.value = { stage: 'failed', problem: data.error };
}

/** The whole in the place of its first picture has the cursor where it was. */
function show(next: Analysis): void {
  const before = analysis.peek()?.picture ?? null;
  const at = pointed.peek();
  batch(() => {
    if (before !== null && at !== null) pointAt(before.nodes[at.node] ?? null, at.pane);
    loading.value = { stage: 'ready', analysis: next };
  });
}

async function loadRecord(wanted: ComparisonSource): Promise<void> {
  const answer = await wanted.record?.();
  if (answer?.ok === true && source.peek() === wanted) stored.value = answer.value;
}

/** The comparison as it was computed. */
export const analysis = computed(() => (loading.value.stage === 'ready' ? loading.value.analysis : null));

/** Function chosen in the table, whose frames are marked; null when none is. */
export const markedFunction = computed(() => analysis.value?.resolveFunction(view.value.mark) ?? null);

/** Compares the same inputs in another way and goes to the result; does nothing where they are not at hand. */
export async function recompare(change: RecompareChange): Promise<Result<null, ApiProblem>> {
  const compared = await source.peek()?.recompare?.(change);
  if (compared === undefined) return ok(null);
  if (!compared.ok) return err(compared.error);
  pointAt(null);
  navigate(compared.value);
  return ok(null);
}
