import { DEFAULT_PROJECT } from '../auth/contract.ts';

/** Where a profile belongs. */
export interface Place {
  readonly project: string;
  readonly branch: string | null;
  readonly commit: string | null;
}

/** The labels `project`, `branch` and `commit`; an empty one counts as none. */
export function placeOf(labels: ReadonlyMap<string, string>): Place {
  const value = (label: string) => labels.get(label) || null;
  return { project: value('project') ?? DEFAULT_PROJECT, branch: value('branch'), commit: value('commit') };
}
