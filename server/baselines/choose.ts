import { baselineWords } from '../../core/words/baseline.ts';
import type { PassedOver } from '../../core/words/baseline.ts';
import type { BaselineRule } from '../../render/ci-verdict.ts';
import type { PageKey, ProfileRow } from '../ports.ts';
import { benchmarkOf, machinesDiffer, sameLabels } from './benchmark.ts';
import type { ProjectSettings } from './contract.ts';
import type { Ancestry, PlacedProfile, ProjectStore } from './ports.ts';

/** What a baseline is looked for. */
export interface Head {
  readonly project: string;
  /** Null: its profiles name none. */
  readonly commit: string | null;
  readonly branch: string | null;
  readonly benchmark: ReadonlyMap<string, string>;
  readonly profiles: readonly ProfileRow[];
}

export interface Baseline {
  readonly rule: BaselineRule;
  readonly commit: string | null;
  readonly distance: number | null;
  /** Runs, newest first. */
  readonly profiles: readonly PlacedProfile[];
  readonly because: string;
}

export interface Search {
  readonly projects: Pick<ProjectStore, 'profilesAt' | 'profilesOfBranch'>;
  readonly settings: ProjectSettings;
  /** Runs that a baseline may have. */
  readonly maxRuns: number;
}

/** Commits that are looked up at a time: most searches end among the first. */
const CHUNK = 50;
const PAGE = 200;

/**
 * The fork point, or the nearest commit behind it, that has profiles of head's benchmark. Never a commit of head, and never
 * profiles of head's own branch, unless that is the default one. Machines like head's go before nearer commits.
 */
export async function fromForkPoint(head: Head, forkPoint: string, ancestors: readonly string[], search: Search) {
  const chain = chainOf(forkPoint, ancestors);
  const passed = { empty: 0, otherBenchmark: 0, ownBranch: 0, otherMachine: 0 };
  let elsewhere: { readonly distance: number; readonly runs: readonly PlacedProfile[]; passed: PassedOver } | null =
    null;
  for (let from = 0; from < chain.length; from += CHUNK) {
    const part = chain.slice(from, from + CHUNK).filter((commit) => commit !== head.commit);
    const found = byCommit(await search.projects.profilesAt(head.project, part));
    for (const [at, commit] of chain.slice(from, from + CHUNK).entries()) {
      if (commit === head.commit) continue;
      const kind = runsOf(found.get(commit) ?? [], head, search);
      if (kind.why === null) return foundAt(from + at, commit, kind.runs, { ...passed });
      if (kind.why === 'otherMachine') elsewhere ??= { distance: from + at, runs: kind.runs, passed: { ...passed } };
      passed[kind.why]++;
    }
  }
  if (elsewhere !== null) {
    return foundAt(elsewhere.distance, chain[elsewhere.distance] ?? forkPoint, elsewhere.runs, elsewhere.passed);
  }
  const because = baselineWords({ rule: 'none', asked: 'fork-point', forkPoint, looked: chain.length, passed });
  return none(because);

  function foundAt(distance: number, commit: string, all: readonly PlacedProfile[], passed: PassedOver): Baseline {
    const profiles = all.slice(0, search.maxRuns);
    const runs = profiles.length;
    const because =
      distance === 0
        ? baselineWords({ rule: 'fork-point', forkPoint, runs })
        : baselineWords({ rule: 'ancestor', forkPoint, commit, distance, runs, passed });
    return { rule: distance === 0 ? 'fork-point' : 'ancestor', commit, distance, profiles, because };
  }
}

