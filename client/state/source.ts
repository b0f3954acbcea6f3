/**
 * Where a comparison comes from: a server that stored it, files that were compared in this browser, or the document
 * itself (a report in one file). The page shows all of them alike and asks the source what else it can do.
 */
import type { Comparison, NormalizationLevel } from '../../core/diff/comparison.ts';
import type { Result } from '../../core/result.ts';
import type { FirstPicture } from '../../core/wire/picture.ts';
import type { ApiProblem, StoredComparison, Upload, UploadProgress } from '../api/api.ts';
import type { RulesDesk } from '../rules/rules-desk.ts';
import type { Countable } from '../model/countable.ts';
import type { WrittenHere } from '../worker/write-report.ts';
import type { Prepared } from '../model/prepared.ts';

export interface ComparisonSource {
  /** Tells it from every other source of this page, also over time: what is loaded is kept by it. */
  readonly id: string;
  readonly kind: 'stored' | 'local' | 'embedded';
  /**
   * The whole result; of a large one that is still on its way, `onPicture` gets what can be shown before. Called again
   * when somebody tries again after a failure.
   */
  comparison(onPicture: (picture: FirstPicture) => void): Promise<Result<Comparison | Prepared, ApiProblem>>;
  /** Inputs and rules as the server has them; null where no server knows of the comparison. */
  readonly record: (() => Promise<Result<StoredComparison, ApiProblem>>) | null;
  /** Compares the same inputs in another way and gives the path of the result; null where the inputs are not at hand. */
  readonly recompare: ((change: RecompareChange) => Promise<Result<string, ApiProblem>>) | null;
  /** What the first file could be compared by instead; null where the inputs are not at hand. */
  readonly countable: (() => Promise<Result<Countable, ApiProblem>>) | null;
  /** Sends the inputs to the server and gives the path of the result there; null where they are there, or not at hand. */
  readonly store: ((onProgress: (progress: UploadProgress) => void) => Upload<string>) | null;
  /** Where the comparison can be found on a server: http or https, or null. */
  readonly permalink: string | null;
  /** Where rules of names are tried and kept; null where the inputs are not at hand. */
  readonly rules: RulesDesk | null;
  /** Writes a report without a server; null where a server does, or the document is a report itself. */
  readonly write: ((format: WrittenHere) => Promise<Result<Blob, ApiProblem>>) | null;
}

export interface RecompareChange {
  readonly level?: NormalizationLevel;
  /** Built-in rule packs to leave out. */
  readonly without?: readonly string[];
  /** Of files that hold several recordings the one to compare. */
  readonly recording?: string;
  /** The counts to compare, of files that have several. */
  readonly valueType?: string;
  /** Without what the coarsest drawing among the files leaves out. */
  readonly sameWidth?: boolean;
  readonly swap?: boolean;
}
