import type { Readable } from 'node:stream';
import type { Fault } from '../core/model/problem.ts';
import type { NormalizationLevel } from '../core/diff/comparison.ts';
import type { Result } from '../core/result.ts';
import type { RulesPreview, TrendOf } from '../pipeline/index.ts';
import type { TrendJson } from '../render/series.ts';
import type { VerdictJson } from '../render/verdict-json.ts';
import type { TokenStore } from './auth/ports.ts';
import type { ProjectStore } from './baselines/ports.ts';
import type { CatalogueStore } from './catalogue/ports.ts';
import type { ProfileFormat, ReportFormat } from './contract.ts';
import type { JobStore, Progress } from './work/ports.ts';
import type { ReadMetrics, AttachedMetrics, ProfileRow, ComparisonRow, RuleText, BlobReference } from './rows.ts';

export type {
  ReadMetrics,
  AttachedMetrics,
  ProfileRow,
  ComparisonRow,
  RuleText,
  PageRequest,
  PageKey,
  BlobReference,
} from './rows.ts';

/**
 * What `createApp` needs from outside. Each port has one implementation today (SQLite, a folder, worker threads) and is
 * where PostgreSQL and object storage plug in later.
 */
export interface Ports {
  readonly profiles: ProfileStore;
  readonly catalogue: CatalogueStore;
  readonly projects: ProjectStore;
  readonly jobs: JobStore;
  readonly tokens: TokenStore;
  readonly blobs: BlobStore;
  readonly workers: Workers;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Version of the rules that a level applies: part of the identity of a comparison. */
  readonly rules: (level: NormalizationLevel) => string;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Limits {
  /** Bytes of one uploaded file, as sent. */
  readonly maxUploadBytes: number;
  /** Bytes of one file after inflating. */
  readonly maxInflatedBytes: number;
  readonly maxFilesPerRequest: number;
  /** Runs of one comparison, both sides together. */
  readonly maxRuns: number;
  readonly maxLabels: number;
  /** Bytes of a JSON body. */
  readonly maxJsonBytes: number;
  /** Uploads of one address a minute; holds only where the network can reach the server. */
  readonly uploadsPerMinute: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxUploadBytes: 512 * 1024 * 1024,
  maxInflatedBytes: 2 * 1024 * 1024 * 1024,
  maxFilesPerRequest: 64,
  maxRuns: 64,
  maxLabels: 32,
  maxJsonBytes: 64 * 1024,
  uploadsPerMinute: 600,
};

// ---- metadata ------------------------------------------------------------------------------------------------------

export interface ProfileStore {
  /**
   * Adds rows in one transaction; rows whose id exists stay as they are. When it resolves, the rows survive a crash.
   * `missing-profile`: a run of the comparison was deleted meanwhile; nothing was added.
   */
  add(profiles: readonly ProfileRow[], comparison?: ComparisonRow): Promise<'added' | 'missing-profile'>;
  /** What is deleted is not there. */
  profile(id: string): Promise<ProfileRow | null>;
  /** Rows by id; ids that do not exist are left out. Comparisons still need what is deleted, so that is among them. */
  profilesById(ids: readonly string[]): Promise<ReadonlyMap<string, ProfileRow>>;
  /** What is deleted is not there. */
  comparison(id: string): Promise<ComparisonRow | null>;
  /** A result computed again, because its blob was lost. */
  setResult(id: string, result: Pick<ComparisonRow, 'rules' | 'resultHash' | 'resultBytes'>): Promise<void>;
  setMetrics(id: string, metrics: readonly AttachedMetrics[]): Promise<'set' | 'missing'>;
  isReferenced(hash: string): Promise<boolean>;
  references(): Promise<readonly BlobReference[]>;
  /** The rules of the project; null when nobody wrote any. */
  projectRules(): Promise<RuleText | null>;
  /** `changed`: the rules are no longer those with the hash `expected` (null: none; undefined: whatever they are). */
  setProjectRules(rules: RuleText, expected: string | null | undefined): Promise<'set' | 'changed'>;
  /** Keeps a text without using it. */
  addRuleText(rules: RuleText): Promise<void>;
  ruleText(hash: string): Promise<string | null>;
  /** Throws when the database cannot be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

// ---- bytes ---------------------------------------------------------------------------------------------------------

/** Bytes on disk under a temporary name, synced, not yet part of the store. */
export interface Staged {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

export interface BlobStore {
  /** Writes a stream to a temporary file and syncs it. When the source fails, nothing is left and the error is thrown. */
  stage(source: AsyncIterable<Uint8Array>): Promise<Staged>;
  /** A temporary name for a worker to write to. It counts as in use until committed or discarded. */
  reserve(): string;
  /** Makes staged bytes part of the store. When it resolves, they survive a crash. Replaces a damaged blob. */
  commit(staged: Staged): Promise<void>;
  /** Removes a temporary file, whether it exists or not. */
  discard(path: string): Promise<void>;
  /** Bytes of a blob, or null when there is none. */
  size(hash: string): Promise<number | null>;
  open(hash: string): Readable;
  /** A local file with the bytes, for workers. */
  localFile(hash: string): string;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** Removes temporary files that nobody in this process uses; gives their number. */
  sweep(): Promise<number>;
}

// ---- work outside the event loop -----------------------------------------------------------------------------------

/** A file to read: where it lies and what it was called. */
export interface InputFile {
  readonly path: string;
  readonly fileName: string | null;
}

/** A fault with the input it belongs to, counted over base then head; null when it is about all of them. */
export interface JobFault {
  readonly fault: Fault;
  readonly input: number | null;
}

/** What is kept of a file beside its bytes. */
export interface ReadFacts {
  readonly format: string;
  /** JSON text. */
  readonly facts: string;
}

/** A profile to compare, with the metrics of its run. */
export interface RunFile extends InputFile {
  readonly metrics: readonly ReadMetrics[];
  /** Labels it was uploaded with, where they matter to the task. */
  readonly labels?: ReadonlyMap<string, string>;
}

export interface CompareTask {
  readonly base: readonly RunFile[];
  readonly head: readonly RunFile[];
  readonly level: NormalizationLevel;
  readonly valueType: string | null;
  /** The recording to take of files that hold several; null: the first. */
  readonly recording: string | null;
  readonly without: readonly string[];
  /** Rules of the project; null: none. */
  readonly rulesText: string | null;
  /** Compares different events, units or rates all the same. */
  readonly force: boolean;
  /** Leaves out of every run what the coarsest drawing among them leaves out. */
  readonly sameWidth: boolean;
  readonly maxInflatedBytes: number;
  /** Where the worker writes the encoded result. */
  readonly output: string;
}

/** Two sides under two sets of rules. */
export interface PreviewTask extends Omit<CompareTask, 'output' | 'force' | 'sameWidth'> {
  /** Rules to try in place of `rulesText`, and packs to leave out in place of `without`. */
  readonly tried: string;
  readonly triedWithout: readonly string[];
}

/** A verdict to reach. Without base runs it is that there is no baseline. */
export interface JudgeTask extends Omit<CompareTask, 'output' | 'sameWidth'> {
  /** Text of a `firebreak.yml` that is known to be good; null: the defaults. */
  readonly config: string | null;
  readonly force: boolean;
  /** ISO date, which allow-list entries expire against. */
  readonly today: string;
}

/** A series to look for changes in, oldest point first. */
export interface TrendTask extends Omit<CompareTask, 'output' | 'force' | 'sameWidth' | 'recording' | 'base' | 'head'> {
  readonly points: readonly { readonly name: string; readonly runs: readonly RunFile[] }[];
  /** One line alone; null: every function. */
  readonly of: TrendOf | null;
}

export interface TrendDone {
  readonly trend: TrendJson;
  /** Of the one line that was asked for, at the points of the trend; null for every function. */
  readonly shares: readonly number[] | null;
}

export interface CompareDone {
  /** Of base, then head. */
  readonly inputs: readonly ReadFacts[];
  readonly result: Staged;
}

export interface ReportTask {
  /** Encoded comparison. */
  readonly path: string;
  /** `flamebearer` is for the answer of another product's API alone. */
  readonly format: ReportFormat | 'flamebearer';
  /** Address of the comparison, for reports that link to it: http or https. */
  readonly permalink?: string | null;
  /** Of a PNG: pixels for each of the SVG's. */
  readonly scale?: number;
  /** Where the worker writes the report. */
  readonly output: string;
}

/** A stored profile in the form of another tool. */
export interface ExportTask extends InputFile {
  readonly format: ProfileFormat;
  /** Which one of a differential file. */
  readonly side: 'base' | 'head' | null;
  readonly maxInflatedBytes: number;
  /** Where the worker writes it. */
  readonly output: string;
}

export interface Workers {
  inspect(file: InputFile & { readonly maxInflatedBytes: number }): Promise<Result<ReadFacts, JobFault>>;
  /** Which of the files hold metrics and no profile; a file that nobody reads counts as a profile, and is refused as one. */
  areMetrics(files: readonly InputFile[]): Promise<Result<readonly boolean[], JobFault>>;
  metrics(file: InputFile & { readonly maxInflatedBytes: number }): Promise<Result<ReadMetrics, JobFault>>;
  compare(task: CompareTask, onProgress?: (progress: Progress) => void): Promise<Result<CompareDone, JobFault>>;
  report(task: ReportTask): Promise<Result<Staged, JobFault>>;
  exportProfile(task: ExportTask): Promise<Result<Staged, JobFault>>;
  preview(task: PreviewTask): Promise<Result<RulesPreview, JobFault>>;
  judge(task: JudgeTask): Promise<Result<VerdictJson, JobFault>>;
  trend(task: TrendTask): Promise<Result<TrendDone, JobFault>>;
  close(): Promise<void>;
}

/** Thrown by `Workers` when all are busy and the queue is full. */
export class Busy extends Error {}