/** The newest commit of a branch that has profiles of head's benchmark; where head is on it, of those stored before head. */
export async function fromBranch(head: Head, branch: string, search: Search): Promise<Baseline> {
  const isOwn = branch === head.branch;
  const born = Math.min(...head.profiles.map(({ createdAt }) => createdAt));
  let after: PageKey | null = isOwn ? { createdAt: born, id: '' } : null;
  let elsewhere: PlacedProfile | null = null;
  for (;;) {
    const page = await search.projects.profilesOfBranch(head.project, branch, { limit: PAGE, after });
    for (const profile of page) {
      if (isOfHead(profile, head) || !isSameBenchmark(profile, head, search)) continue;
      if (isSameMachine(profile, head)) return withRuns(profile);
      elsewhere ??= profile;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = { createdAt: last.createdAt, id: last.id };
  }
  if (elsewhere !== null) return withRuns(elsewhere);
  return none(baselineWords({ rule: 'none', asked: 'branch-head', branch, isOwn }));

  /** All runs of that commit on the branch. */
  async function withRuns(newest: PlacedProfile): Promise<Baseline> {
    const commit = newest.labels.get('commit') || null;
    const all = commit === null ? [newest] : await search.projects.profilesAt(head.project, [commit]);
    const onBranch = all.filter(({ labels }) => labels.get('branch') === branch);
    const profiles = likeHead(onBranch, head, search).slice(0, search.maxRuns);
    const because = baselineWords({ rule: 'branch-head', branch, commit, runs: profiles.length, isOwn });
    return { rule: 'branch-head', commit, distance: null, profiles, because };
  }
}

export function none(because: string): Baseline {
  return { rule: 'none', commit: null, distance: null, profiles: [], because };
}

/** The fork point and what lies behind it: what the list holds before the fork point is head's own branch. */
export function chainOf(forkPoint: string, ancestors: Ancestry['ancestors']): readonly string[] {
  const at = ancestors.indexOf(forkPoint);
  return [...new Set(at === -1 ? [forkPoint, ...ancestors] : ancestors.slice(at))];
}

function byCommit(profiles: readonly PlacedProfile[]): ReadonlyMap<string, readonly PlacedProfile[]> {
  const found = new Map<string, PlacedProfile[]>();
  for (const profile of profiles) {
    const commit = profile.labels.get('commit') ?? '';
    const list = found.get(commit);
    if (list === undefined) found.set(commit, [profile]);
    else list.push(profile);
  }
  return found;
}

type Runs =
  | { readonly why: null | 'otherMachine'; readonly runs: readonly PlacedProfile[] }
  | { readonly why: Exclude<keyof PassedOver, 'otherMachine'> };

/** Which profiles of a commit may be head's baseline, or why none. */
function runsOf(profiles: readonly PlacedProfile[], head: Head, search: Search): Runs {
  if (profiles.length === 0) return { why: 'empty' };
  const same = profiles.filter((profile) => isSameBenchmark(profile, head, search));
  if (same.length === 0) return { why: 'otherBenchmark' };
  const { branch } = head;
  const isOwnBranch = (labels: PlacedProfile['labels']) =>
    branch !== null && branch !== search.settings.defaultBranch && labels.get('branch') === branch;
  const others = same.filter((profile) => !isOfHead(profile, head) && !isOwnBranch(profile.labels));
  if (others.length === 0) return { why: 'ownBranch' };
  const near = others.filter((profile) => isSameMachine(profile, head));
  return near.length > 0 ? { why: null, runs: near } : { why: 'otherMachine', runs: others };
}

/** Of profiles with head's benchmark those from a machine like head's, else all. */
function likeHead(profiles: readonly PlacedProfile[], head: Head, search: Search): readonly PlacedProfile[] {
  const same = profiles.filter((profile) => isSameBenchmark(profile, head, search) && !isOfHead(profile, head));
  const near = same.filter((profile) => isSameMachine(profile, head));
  return near.length > 0 ? near : same;
}

function isOfHead({ id, labels }: PlacedProfile, head: Head): boolean {
  return (
    head.profiles.some((profile) => profile.id === id) || (head.commit !== null && labels.get('commit') === head.commit)
  );
}

function isSameBenchmark({ labels }: PlacedProfile, head: Head, { settings }: Search): boolean {
  return sameLabels(benchmarkOf(labels, settings.benchmarkLabels), head.benchmark);
}

function isSameMachine({ labels }: PlacedProfile, head: Head): boolean {
  return (
    machinesDiffer(
      [labels],
      head.profiles.map((profile) => profile.labels),
    ).length === 0
  );
}
