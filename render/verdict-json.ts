import type { GateReport } from '../core/gate/report.ts';
import { exitCode } from '../core/gate/verdict.ts';
import type { GateRow, Outcome, RowStatus, Verdict } from '../core/gate/verdict.ts';
import { gateWords } from '../core/words/gate.ts';
import { problemJson } from './json.ts';
import type { JsonProblem } from './json-types.ts';

/** `firebreak gate --json`. Values of rows are shares (0..1), or amounts for measure count and work. */
export interface VerdictJson {
  readonly version: 1;
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly sentence: string;
  readonly details: readonly string[];
  readonly valueType: { readonly name: string; readonly unit: string };
  readonly base: { readonly files: readonly string[] };
  readonly head: { readonly files: readonly string[] };
  readonly thresholds: {
    readonly measure: 'share' | 'count' | 'work';
    /** Points of the total (percent of the median base total for amounts). */
    readonly minAbs: number;
    /** Percent. */
    readonly minRel: number;
    readonly alpha: number;
    readonly minSamplesPerRun: number;
  };
  readonly tested: number;
  readonly evidence: {
    readonly level: Verdict['evidence']['level'];
    readonly baseRuns: number;
    readonly headRuns: number;
    /** Run-to-run sd on the logit scale; null when nothing was tested. */
    readonly tauBase: number | null;
    readonly tauHead: number | null;
    readonly ignoredBase: readonly number[];
    readonly ignoredHead: readonly number[];
  };
  /** What these runs could have seen: a frame of 5 % would have to reach `reaches`. */
  readonly detectable: {
    readonly reaches: number;
    readonly tooLarge: boolean;
    readonly runsNeeded: number | null;
  } | null;
  /** Worst first. */
  readonly rows: readonly VerdictRowJson[];
  readonly metrics: Verdict['metrics'];
  readonly obstacles: Verdict['obstacles'];
  readonly allow: readonly {
    readonly pattern: string;
    readonly direction: string;
    /** Points. */
    readonly maxDelta: number;
    readonly reason: string;
    readonly expires: string;
    readonly expired: boolean;
    readonly frames: number;
  }[];
  readonly problems: readonly JsonProblem[];
}

export interface VerdictRowJson {
  readonly name: string;
  readonly kind: 'inclusive' | 'self';
  readonly status: RowStatus;
  readonly base: number;
  readonly head: number;
  /** Points (percent of the median base total for amounts). */
  readonly delta: number;
  /** 95 % interval of head - base, on the scale of `base`. */
  readonly interval: readonly [number, number] | null;
  readonly p: number | null;
  readonly q: number | null;
  /** q of the form of the test with a variance of its own for each side. */
  readonly otherQ: number | null;
  readonly allowedBy: string | null;
  readonly sentence: string;
}

export function verdictJson(report: GateReport, strict: boolean): VerdictJson {
  const { verdict, config } = report;
  const words = gateWords(report, strict);
  const { tauBase, tauHead, ...evidence } = verdict.evidence;
  const { detectable } = verdict;
  return {
    version: 1,
    outcome: verdict.outcome,
    exitCode: exitCode(verdict.outcome, strict),
    sentence: words.sentence,
    details: words.details,
    valueType: report.valueType,
    base: { files: report.baseFiles },
    head: { files: report.headFiles },
    thresholds: {
      measure: config.measure,
      minAbs: inHundreds(config.minAbs),
      minRel: inHundreds(config.minRel),
      alpha: config.alpha,
      minSamplesPerRun: config.minSamplesPerRun,
    },
    tested: verdict.tested,
    evidence: { ...evidence, tauBase: known(tauBase), tauHead: known(tauHead) },
    detectable:
      detectable === null
        ? null
        : { reaches: detectable.reaches, tooLarge: detectable.tooLarge, runsNeeded: detectable.runsNeeded },
    rows: verdict.rows.map((row, i) => rowJson(row, words.rows[i]?.sentence ?? '')),
    metrics: verdict.metrics,
    obstacles: verdict.obstacles,
    allow: verdict.allow.map(({ entry, expired, frames }) => ({
      pattern: entry.pattern,
      direction: entry.direction,
      maxDelta: inHundreds(entry.maxDelta),
      reason: entry.reason,
      expires: entry.expires,
      expired,
      frames,
    })),
    problems: report.problems.map(problemJson),
  };
}

function rowJson(row: GateRow, sentence: string): VerdictRowJson {
  const { name, kind, status, base, head, interval, p, q, otherQ } = row;
  const allowedBy = row.allowedBy?.pattern ?? null;
  return { name, kind, status, base, head, delta: row.delta * 100, interval, p, q, otherQ, allowedBy, sentence };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** 0.2 -> 20, without the tail that binary fractions leave. */
function inHundreds(fraction: number): number {
  return Number((fraction * 100).toPrecision(12));
}
