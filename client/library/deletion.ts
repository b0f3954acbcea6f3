/** Deleting, and taking it back. */
import { signal } from '@preact/signals';
import type { ApiProblem } from '../api/api.ts';
import { deleteOne, restoreOne } from '../api/catalogue.ts';
import type { Kind } from '../api/catalogue.ts';
import { dropRows, reload } from './list.ts';
import { unpick } from './picked.ts';

export interface Deletion {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly words: string;
}

/** The last deletion, offered to be taken back; later ones can be, too, from the list of what is deleted. */
export const lastDeletion = signal<Deletion | null>(null);
export const deletionProblem = signal<ApiProblem | null>(null);

export async function deleteRows(deletion: Deletion): Promise<void> {
  const gone: string[] = [];
  deletionProblem.value = null;
  for (const id of deletion.ids) {
    const problem = await deleteOne(deletion.kind, id);
    if (problem === null) gone.push(id);
    else deletionProblem.value = problem;
  }
  if (gone.length === 0) return;
  const ids = new Set(gone);
  dropRows(ids);
  unpick(ids);
  lastDeletion.value = { ...deletion, ids: gone };
}

export async function restoreRows(kind: Kind, ids: readonly string[]): Promise<void> {
  deletionProblem.value = null;
  for (const id of ids) {
    const problem = await restoreOne(kind, id);
    if (problem !== null) deletionProblem.value = problem;
  }
  lastDeletion.value = null;
  await reload();
}
