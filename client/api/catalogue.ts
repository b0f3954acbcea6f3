/** The page's side of the lists: look, name, label, delete, restore, upload (docs/api.md). */
import type { AnswerOf } from '../../api/client.ts';
import type { Comparison, Operations, Profile } from '../../api/generated.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { call, send, unreachable } from './api.ts';
import type { ApiProblem, Upload, UploadProgress } from './api.ts';

export type Kind = 'profiles' | 'comparisons';

/** Rows a request: as many as the server gives at once. */
const PAGE_ROWS = 200;

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of what follows; null when nothing does. */
  readonly next: string | null;
}

export async function profilesPage(
  query: URLSearchParams,
  cursor: string | null,
): Promise<Result<ListPage<Profile>, ApiProblem>> {
  const answer = await call('listProfiles', { query: paged(query, cursor) });
  return answer.ok ? ok({ rows: answer.value.profiles, next: answer.value.next }) : answer;
}

export async function comparisonsPage(
  query: URLSearchParams,
  cursor: string | null,
): Promise<Result<ListPage<Comparison>, ApiProblem>> {
  const answer = await call('listComparisons', { query: paged(query, cursor) });
  return answer.ok ? ok({ rows: answer.value.comparisons, next: answer.value.next }) : answer;
}

/** Labels that there are, to choose from. */
export function labelsInUse(): Promise<Result<AnswerOf<'listLabels'>['value'], ApiProblem>> {
  return call('listLabels', {});
}

export function editProfile(
  id: string,
  change: { readonly fileName?: string; readonly labels?: Readonly<Record<string, string>> },
): Promise<Result<Profile, ApiProblem>> {
  return call('editProfile', { params: { id }, body: { json: change } });
}

export function nameComparison(id: string, name: string | null): Promise<Result<Comparison, ApiProblem>> {
  return call('nameComparison', { params: { id }, body: { json: { name } } });
}

/** Ids that are gone count as deleted, ids that are there as restored: somebody else was quicker. */
export async function deleteOne(kind: Kind, id: string): Promise<ApiProblem | null> {
  const answer = await call(kind === 'profiles' ? 'deleteProfile' : 'deleteComparison', { params: { id } });
  return answer.ok || answer.error.code === 'not-found' ? null : answer.error;
}

export async function restoreOne(kind: Kind, id: string): Promise<ApiProblem | null> {
  const answer = await call(kind === 'profiles' ? 'restoreProfile' : 'restoreComparison', { params: { id } });
  return answer.ok ? null : answer.error;
}

/** Stores one file. */
export function uploadFile(
  file: File,
  labels: ReadonlyMap<string, string>,
  onProgress: (progress: UploadProgress) => void,
): Upload<Profile> {
  const form = new FormData();
  for (const [name, value] of labels) form.append(`label.${name}`, value);
  form.append('profile', file, file.name);
  return send('uploadProfiles', { body: { form } }, onProgress, ({ profiles: [stored] }) =>
    stored === undefined ? err(unreachable()) : ok(stored),
  );
}

/** Adds benchmark output to a stored profile. */
export function attachMetrics(id: string, file: File, onProgress: (progress: UploadProgress) => void): Upload<Profile> {
  const form = new FormData();
  form.append('metrics', file, file.name);
  return send('addMetrics', { params: { id }, body: { form } }, onProgress, ok);
}

type ListQuery = NonNullable<Operations['listComparisons']['input']['query']>;

/** What narrows a list, as the address of the page holds it, for one page of it. */
function paged(query: URLSearchParams, cursor: string | null): ListQuery {
  const given = [...new Set(query.keys())].map((name) => [name, query.getAll(name)] as const);
  const narrowed = Object.fromEntries(given.map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  return { ...narrowed, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
}
