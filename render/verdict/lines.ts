import { gateRowCells } from '../../core/words/gate.ts';
import { fitMiddle, visible } from '../../core/text/visible.ts';
import type { CiVerdict, CiVerdictKind } from '../ci-verdict.ts';
import type { VerdictJson, VerdictRowJson } from '../verdict-json.ts';

/** What the outputs of a verdict have in common: how bad a row is, its cells, the sentences around the rows. */

/** `fails`: it makes the verdict red. `open`: it makes it inconclusive. `excused`: on the allow-list. `fine`: the rest. */
export type Weight = 'fails' | 'open' | 'excused' | 'fine';

const WEIGHTS: Readonly<Record<VerdictRowJson['status'], Weight>> = {
  failed: 'fails',
  suspected: 'open',
  disputed: 'open',
  undecided: 'open',
  unproven: 'open',
  allowed: 'excused',
  noise: 'fine',
  shrank: 'fine',
};

export function weightOfRow({ status }: VerdictRowJson): Weight {
  return WEIGHTS[status];
}

type Metric = VerdictJson['metrics'][number];

export function weightOfMetric({ status }: Metric): Weight {
  if (status === 'failed') return 'fails';
  return status === 'suspected' ? 'open' : 'fine';
}

/** "tps: 15.2 % worse". */
export function metricSentence({ name, worse }: Metric): string {
  const metric = visible(name);
  if (worse === null) return `${metric}: no usable values on both sides`;
  return `${metric}: ${Number((Math.abs(worse) * 100).toPrecision(3))} % ${worse > 0 ? 'worse' : 'better'}`;
}

/** Longest name and sentence that a comment or a report of CI holds; what is longer is cut in its middle. */
const NAME_COLUMNS = 300;
const SENTENCE_COLUMNS = 2_000;

export function shortName(name: string): string {
  return fitMiddle(visible(name), NAME_COLUMNS);
}

export function shortSentence(sentence: string): string {
  return fitMiddle(visible(sentence), SENTENCE_COLUMNS);
}

export function cellsOf(row: VerdictRowJson, gate: VerdictJson) {
  return gateRowCells({ ...row, delta: row.delta / 100 }, gate.thresholds.measure);
}

/** The lines between the sentence and the rows: how the baseline was chosen, then what the gate adds. */
export function detailsOf({ sentence, baseline, gate }: CiVerdict): readonly string[] {
  const because = visible(baseline.because);
  const said = because === '' || sentence.includes(because);
  return [...(said ? [] : [`Baseline (${baseline.rule}): ${because}.`]), ...(gate?.details ?? [])];
}

const TITLES: Readonly<Record<CiVerdictKind, string>> = {
  pass: 'pass',
  regression: 'regression',
  inconclusive: 'inconclusive',
  neutral: 'nothing judged',
  error: 'could not judge',
};

/** "Firebreak: regression". */
export function titleOf({ verdict }: CiVerdict): string {
  return `Firebreak: ${TITLES[verdict]}`;
}

/** Where the comparison is shown; null without a server or a comparison. */
export function linkOf({ page }: CiVerdict, server: string | null): string | null {
  return page === null || server === null ? null : `${server.replace(/\/+$/, '')}${page}`;
}
