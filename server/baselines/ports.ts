import type { NormalizationLevel } from '../../core/diff/comparison.ts';
import type { BaselineRule, CiVerdictKind, NeutralReason } from '../../render/ci-verdict.ts';
import type { PageRequest } from '../rows.ts';
import type { ProjectSettings } from './contract.ts';

/** Where a commit comes from, as the client's git says. */
export interface Ancestry {
  readonly forkPoint: string | null;
  /** First-parent history of the fork point, nearest first. */
  readonly ancestors: readonly string[];
}

export interface CommitAncestry extends Ancestry {
  readonly project: string;
  readonly commit: string;
}

/** What a verdict says beside its gate; profile ids instead of profiles. */
export interface VerdictSummary {
  readonly neutralBecause: NeutralReason | null;
  readonly sentence: string;
  readonly benchmark: { readonly [label: string]: string };
  readonly head: readonly VerdictProfile[];
  readonly baseline: {
    readonly rule: BaselineRule;
    readonly commit: string | null;
    readonly distance: number | null;
    readonly profiles: readonly VerdictProfile[];
    readonly because: string;
  };
  readonly level: NormalizationLevel;
  readonly valueType: string | null;
  /** Verdicts of earlier versions have none. */
  readonly recording?: string | null;
  readonly force: boolean;
  readonly configFrom: 'request' | 'project' | 'default';
}

/** Kept with the verdict: a profile may be deleted before it. */
export interface VerdictProfile {
  readonly id: string;
  readonly fileName: string | null;
  readonly format: string;
}

export interface VerdictRow {
  readonly id: string;
  readonly project: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly verdict: CiVerdictKind;
  readonly comparison: string | null;
  readonly summary: VerdictSummary;
  /** JSON text of `VerdictJson`, or `null`. */
  readonly gate: string;
  readonly createdAt: number;
}

export interface VerdictFilter {
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly verdict?: CiVerdictKind | undefined;
}

export interface ProjectRow {
  readonly name: string;
  readonly profiles: number;
  readonly branches: number;
  readonly newestAt: number;
}

export interface BranchRow {
  readonly name: string;
  readonly profiles: number;
  readonly commits: number;
  /** Commit of its newest profile. */
  readonly head: string | null;
  readonly newestAt: number;
}

/** What of a profile a baseline is chosen by. */
export interface PlacedProfile extends VerdictProfile {
  readonly labels: ReadonlyMap<string, string>;
  readonly createdAt: number;
}

/** Projects, and what is found by project, branch and commit. */
export interface ProjectStore {
  projects(): Promise<readonly ProjectRow[]>;
  /** Newest first. */
  branches(project: string): Promise<readonly BranchRow[]>;
  /** Profiles with one of these commits as their label, newest first. */
  profilesAt(project: string, commits: readonly string[]): Promise<readonly PlacedProfile[]>;
  profilesOfBranch(project: string, branch: string, page: PageRequest): Promise<readonly PlacedProfile[]>;
  ancestry(project: string, commit: string): Promise<Ancestry | null>;
  setAncestry(project: string, commit: string, ancestry: Ancestry): Promise<void>;
  /** In the order of project and commit; `after` continues behind that one. */
  ancestryPage(
    project: string | undefined,
    after: CommitAncestry | null,
    limit: number,
  ): Promise<readonly CommitAncestry[]>;
  settings(project: string): Promise<ProjectSettings | null>;
  setSettings(project: string, settings: ProjectSettings): Promise<void>;
  /** Projects with settings, also those without profiles. */
  allSettings(): Promise<readonly { readonly project: string; readonly settings: ProjectSettings }[]>;
  /** One with the same id stays as it is. */
  addVerdict(verdict: VerdictRow): Promise<void>;
  verdict(id: string): Promise<VerdictRow | null>;
  verdictPage(page: PageRequest, filter: VerdictFilter): Promise<readonly VerdictRow[]>;
  /** Oldest first. */
  comparisonsOlderThan(project: string, time: number, limit: number): Promise<readonly string[]>;
  /** Oldest first, without those that a comparison needs. */
  unusedProfilesOlderThan(project: string, time: number, limit: number): Promise<readonly string[]>;
  deleteVerdictsOlderThan(project: string, time: number): Promise<number>;
}
