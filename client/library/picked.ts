/** The runs picked for the two sides, from any page of any list. */
import { computed, signal } from '@preact/signals';
import type { Result } from '../../core/result.ts';
import { err, ok } from '../../core/result.ts';
import type { Profile } from '../../api/generated.ts';
import { compareStored } from '../api/api.ts';
import type { ApiProblem } from '../api/api.ts';
import { profilesPage } from '../api/catalogue.ts';
import type { Side } from '../state/chosen-files.ts';
import { comparisonPath, navigate } from '../state/route.ts';
import { groupKeyOf, sharedLabels } from './groups.ts';

export interface Picked {
  readonly id: string;
  readonly name: string;
}

export const picked = signal<Readonly<Record<Side, readonly Picked[]>>>({ base: [], head: [] });
export const isComparing = signal(false);
export const comparingProblem = signal<ApiProblem | null>(null);

export const canCompare = computed(() => picked.value.base.length > 0 && picked.value.head.length > 0);

export function sideOf(id: string): Side | null {
  if (picked.value.base.some((one) => one.id === id)) return 'base';
  return picked.value.head.some((one) => one.id === id) ? 'head' : null;
}

/** Puts runs on a side, and takes them off when all of them are there. */
export function pick(side: Side, runs: readonly Picked[]): void {
  comparingProblem.value = null;
  const ids = new Set(runs.map(({ id }) => id));
  const isThere = runs.every(({ id }) => sideOf(id) === side);
  const without = (picks: readonly Picked[]) => picks.filter(({ id }) => !ids.has(id));
  const { base, head } = picked.peek();
  const rest = { base: without(base), head: without(head) };
  picked.value = isThere ? rest : { ...rest, [side]: [...rest[side], ...runs] };
}

export function unpick(ids: ReadonlySet<string>): void {
  const { base, head } = picked.peek();
  const kept = (picks: readonly Picked[]) => picks.filter(({ id }) => !ids.has(id));
  picked.value = { base: kept(base), head: kept(head) };
}

export function swapPicked(): void {
  const { base, head } = picked.peek();
  picked.value = { base: head, head: base };
}

export function clearPicked(): void {
  comparingProblem.value = null;
  picked.value = { base: [], head: [] };
}

/** All runs of a group, also those that the list has not loaded yet. */
export async function runsOfGroup(key: string): Promise<Result<readonly Profile[], ApiProblem>> {
  const query = new URLSearchParams(sharedLabels(key).map(([name, value]) => ['label', `${name}=${value}`]));
  const runs: Profile[] = [];
  let cursor: string | null = null;
  do {
    const page = await profilesPage(query, cursor);
    if (!page.ok) return err(page.error);
    // Others may have these labels and more.
    runs.push(...page.value.rows.filter(({ labels }) => groupKeyOf(labels) === key));
    cursor = page.value.next;
  } while (cursor !== null);
  return ok(runs.reverse());
}

export async function pickGroup(side: Side, key: string): Promise<void> {
  const runs = await runsOfGroup(key);
  if (runs.ok) pick(side, runs.value.map(pickedOf));
  else comparingProblem.value = runs.error;
}

export function pickedOf({ id, fileName }: Profile): Picked {
  return { id, name: fileName ?? id.slice(0, 8) };
}

export async function comparePicked(): Promise<void> {
  if (!canCompare.peek() || isComparing.peek()) return;
  const { base, head } = picked.peek();
  isComparing.value = true;
  comparingProblem.value = null;
  const compared = await compareStored({ base, head, level: 'default', without: [] });
  isComparing.value = false;
  if (!compared.ok) {
    comparingProblem.value = compared.error;
    return;
  }
  clearPicked();
  navigate(comparisonPath(compared.value.id));
}
