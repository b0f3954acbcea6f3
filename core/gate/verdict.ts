import type { EvidenceLevel } from '../diff/comparison.ts';
import type { AllowEntry } from './config.ts';
import type { Detectable } from './detectable.ts';
import type { MetricRow } from './metric-rule.ts';

/** `no-baseline`: there was nothing to compare with; neither pass nor fail, and no reason to break a build. */
export type Outcome = 'pass' | 'regression' | 'inconclusive' | 'error' | 'no-baseline';

/**
 * `failed`: effect and evidence. `suspected`: effect, and evidence only if the machine is as calm as assumed. `disputed`:
 * effect, but the two forms of the test, or pooled counts and single runs, disagree. `undecided`: the drawn values fail, the
 * interval of a pruned drawing contains the threshold. `unproven`: effect, no sample counts to test with. `allowed`: effect,
 * on the allow-list. `noise`: effect within what runs of one build do. `shrank`: the opposite effect, with evidence.
 */
export type RowStatus = 'failed' | 'suspected' | 'disputed' | 'undecided' | 'unproven' | 'allowed' | 'noise' | 'shrank';

export interface GateRow {
  /** Index into the names given. */
  readonly func: number;
  readonly name: string;
  readonly kind: 'inclusive' | 'self';
  /** Pooled shares, or medians of counts (measure count) or of counts scaled to average work (measure work). */
  readonly base: number;
  readonly head: number;
  /** Head minus base as a fraction of the total, or of the median base total. */
  readonly delta: number;
  /** 95 % interval of the change on the scale of `base`; null where nothing was tested. */
  readonly interval: readonly [number, number] | null;
  readonly p: number | null;
  /** Benjamini-Hochberg q, or Bonferroni p with fewer than three runs a side. */
  readonly q: number | null;
  /** q of the form with a variance of its own for each side. */
  readonly otherQ: number | null;
  readonly status: RowStatus;
  readonly allowedBy: AllowEntry | null;
}

/** Why no verdict could be given, beside rows. */
export type Obstacle =
  | { readonly code: 'no-baseline' }
  | { readonly code: 'no-samples'; readonly side: 'base' | 'head' | 'both' }
  | {
      readonly code: 'too-few-samples';
      readonly side: 'base' | 'head';
      readonly samples: number;
      readonly least: number;
    }
  | { readonly code: 'no-work-values'; readonly side: 'base' | 'head'; readonly values: number; readonly least: number }
  | { readonly code: 'no-sample-counts' }
  | { readonly code: 'no-usable-runs'; readonly side: 'base' | 'head'; readonly least: number }
  | { readonly code: 'noise-too-large'; readonly runsNeeded: number | null };

const ERRORS: ReadonlySet<Obstacle['code']> = new Set(['no-samples', 'too-few-samples', 'no-work-values']);
const INCONCLUSIVE_ROWS: ReadonlySet<RowStatus> = new Set(['suspected', 'disputed', 'undecided', 'unproven']);

export interface Verdict {
  readonly outcome: Outcome;
  /** Worst first: by status, then by change. */
  readonly rows: readonly GateRow[];
  readonly metrics: readonly MetricRow[];
  readonly obstacles: readonly Obstacle[];
  /** What `delta` of the rows is a fraction of: 1 for shares, the median base total for amounts. */
  readonly unit: number;
  /** Number of frames tested: functions, inclusive and self. */
  readonly tested: number;
  readonly evidence: {
    readonly level: EvidenceLevel;
    readonly baseRuns: number;
    readonly headRuns: number;
    readonly tauBase: number;
    readonly tauHead: number;
    /** Positions of runs that were too short to take part. */
    readonly ignoredBase: readonly number[];
    readonly ignoredHead: readonly number[];
  };
  /** What these runs could have seen; null when nothing could be tested. */
  readonly detectable: Detectable | null;
  readonly allow: readonly { readonly entry: AllowEntry; readonly expired: boolean; readonly frames: number }[];
}

/** The outcome is nothing but what the rows, the metrics and the obstacles say. */
export function outcomeOf(
  rows: readonly GateRow[],
  metrics: readonly MetricRow[],
  obstacles: readonly Obstacle[],
): Outcome {
  if (obstacles.some(({ code }) => code === 'no-baseline')) return 'no-baseline';
  if (obstacles.some(({ code }) => ERRORS.has(code))) return 'error';
  if (rows.some(({ status }) => status === 'failed') || metrics.some(({ status }) => status === 'failed')) {
    return 'regression';
  }
  const open =
    rows.some(({ status }) => INCONCLUSIVE_ROWS.has(status)) ||
    metrics.some(({ status }) => status === 'suspected') ||
    obstacles.length > 0;
  return open ? 'inconclusive' : 'pass';
}

/**
 * Exit code of the command: 0 pass, 1 regression, 2 bad input, 3 inconclusive. A missing baseline is 0, because the first
 * run of a project must not be red. `strict` turns everything that is no pass into 1, bad input aside.
 */
export function exitCode(outcome: Outcome, strict: boolean): 0 | 1 | 2 | 3 {
  return (strict ? STRICT_CODES : CODES)[outcome];
}

const CODES = { pass: 0, regression: 1, error: 2, inconclusive: 3, 'no-baseline': 0 } as const;
const STRICT_CODES = { pass: 0, regression: 1, error: 2, inconclusive: 1, 'no-baseline': 1 } as const;
