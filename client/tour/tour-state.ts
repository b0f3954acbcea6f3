/** The tour: a few steps over the example, for whoever is here for the first time. */
import { signal } from '@preact/signals';
import { exampleComparison } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { keep, kept } from '../state/kept.ts';
import { comparisonPath, navigate } from '../state/route.ts';

const KEY = 'firebreak.tour';

/** Step of the tour that is shown; null: none. */
export const tourStep = signal<number | null>(null);
/** Whether the invitation is still worth showing. */
export const isInvited = signal(kept(KEY) === null);
export const tourProblem = signal<ApiProblem | null>(null);
export const isTourStarting = signal(false);

/** Goes to the example and shows the first step there. */
export async function startTour(): Promise<void> {
  isTourStarting.value = true;
  const answer = await exampleComparison();
  isTourStarting.value = false;
  tourProblem.value = answer.ok ? null : answer.error;
  if (!answer.ok) return;
  navigate(comparisonPath(answer.value.id));
  tourStep.value = 0;
  declineTour();
}

/** Not shown again; the tour stays reachable from the list of keys. */
export function declineTour(): void {
  isInvited.value = false;
  keep(KEY, 'seen');
}
