import { fault } from '../../core/model/problem.ts';
import { projectAsked } from '../auth/guard.ts';
import type { Principal } from '../auth/principal.ts';
import type { ProfileSelector } from '../contract.ts';
import { Refusal } from '../http/problem.ts';
import type { Ports } from '../ports.ts';
import { placeOf } from '../store/place.ts';

/**
 * The profiles that a selector means: of those with its project, branch, commit and labels the newest, and all others
 * of the same commit, as runs of one build. Refuses when there are none.
 */
export async function selectProfiles(
  { catalogue, limits }: Pick<Ports, 'catalogue' | 'limits'>,
  { project, branch, commit, labels = {} }: ProfileSelector,
  principal: Principal,
): Promise<readonly string[]> {
  const filter = {
    project: projectAsked(principal, project),
    branch,
    commit,
    labels: new Map(Object.entries(labels)),
    words: [],
    deleted: false,
  };
  const [newest] = await catalogue.profilePage({ limit: 1, after: null }, filter);
  if (newest === undefined) throw new Refusal(fault('selection-empty', { facts: { selector: inWords(filter) } }));
  const place = placeOf(newest.labels);
  if (place.commit === null) return [newest.id];
  const runs = await catalogue.profilePage(
    { limit: limits.maxRuns, after: null },
    { ...filter, commit: place.commit, project: place.project },
  );
  return runs.filter(({ labels: of }) => placeOf(of).commit === place.commit).map(({ id }) => id);
}

function inWords(filter: {
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
}): string {
  const { project, branch, commit, labels } = filter;
  const named = Object.entries({ project, branch, commit }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return [...named, ...labels].map(([name, value]) => `${name}=${value}`).join(', ');
}
