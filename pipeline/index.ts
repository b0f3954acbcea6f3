import type { Comparison } from '../core/diff/comparison.ts';
import type { GateReport } from '../core/gate/report.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Result } from '../core/result.ts';
import type { MatrixReport, TrendReport } from '../core/series/report.ts';
import type { StoredSpread } from '../core/stats/evidence.ts';
import { compareWith } from './compare.ts';
import type { CompareOptions as RunOptions } from './compare.ts';
import { calibrationOf } from './calibrate.ts';
import { gateWith } from './gate.ts';
import type { GateOptions } from './gate.ts';
import type { GateSettings } from './gate-config.ts';
import { overlayWith } from './overlay.ts';
import type { Overlay } from './overlay.ts';
import { normalizerOf } from './rules.ts';
import type { RuleChoice } from './rules.ts';
import { matrixWith, trendOfWith, trendWith } from './series.ts';
import { shareWith } from './share.ts';
import type { ShareOf, ShareReport } from './share.ts';
import type { NamedRuns, TrendOf } from './series.ts';

export { normalizerOf } from './rules.ts';
export type { RuleChoice } from './rules.ts';
export type { NamedRuns, TrendOf } from './series.ts';
export type { ShareOf, ShareReport } from './share.ts';
export { DEFAULT_GATE_SETTINGS, readProjectConfig } from './gate-config.ts';
export type { GateSettings, ProjectConfig } from './gate-config.ts';
export { readRules } from './node-user-rules.ts';
export { kindOfFile, readFile, readInput, readMetrics } from './node-read.ts';
export { DEFAULT_READ_LIMITS } from './read.ts';
export type { Overlay } from './overlay.ts';
export { isDifferential, runOfFile } from './run-of-file.ts';
export type { RunChoice } from './run-of-file.ts';
export type { ByteSource, InputResult, MetricsResult, ReadOptions, ReadResult } from './read.ts';

export interface CompareOptions extends RunOptions, RuleChoice {}

export { previewRules } from './preview.ts';
export type { RulesPreview } from './preview.ts';

/** Judges head against base. See `gateWith` for the faults. */
export async function gateRuns(
  base: readonly Profile[],
  head: readonly Profile[],
  settings: GateSettings,
  options: GateOptions & RuleChoice,
): Promise<Result<GateReport, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? gateWith(normalizer.value, base, head, settings, options) : normalizer;
}

/** Share of a function or a subsystem in each run of one build. See `shareWith` for the faults. */
export async function shareOfRuns(
  runs: readonly Profile[],
  of: ShareOf,
  options: CompareOptions = {},
): Promise<Result<ShareReport, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? shareWith(normalizer.value, runs, of, options) : normalizer;
}

/** Variants against the first of them. See `matrixWith` for the faults. */
export async function matrixRuns(
  variants: readonly NamedRuns[],
  options: CompareOptions = {},
): Promise<Result<MatrixReport, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? matrixWith(normalizer.value, variants, options) : normalizer;
}

/** Change points over a series, of every function or of one line alone. See `trendWith` for the faults. */
export async function trendRuns(
  points: readonly NamedRuns[],
  options: CompareOptions = {},
  of: TrendOf | null = null,
): Promise<Result<TrendReport, Fault>> {
  const normalizer = normalizerOf(options);
  if (!normalizer.ok) return normalizer;
  return of === null
    ? trendWith(normalizer.value, points, options)
    : trendOfWith(normalizer.value, points, of, options);
}

/** Run-to-run spread of runs of one build. See `calibrationOf` for the faults. */
export async function calibrateRuns(
  runs: readonly Profile[],
  options: CompareOptions = {},
): Promise<Result<StoredSpread, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? calibrationOf(normalizer.value, runs, options) : normalizer;
}

/** Compares two sides of one or more runs. See `compareWith` for the faults. */
export async function compareRuns(
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Promise<Result<Comparison, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? compareWith(normalizer.value, base, head, options) : normalizer;
}

/** The stacks of both sides without findings. See `overlayWith` for the faults. */
export async function overlayRuns(
  base: readonly Profile[],
  head: readonly Profile[],
  options: CompareOptions = {},
): Promise<Result<Overlay, Fault>> {
  const normalizer = normalizerOf(options);
  return normalizer.ok ? overlayWith(normalizer.value, base, head, options) : normalizer;
}
