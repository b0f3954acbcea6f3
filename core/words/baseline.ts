import { visible } from '../text/visible.ts';
import { plural } from './numbers.ts';

/** Commits that were looked at and gave no baseline. */
export interface PassedOver {
  /** Without any profile. */
  readonly empty: number;
  /** With profiles of other benchmarks alone. */
  readonly otherBenchmark: number;
  /** With profiles of head's own branch alone. */
  readonly ownBranch: number;
  /** With profiles from other machines alone. */
  readonly otherMachine: number;
}

/** How a baseline was looked for and what was found. Names of commits and branches are hostile text. */
export type BaselineSearch =
  | { readonly rule: 'explicit'; readonly runs: number }
  | {
      readonly rule: 'branch-head';
      readonly branch: string;
      /** Null: its profile names none. */
      readonly commit: string | null;
      readonly runs: number;
      /** Head is on the branch itself: only what was stored before it counts. */
      readonly isOwn: boolean;
    }
  | { readonly rule: 'fork-point'; readonly forkPoint: string; readonly runs: number }
  | {
      readonly rule: 'ancestor';
      readonly forkPoint: string;
      readonly commit: string;
      readonly distance: number;
      readonly runs: number;
      readonly passed: PassedOver;
    }
  | { readonly rule: 'none'; readonly asked: 'explicit' }
  | { readonly rule: 'none'; readonly asked: 'branch-head'; readonly branch: string; readonly isOwn: boolean }
  | {
      readonly rule: 'none';
      readonly asked: 'fork-point';
      readonly forkPoint: string;
      readonly looked: number;
      readonly passed: PassedOver;
    };

/** The rule and the choice in a sentence: "commit 4f1c, 3 commits behind the fork point 9ab2, is the nearest with…". */
export function baselineWords(search: BaselineSearch): string {
  switch (search.rule) {
    case 'explicit':
      return `${plural(search.runs, 'profile')} that the request named`;
    case 'branch-head': {
      const { branch, commit, isOwn, runs } = search;
      const what = commit === null ? 'the newest profile' : `commit ${short(commit)}, the newest`;
      return `${what} of the same benchmark on branch ${visible(branch)}${isOwn ? ' before head' : ''} (${plural(runs, 'profile')})`;
    }
    case 'fork-point':
      return `commit ${short(search.forkPoint)}, the fork point, has ${plural(search.runs, 'profile')} of the same benchmark`;
    case 'ancestor': {
      const { commit, distance, forkPoint, runs, passed } = search;
      return `commit ${short(commit)}, ${plural(distance, 'commit')} behind the fork point ${short(forkPoint)}, is the nearest with profiles of the same benchmark (${plural(runs, 'profile')})${passedWords(passed)}`;
    }
    default:
      return noneWords(search);
  }
}

function noneWords(search: Extract<BaselineSearch, { rule: 'none' }>): string {
  if (search.asked === 'explicit') return 'the request named no baseline';
  if (search.asked === 'branch-head') {
    const before = search.isOwn ? ' before head' : '';
    return `branch ${visible(search.branch)} has no profile of the same benchmark${before}`;
  }
  const { forkPoint, looked, passed } = search;
  const behind = looked > 1 ? ` nor any of the ${plural(looked - 1, 'commit')} behind it` : '';
  const verb = behind === '' ? 'has no profile' : 'has a profile';
  const subject = behind === '' ? `the fork point ${short(forkPoint)}` : `neither the fork point ${short(forkPoint)}`;
  return `${subject}${behind} ${verb} of the same benchmark${passedWords({ ...passed, empty: 0 })}`;
}

/** "; passed over: 2 commits without profiles, 1 commit with other benchmarks alone". */
function passedWords({ empty, otherBenchmark, ownBranch, otherMachine }: PassedOver): string {
  const parts = [
    [empty, 'without profiles'] as const,
    [otherBenchmark, 'with other benchmarks alone'] as const,
    [ownBranch, "with profiles of head's own branch alone"] as const,
    [otherMachine, 'with profiles from other machines alone'] as const,
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${plural(count, 'commit')} ${what}`]));
  return parts.length === 0 ? '' : `; passed over: ${parts.join(', ')}`;
}

/** A commit as people say it: hashes in twelve digits, other names whole. */
function short(commit: string): string {
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : visible(commit);
}

/** Why a verdict is neutral although there is a baseline: "the sides ran on different machines: host a against b". */
export function machinesWords(
  differences: readonly {
    readonly label: string;
    readonly base: readonly string[];
    readonly head: readonly string[];
  }[],
): string {
  const all = (values: readonly string[]) => values.map(visible).join(', ');
  const each = differences.map(({ label, base, head }) => `${label} ${all(base)} against ${all(head)}`);
  return `the sides ran on different machines: ${each.join('; ')}`;
}

export function neutralWords(why: string): string {
  return `NEUTRAL: nothing was judged: ${why}.`;
}
