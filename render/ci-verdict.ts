import type { VerdictJson } from './verdict-json.ts';

/** `neutral`: nothing was judged, or nothing that may be judged; never a reason to break a build. */
export const CI_VERDICTS = ['pass', 'regression', 'inconclusive', 'neutral', 'error'] as const;
export type CiVerdictKind = (typeof CI_VERDICTS)[number];

/**
 * How a baseline was found. `explicit`: its profiles were named. `branch-head`: the newest commit of a branch.
 * `fork-point`: the commit that the branch was made from. `ancestor`: the nearest commit behind that one with profiles of
 * the same benchmark. `none`: there is none.
 */
export const BASELINE_RULES = ['explicit', 'branch-head', 'fork-point', 'ancestor', 'none'] as const;
export type BaselineRule = (typeof BASELINE_RULES)[number];

/** Why a verdict is neutral. */
export const NEUTRAL_REASONS = ['no-baseline', 'environments-differ', 'recordings-differ'] as const;
export type NeutralReason = (typeof NEUTRAL_REASONS)[number];

export interface CiProfile {
  readonly id: string;
  readonly fileName: string | null;
  readonly format: string;
}

export interface CiBaseline {
  readonly rule: BaselineRule;
  /** Null when its profiles do not agree on one, or there is no baseline. */
  readonly commit: string | null;
  /** Commits behind the fork point; null for the other rules. */
  readonly distance: number | null;
  readonly profiles: readonly CiProfile[];
  /** The rule and the choice in a sentence. It holds names of branches and commits: hostile text. */
  readonly because: string;
}

/**
 * A verdict with the baseline that it was reached against: what every output for CI is written from, on the server and in
 * the command line. Branch, commit, labels, file names and function names are hostile text.
 */
export interface CiVerdict {
  readonly verdict: CiVerdictKind;
  readonly neutralBecause: NeutralReason | null;
  /** What happened, in one sentence. */
  readonly sentence: string;
  readonly head: {
    readonly commit: string | null;
    readonly branch: string | null;
    /** Labels that a baseline must share. */
    readonly benchmark: { readonly [label: string]: string };
    readonly profiles: readonly CiProfile[];
  };
  readonly baseline: CiBaseline;
  /** Path of the comparison on its server, `/c/ID`; null without one. */
  readonly page: string | null;
  /** What `firebreak gate --json` prints; null when the recordings could not be laid side by side at all. */
  readonly gate: VerdictJson | null;
}
