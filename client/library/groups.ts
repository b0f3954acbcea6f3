/** Runs of one benchmark at one commit as one row: profiles whose labels differ in the run alone. */
import type { Profile } from '../../api/generated.ts';

type Labels = Readonly<Record<string, string>>;

/** The labels that tell runs of the same thing apart. */
const RUN_LABELS: ReadonlySet<string> = new Set(['run', 'attempt']);

/** Labels that say what was measured, in the order in which people say it. */
const TITLE_LABELS = ['project', 'branch', 'commit', 'benchmark'] as const;

export type Row =
  | { readonly kind: 'profile'; readonly profile: Profile; readonly isMember: boolean }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly members: readonly Profile[];
      readonly isOpen: boolean;
    };

export function isRunLabel(name: string): boolean {
  return RUN_LABELS.has(name);
}

/** What the runs of a group have in common; null for a profile that is no run. */
export function groupKeyOf(labels: Labels): string | null {
  const entries = Object.entries(labels);
  const shared = entries.filter(([name]) => !RUN_LABELS.has(name));
  if (shared.length === entries.length || shared.length === 0) return null;
  return JSON.stringify(shared.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Entries of the labels that the runs of a group share. */
export function sharedLabels(key: string): readonly (readonly [name: string, value: string])[] {
  return JSON.parse(key) as [string, string][];
}

/** The run's own label: "run 3". */
export function runWords(labels: Labels): string {
  return Object.entries(labels)
    .filter(([name]) => RUN_LABELS.has(name))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Values of the labels that say what was measured, then the others as `name=value`. */
export function titleOf(shared: readonly (readonly [name: string, value: string])[]): string {
  const values = new Map(shared);
  const first = TITLE_LABELS.flatMap((name) => values.get(name) ?? []);
  const isTitle = (name: string) => TITLE_LABELS.some((title) => title === name);
  return [...first, ...shared.filter(([name]) => !isTitle(name)).map(([name, value]) => `${name}=${value}`)].join(
    ' · ',
  );
}

/**
 * Rows of a list that is sorted by age: a group stands where its newest run does, its runs below it when it is open.
 * A group of one is a profile like any other.
 */
export function rowsOf(profiles: readonly Profile[], open: ReadonlySet<string>): readonly Row[] {
  const groups = new Map<string, Profile[]>();
  const keys = profiles.map((profile) => {
    const key = groupKeyOf(profile.labels);
    if (key === null) return null;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [profile]);
    else members.push(profile);
    return key;
  });
  return profiles.flatMap((profile, i): Row[] => {
    const key = keys[i] ?? null;
    const members = key === null ? [] : (groups.get(key) ?? []);
    if (key === null || members.length < 2) return [{ kind: 'profile', profile, isMember: false }];
    if (members[0] !== profile) return [];
    const isOpen = open.has(key);
    const group: Row = { kind: 'group', key, members, isOpen };
    return isOpen
      ? [group, ...members.map((member): Row => ({ kind: 'profile', profile: member, isMember: true }))]
      : [group];
  });
}
