/** The comparison that the page shows: loaded by the id in the address, and what is derived from address and data. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { NormalizationLevel } from '../../core/diff/comparison.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { compareStored, comparisonData, storedComparison } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { Analysis } from '../model/analysis.ts';
import { pointAt } from './pointed.ts';
import { comparisonPath, navigate, page, view } from './route.ts';

export type Loading =
  | { readonly stage: 'loading' }
  | { readonly stage: 'failed'; readonly problem: ApiProblem }
  | { readonly stage: 'ready'; readonly analysis: Analysis };

export const loading = signal<Loading>({ stage: 'loading' });

const wantedId = computed(() => (page.value.name === 'comparison' ? page.value.id : null));

effect(() => {
  const id = wantedId.value;
  if (id === null) return;
  untracked(() => {
    const shown = loading.value;
    if (shown.stage !== 'ready' || shown.analysis.id !== id) void load(id);
  });
});

export async function load(id: string): Promise<void> {
  loading.value = { stage: 'loading' };
  const data = await comparisonData(id);
  // Somebody may have gone elsewhere meanwhile.
  if (wantedId.peek() !== id) return;
  loading.value = data.ok
    ? { stage: 'ready', analysis: new Analysis(id, data.value) }
    : { stage: 'failed', problem: data.error };
}

/** The comparison as it was computed. */
export const analysis = computed(() => (loading.value.stage === 'ready' ? loading.value.analysis : null));

/** Function chosen in the table, whose frames are marked; null when none is. */
export const markedFunction = computed(() => analysis.value?.resolveFunction(view.value.mark) ?? null);

/** Compares the same stored profiles in another way and goes to the new permalink. */
export async function recompare(change: RecompareChange): Promise<Result<null, ApiProblem>> {
  const id = wantedId.peek();
  if (id === null) return ok(null);
  const stored = await storedComparison(id);
  if (!stored.ok) return err(stored.error);
  const { base, head, level } = stored.value;
  const compared = change.swap
    ? await compareStored(head, base, change.level ?? level)
    : await compareStored(base, head, change.level ?? level);
  if (!compared.ok) return err(compared.error);
  pointAt(null);
  navigate(comparisonPath(compared.value.id, 'view'));
  return ok(null);
}

export interface RecompareChange {
  readonly level?: NormalizationLevel;
  readonly swap?: boolean;
}
