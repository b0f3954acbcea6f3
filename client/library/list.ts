/** The rows of the list, loaded page by page as they come into sight. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Comparison, Profile } from '../../api/generated.ts';
import type { ApiProblem } from '../api/api.ts';
import { comparisonsPage, labelsInUse, profilesPage } from '../api/catalogue.ts';
import type { Kind } from '../api/catalogue.ts';
import type { AnswerOf } from '../../api/client.ts';
import { isServerAway } from '../state/server-away.ts';
import { filter, listQueryOf } from './filter.ts';
import { rowsOf } from './groups.ts';
import type { Row } from './groups.ts';

export type ListRow = Row | { readonly kind: 'comparison'; readonly comparison: Comparison };

interface Loaded {
  readonly kind: Kind;
  readonly profiles: readonly Profile[];
  readonly comparisons: readonly Comparison[];
  /** Cursor of the next page; null: everything is here. */
  readonly next: string | null;
}

/** Milliseconds that somebody types on before the server is asked. */
const REST = 150;

export const loaded = signal<Loaded | null>(null);
export const isLoading = signal(false);
export const problem = signal<ApiProblem | null>(null);
const openGroups = signal<ReadonlySet<string>>(new Set());
export const labels = signal<AnswerOf<'listLabels'>['value']['labels']>([]);

export const rows = computed<readonly ListRow[]>(() => {
  const list = loaded.value;
  if (list === null) return [];
  return list.kind === 'profiles'
    ? rowsOf(list.profiles, openGroups.value)
    : list.comparisons.map((comparison) => ({ kind: 'comparison' as const, comparison }));
});

/** How many are here, whatever is grouped. */
export const count = computed(() => {
  const list = loaded.value;
  return list === null ? 0 : list.kind === 'profiles' ? list.profiles.length : list.comparisons.length;
});

const asked = computed(() => {
  const { kind } = filter.value;
  return { kind, query: listQueryOf(filter.value).toString() };
});

/** Counts requests: an answer to an older one is not shown. */
let newest = 0;

/** Follows the filter until the returned function is called. */
export function followFilter(): () => void {
  let timer = 0;
  const stop = effect(() => {
    const { kind } = asked.value;
    window.clearTimeout(timer);
    // The first time, and for another list, at once.
    const isOther = untracked(() => loaded.value?.kind !== kind);
    timer = window.setTimeout(() => void reload(), isOther ? 0 : REST);
  });
  const stopWaiting = effect(() => {
    if (!isServerAway.value && untracked(() => problem.value?.code === 'unreachable')) void reload();
  });
  void loadLabels();
  return () => {
    window.clearTimeout(timer);
    stop();
    stopWaiting();
  };
}

/** From the first page again. */
export async function reload(): Promise<void> {
  const { kind } = asked.peek();
  if (loaded.peek()?.kind !== kind) loaded.value = null;
  await load(null);
}

export async function loadMore(): Promise<void> {
  const cursor = loaded.peek()?.next ?? null;
  if (cursor !== null && !isLoading.peek()) await load(cursor);
}

async function load(cursor: string | null): Promise<void> {
  const request = ++newest;
  const { kind, query } = asked.peek();
  isLoading.value = true;
  const before = cursor === null ? null : loaded.peek();
  const [profiles, comparisons] =
    kind === 'profiles'
      ? [await profilesPage(new URLSearchParams(query), cursor), null]
      : [null, await comparisonsPage(new URLSearchParams(query), cursor)];
  if (request !== newest) return;
  isLoading.value = false;
  const page = profiles ?? comparisons;
  problem.value = page.ok ? null : page.error;
  if (!page.ok) return;
  loaded.value = {
    kind,
    profiles: [...(before?.profiles ?? []), ...(profiles?.ok === true ? profiles.value.rows : [])],
    comparisons: [...(before?.comparisons ?? []), ...(comparisons?.ok === true ? comparisons.value.rows : [])],
    next: page.value.next,
  };
}

export async function loadLabels(): Promise<void> {
  const answer = await labelsInUse();
  if (answer.ok) labels.value = answer.value.labels;
}

export function toggleGroup(key: string): void {
  const open = new Set(openGroups.peek());
  if (!open.delete(key)) open.add(key);
  openGroups.value = open;
}

/** Another name, other labels: where it stands stays until the list is loaded again. */
export function replaceRow(row: Profile | Comparison): void {
  const list = loaded.peek();
  if (list === null) return;
  const replaced = <R extends { readonly id: string }>(all: readonly R[]) =>
    all.map((one) => (one.id === row.id ? (row as unknown as R) : one));
  loaded.value = { ...list, profiles: replaced(list.profiles), comparisons: replaced(list.comparisons) };
}

export function dropRows(ids: ReadonlySet<string>): void {
  const list = loaded.peek();
  if (list === null) return;
  const kept = <R extends { readonly id: string }>(all: readonly R[]) => all.filter(({ id }) => !ids.has(id));
  loaded.value = { ...list, profiles: kept(list.profiles), comparisons: kept(list.comparisons) };
}
