import type { Problem } from '../core/model/problem.ts';
import type { Metric } from '../core/model/profile.ts';
import type { NormalizationLevel } from '../core/diff/comparison.ts';

/** What is stored of profiles and comparisons beside their bytes, and how lists of it are asked for. */

/** Metrics of a run as they were read from one file. */
export interface ReadMetrics {
  readonly format: string;
  readonly generator: string | null;
  readonly metrics: readonly Metric[];
  readonly problems: readonly Problem[];
}

/** The same, attached to a profile. */
export interface AttachedMetrics extends ReadMetrics {
  readonly fileName: string | null;
  /** SHA-256 of the file as uploaded: the same file again changes nothing. */
  readonly sha256: string;
}

export interface ProfileRow {
  readonly id: string;
  /** SHA-256 of the bytes as uploaded, hex: the name of its blob. */
  readonly contentHash: string;
  readonly bytes: number;
  readonly fileName: string | null;
  readonly format: string;
  readonly labels: ReadonlyMap<string, string>;
  /** In the order in which the files came. */
  readonly metrics: readonly AttachedMetrics[];
  /** JSON text of what `inspect` prints; made once, when the file was read. */
  readonly facts: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Missing: it is not deleted. */
  readonly deletedAt?: number;
}

export interface ComparisonRow {
  readonly id: string;
  /** As somebody called it. */
  readonly name?: string;
  /** Profile ids, in the order given. */
  readonly base: readonly string[];
  readonly head: readonly string[];
  readonly level: NormalizationLevel;
  /** As asked for; null = the default of the first base profile. */
  readonly valueType: string | null;
  /** As asked for, of files that hold several recordings; null = the first. */
  readonly recording: string | null;
  /** Version of the rules that the result was computed under. */
  readonly rules: string;
  /** Built-in packs that were left out. */
  readonly without: readonly string[];
  /** Rules of the project that were used; null: none. */
  readonly rulesHash: string | null;
  /** Compared although the recordings are of different events, units or rates (DIFF-SPEC 11). */
  readonly force: boolean;
  /** Every run without what the coarsest drawing among them leaves out (DIFF-SPEC 7). */
  readonly sameWidth: boolean;
  /** SHA-256 of the encoded result, hex: the name of its blob. */
  readonly resultHash: string;
  readonly resultBytes: number;
  readonly createdAt: number;
  readonly deletedAt?: number;
}

/** Rules that somebody wrote; `hash` is the SHA-256 of the text, hex. */
export interface RuleText {
  readonly hash: string;
  readonly text: string;
}

/** A page of a list, newest first. `after` continues behind that row. */
export interface PageRequest {
  readonly limit: number;
  readonly after: PageKey | null;
}

export interface PageKey {
  readonly createdAt: number;
  readonly id: string;
}

/** Blob hash with the number of bytes that its row says it has, and the row. */
export interface BlobReference {
  readonly hash: string;
  readonly bytes: number;
  readonly kind: 'profile' | 'comparison';
  readonly id: string;
}
