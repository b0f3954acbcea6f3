/** The page's side of the lists: look, name, label, delete, restore, upload (docs/api.md). */
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { LabelList } from '../../server/catalogue/contract.ts';
import type {
  ComparisonAnswer,
  ComparisonList,
  ProfileAnswer,
  ProfileList,
  UploadAnswer,
} from '../../server/contract.ts';
import { API, answerIn, askFor, sendForm, unreachable } from './api.ts';
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
): Promise<Result<ListPage<ProfileAnswer>, ApiProblem>> {
  const answer = await askFor(`${API}/profiles?${paged(query, cursor)}`, undefined, hasKey<ProfileList>('profiles'));
  return answer.ok ? ok({ rows: answer.value.profiles, next: answer.value.next }) : answer;
}

export async function comparisonsPage(
  query: URLSearchParams,
  cursor: string | null,
): Promise<Result<ListPage<ComparisonAnswer>, ApiProblem>> {
  const isList = hasKey<ComparisonList>('comparisons');
  const answer = await askFor(`${API}/comparisons?${paged(query, cursor)}`, undefined, isList);
  return answer.ok ? ok({ rows: answer.value.comparisons, next: answer.value.next }) : answer;
}

/** Labels that there are, to choose from. */
export function labelsInUse(): Promise<Result<LabelList, ApiProblem>> {
  return askFor(`${API}/labels`, undefined, hasKey<LabelList>('labels'));
}

export function editProfile(
  id: string,
  change: { readonly fileName?: string; readonly labels?: Readonly<Record<string, string>> },
): Promise<Result<ProfileAnswer, ApiProblem>> {
  return askFor(`${API}/profiles/${id}`, patch(change), hasKey<ProfileAnswer>('sha256'));
}

export function nameComparison(id: string, name: string | null): Promise<Result<ComparisonAnswer, ApiProblem>> {
  return askFor(`${API}/comparisons/${id}`, patch({ name }), hasKey<ComparisonAnswer>('page'));
}

/** Ids that are gone count as deleted, ids that are there as restored: somebody else was quicker. */
export async function deleteOne(kind: Kind, id: string): Promise<ApiProblem | null> {
  try {
    const response = await fetch(`${API}/${kind}/${id}`, { method: 'DELETE' });
    if (response.ok || response.status === 404) return null;
    const problem = answerIn(response.status, await response.text(), (answer): answer is never => answer === null);
    return problem.ok ? null : problem.error;
  } catch {
    return unreachable();
  }
}

export async function restoreOne(kind: Kind, id: string): Promise<ApiProblem | null> {
  const answer = await askFor(`${API}/${kind}/${id}/restore`, { method: 'POST' }, hasKey<{ id: string }>('id'));
  return answer.ok ? null : answer.error;
}

/** Stores one file. */
export function uploadFile(
  file: File,
  labels: ReadonlyMap<string, string>,
  onProgress: (progress: UploadProgress) => void,
): Upload<ProfileAnswer> {
  const form = new FormData();
  for (const [name, value] of labels) form.append(`label.${name}`, value);
  form.append('profile', file, file.name);
  return sendForm(`${API}/profiles`, form, onProgress, (status, body) => {
    const answer = answerIn(status, body, hasKey<UploadAnswer>('profiles'));
    if (!answer.ok) return answer;
    const [stored] = answer.value.profiles;
    return stored === undefined ? err(unreachable()) : ok(stored);
  });
}

/** Adds benchmark output to a stored profile. */
export function attachMetrics(
  id: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
): Upload<ProfileAnswer> {
  const form = new FormData();
  form.append('metrics', file, file.name);
  return sendForm(`${API}/profiles/${id}/metrics`, form, onProgress, (status, body) =>
    answerIn(status, body, hasKey<ProfileAnswer>('sha256')),
  );
}

function paged(query: URLSearchParams, cursor: string | null): string {
  const asked = new URLSearchParams(query);
  asked.set('limit', String(PAGE_ROWS));
  if (cursor !== null) asked.set('cursor', cursor);
  return asked.toString();
}

function patch(body: unknown): RequestInit {
  return { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function hasKey<T>(key: keyof T & string): (answer: unknown) => answer is T {
  return (answer): answer is T => typeof answer === 'object' && answer !== null && Object.hasOwn(answer, key);
}
