/** The comparison that the page shows: loaded by the id in the address, and what is derived from address and data. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { NormalizationLevel } from '../../core/diff/comparison.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { compareStored, comparisonData, storedComparison } from '../api/api.ts';
import type { ApiProblem, StoredComparison } from '../api/api.ts';
import { Analysis } from '../model/analysis.ts';
import { pointAt } from './pointed.ts';
import { comparisonPath, navigate, page, view } from './route.ts';

export type Loading =
  | { readonly stage: 'loading' }
  | { readonly stage: 'failed'; readonly problem: ApiProblem }
  | { readonly stage: 'ready'; readonly analysis: Analysis };

export const loading = signal<Loading>({ stage: 'loading' });

/** Inputs and rules of the comparison; null until they are there. */
export const stored = signal<StoredComparison | null>(null);

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
  stored.value = null;
  void loadStored(id);
  const data = await comparisonData(id);
  // Somebody may have gone elsewhere meanwhile.
  if (wantedId.peek() !== id) return;
  loading.value = data.ok
    ? { stage: 'ready', analysis: new Analysis(id, data.value) }
    : { stage: 'failed', problem: data.error };
}

async function loadStored(id: string): Promise<void> {
  const answer = await storedComparison(id);
  if (answer.ok && wantedId.peek() === id) stored.value = answer.value;
}

/** The comparison as it was computed. */
export const analysis = computed(() => (loading.value.stage === 'ready' ? loading.value.analysis : null));

/** Function chosen in the table, whose frames are marked; null when none is. */
export const markedFunction = computed(() => analysis.value?.resolveFunction(view.value.mark) ?? null);

/** Compares the same stored profiles in another way and goes to the new permalink. */
export async function recompare(change: RecompareChange): Promise<Result<null, ApiProblem>> {
  const id = wantedId.peek();
  if (id === null) return ok(null);
  const known = await storedComparison(id);
  if (!known.ok) return err(known.error);
  const { base, head } = known.value;
  const level = change.level ?? known.value.level;
  const without = change.without ?? known.value.without;
  const compared = await (change.swap
    ? compareStored(head, base, level, without)
    : compareStored(base, head, level, without));
  if (!compared.ok) return err(compared.error);
  pointAt(null);
  navigate(comparisonPath(compared.value.id, 'view'));
  return ok(null);
}

export interface RecompareChange {
  readonly level?: NormalizationLevel;
  /** Built-in rule packs to leave out. */
  readonly without?: readonly string[];
  readonly swap?: boolean;
}
