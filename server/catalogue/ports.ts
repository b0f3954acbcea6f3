import type { ComparisonRow, PageRequest, ProfileRow } from '../rows.ts';

/** What a list is narrowed to; what is undefined does not narrow it. */
export interface ListFilter {
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
  /** Beginning of the commit's name. */
  readonly commit?: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
  /** Milliseconds since 1970: stored then or later, and before. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  /** Each of them is part of the name, of a label or of the format; ASCII letters match in either case. */
  readonly words: readonly string[];
  /** Alone what was deleted and can still be restored; else alone what was not. */
  readonly deleted: boolean;
}

/** Of a comparison all but dates and names are those of one of its profiles. */
export interface ComparisonFilter extends ListFilter {
  /** Id of a profile that it compares. */
  readonly profile?: string | undefined;
}

/** A row that was deleted and is kept for a while. */
export interface Deleted {
  readonly id: string;
  /** Name of its blob. */
  readonly hash: string;
}

/** Profiles and comparisons as people look for them, name them and throw them away. */
export interface CatalogueStore {
  /** Newest first. */
  profilePage(page: PageRequest, filter: ListFilter): Promise<readonly ProfileRow[]>;
  comparisonPage(page: PageRequest, filter: ComparisonFilter): Promise<readonly ComparisonRow[]>;
  /** Other name, other labels, or both. The id stays what it is. */
  editProfile(id: string, change: ProfileEdit): Promise<'done' | 'missing'>;
  nameComparison(id: string, name: string | null): Promise<'done' | 'missing'>;
  /** Out of every list; `time` in milliseconds since 1970. Deleted again it keeps the first time. */
  deleteProfile(id: string, time: number): Promise<'done' | 'missing'>;
  deleteComparison(id: string, time: number): Promise<'done' | 'missing'>;
  /** Back into the lists; those that were not deleted stay as they are. Gives whether all are there. */
  restoreProfiles(ids: readonly string[]): Promise<boolean>;
  /** A deleted profile that is uploaded again comes back under the name that it has now; any other stays as it is. */
  renewProfile(id: string, fileName: string | null): Promise<void>;
  /** A comparison with its profiles. */
  restoreComparison(id: string): Promise<boolean>;
  /** Deleted before `time` and needed by no comparison, deleted or not. */
  profilesDeletedBefore(time: number): Promise<readonly Deleted[]>;
  comparisonsDeletedBefore(time: number): Promise<readonly Deleted[]>;
  /** Takes rows away for good, unless they were restored meanwhile or are needed. */
  purgeProfile(id: string): Promise<'gone' | 'kept'>;
  purgeComparison(id: string): Promise<'gone' | 'kept'>;
  /** Values of a label that profiles have, of one project or of all: the most used first, then by name. */
  labelValues(project: string | undefined, limit: number): Promise<readonly LabelValues[]>;
}

export interface ProfileEdit {
  readonly fileName?: string | undefined;
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

export interface LabelValues {
  readonly name: string;
  readonly values: readonly string[];
}
