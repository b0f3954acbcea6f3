import type { GateReport } from '../../core/gate/report.ts';
import { gateWords } from '../../core/words/gate.ts';
import { percent, plural } from '../../core/words/numbers.ts';
import { visible } from '../../core/text/visible.ts';
import type { ShareReport } from '../../pipeline/index.ts';
import { verdictJson } from '../../render/verdict-json.ts';
import { weightOfRow } from '../../render/verdict/lines.ts';

/** What `git bisect run` is told about a commit, and why, in one sentence. */
export interface BisectAnswer {
  readonly is: 'good' | 'bad' | 'skip';
  readonly because: string;
}

/** Exit codes that git knows; 128 and more would end the bisection. */
export const BISECT_CODES = { good: 0, bad: 1, skip: 125 } as const;

/** Bad from `above` (0..1) on, by the median of the runs. */
export function byShare({ shares, functions }: ShareReport, what: string, above: number): BisectAnswer {
  if (shares.length === 0) return { is: 'skip', because: 'the profile has no samples' };
  const sorted = shares.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  const is = median > above ? 'bad' : 'good';
  const runs = shares.length === 1 ? '' : ` (median of ${plural(shares.length, 'run')})`;
  const names = functions.length === 0 ? ', which no function of this profile is' : '';
  return {
    is,
    because: `${visible(what)} has ${percent(median)} of samples${runs}, ${is === 'bad' ? 'above' : 'not above'} ${percent(above)}${names}`,
  };
}

/**
 * By the gate. What is open only because the runs could not show a smaller change is good: the change that is looked for is
 * one that exceeds the limits, and here nothing does. A function that does exceed them without evidence is skipped.
 */
export function byGate(report: GateReport): BisectAnswer {
  const { outcome } = report.verdict;
  const because = gateWords(report, false).sentence;
  if (outcome === 'pass') return { is: 'good', because };
  if (outcome === 'regression') return { is: 'bad', because };
  const { rows, metrics } = verdictJson(report, false);
  const doubts =
    rows.some((row) => weightOfRow(row) === 'open') || metrics.some(({ status }) => status === 'suspected');
  const onlyNoise = report.verdict.obstacles.every(({ code }) => code === 'noise-too-large');
  if (outcome === 'inconclusive' && onlyNoise && !doubts) {
    return { is: 'good', because: 'no function exceeds the limits' };
  }
  return { is: 'skip', because };
}
