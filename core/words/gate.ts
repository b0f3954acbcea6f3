import type { EvidenceLevel } from '../diff/comparison.ts';
import type { GateConfig } from '../gate/config.ts';
import type { GateReport } from '../gate/report.ts';
import type { MetricRow } from '../gate/metric-rule.ts';
import { exitCode } from '../gate/verdict.ts';
import type { GateRow, Obstacle, Outcome, RowStatus } from '../gate/verdict.ts';
import { visible } from '../text/visible.ts';
import { grouped, percent, plural, points, probability, times } from './numbers.ts';
import { weightName } from './parts.ts';

/** The sentences about a verdict (DIFF-SPEC 13). They say nothing that the rows, metrics and obstacles do not. */
export interface GateWords {
  /** "PASS: …", "REGRESSION (exit 1): …": the verdict and why, in one line. */
  readonly sentence: string;
  /** What was compared, metrics, obstacles, the allow-list: a sentence each. */
  readonly details: readonly string[];
  /** Parallel to the rows. */
  readonly rows: readonly GateRowWords[];
}

export interface GateRowCells {
  /** "failed", "improved", "allowed"… */
  readonly status: string;
  /** The two values and the change, for tables. */
  readonly base: string;
  readonly head: string;
  readonly change: string;
}

export interface GateRowWords extends GateRowCells {
  /** "hot grew from 300 to 410 (+11.0 % of the base total), q = 0.004". */
  readonly sentence: string;
}

/** `strict`: everything that is no pass ends in exit code 1. */
export function gateWords(report: GateReport, strict: boolean): GateWords {
  const { verdict } = report;
  const sentence = `${titleOf(verdict.outcome, strict)}: ${reasonOf(report)}`;
  const details = [
    ...(verdict.outcome === 'no-baseline'
      ? []
      : verdict.obstacles.map((one) => obstacleWords(one, verdict.evidence.level))),
    ...verdict.metrics.map(metricWords),
    ...ignoredWords(report),
    ...allowWords(report),
  ];
  return {
    sentence,
    details: details.filter((detail) => !sentence.includes(detail)),
    rows: verdict.rows.map((row) => rowWords(row, report)),
  };
}

const TITLES: Readonly<Record<Outcome, string>> = {
  pass: 'PASS',
  regression: 'REGRESSION',
  inconclusive: 'INCONCLUSIVE',
  error: 'ERROR',
  'no-baseline': 'NO BASELINE',
};

function titleOf(outcome: Outcome, strict: boolean): string {
  const code = exitCode(outcome, strict);
  return outcome === 'pass' ? TITLES.pass : `${TITLES[outcome]} (exit ${code})`;
}

function reasonOf(report: GateReport): string {
  const { verdict } = report;
  switch (verdict.outcome) {
    case 'no-baseline':
      return 'there are no base runs to compare with, so nothing was judged, and no baseline was made.';
    case 'error':
      return sentences(verdict.obstacles.map((one) => obstacleWords(one, verdict.evidence.level)));
    case 'regression':
      return sentences([...failures(report), ranBy(report)]);
    case 'inconclusive':
      return sentences([...doubts(report), needed(report)]);
    default:
      return passed(report);
  }
}

/** "no frame exceeded +2.0 points and +20 % with q <= 0.01 (214 frames tested, 5 + 5 runs, spread 9 % measured)." */
function passed(report: GateReport): string {
  const { verdict } = report;
  if (verdict.detectable === null && verdict.tested === 0) return 'both sides are the same.';
  return `no frame exceeded ${limits(report)} ${ranBy(report)}`;
}

function limits({ config }: GateReport): string {
  const size = config.measure === 'share' ? points(config.minAbs) : `${signed(config.minAbs)} of the base total`;
  return `${size} and +${number(config.minRel * 100)} % with q <= ${number(config.alpha)}`;
}

function ranBy({ verdict }: GateReport): string {
  const { tested, evidence } = verdict;
  const { level, tauBase, tauHead, baseRuns, headRuns } = evidence;
  const [base, head] = [Math.round(tauBase * 100), Math.round(tauHead * 100)];
  const size = base === head ? `${base} %` : `${base} % and ${head} %`;
  const spread = level === 'none' ? 'number of samples not known' : `spread ${size} ${level}`;
  return `(${plural(tested, 'frame')} tested, ${baseRuns} + ${headRuns} runs, ${spread}).`;
}

/** The worst failed row as a sentence, how many more there are, and failed metrics. */
function failures(report: GateReport): string[] {
  const rows = report.verdict.rows.filter(({ status }) => status === 'failed');
  const metrics = report.verdict.metrics.filter(({ status }) => status === 'failed');
  const [worst] = rows;
  const said = worst === undefined ? [] : [`${rowWords(worst, report).sentence}.`];
  if (rows.length > 1) said.push(`${plural(rows.length - 1, 'other row')} failed too.`);
  return [...said, ...metrics.map(metricWords)];
}

const DOUBTFUL: readonly RowStatus[] = ['suspected', 'disputed', 'undecided', 'unproven'];

function doubts(report: GateReport): string[] {
  const { rows, obstacles, metrics } = report.verdict;
  const open = rows.filter(({ status }) => DOUBTFUL.includes(status));
  const [worst] = open;
  const said =
    worst === undefined ? [] : [`${rowWords(worst, report).sentence}: ${WHY[worst.status] ?? worst.status}.`];
  if (open.length > 1) said.push(`${plural(open.length - 1, 'other row')} is as open.`.replace('rows is', 'rows are'));
  const open2 = metrics.filter(({ status }) => status === 'suspected');
  return [
    ...said,
    ...open2.map(metricWords),
    ...obstacles.map((one) => obstacleWords(one, report.verdict.evidence.level)),
    ...reachWords(report),
  ];
}

const WHY: Partial<Readonly<Record<RowStatus, string>>> = {
  suspected: 'more than the assumed spread, but too little to trust with so few runs',
  disputed: 'the runs do not agree on it',
  undecided: 'a drawing with narrow frames left out cannot decide it',
  unproven: 'without the number of samples nothing can be proven',
};

/** "with these runs a 5 % function would have to reach 13.7 % to be seen." */
function reachWords({ verdict, config }: GateReport): string[] {
  const { detectable } = verdict;
  if (detectable === null || config.measure !== 'share') return [];
  return [`With these runs a 5 % function would have to reach ${percent(detectable.reaches)} to be seen.`];
}

/** "A verdict would need 5 runs per side." */
function needed({ verdict }: GateReport): string {
  const { evidence, detectable, obstacles, rows } = verdict;
  if (obstacles.some(({ code }) => code === 'no-sample-counts')) return '';
  if (evidence.level === 'measured' && detectable?.tooLarge !== true) {
    return rows.some(({ status }) => status === 'undecided')
      ? 'A verdict would need the recordings behind the drawings.'
      : `A verdict would need more runs than ${evidence.baseRuns} + ${evidence.headRuns}.`;
  }
  const runs = detectable?.runsNeeded ?? null;
  if (runs === null && detectable !== null)
    return 'A verdict would need more than 100 runs per side: make the benchmark calmer first.';
  return `A verdict would need ${Math.max(runs ?? 0, RECOMMENDED_RUNS)} runs per side.`;
}

/** DIFF-SPEC 8: "Recommendation printed by the tool: 5 runs per side; 10k samples each are enough." */
const RECOMMENDED_RUNS = 5;

function obstacleWords(obstacle: Obstacle, level: EvidenceLevel): string {
  switch (obstacle.code) {
    case 'no-baseline':
      return 'No base runs were given.';
    case 'no-samples':
      return obstacle.side === 'both' ? 'Neither side has samples.' : `${obstacle.side} has no samples.`;
    case 'too-few-samples':
      return `${obstacle.side} has ${plural(Math.round(obstacle.samples), 'sample')}; ${grouped(obstacle.least)} are needed.`;
    case 'no-work-values':
      return `${obstacle.side} has ${plural(obstacle.values, 'value')} of the work done (transactions, or tps and a duration); one a run and at least ${obstacle.least} are needed.`;
    case 'no-sample-counts':
      return 'The files hold weights, and how many samples are behind them is not known.';
    case 'no-usable-runs':
      return `No run of ${obstacle.side} has ${grouped(obstacle.least)} samples.`;
    default:
      return level === 'measured'
        ? 'The runs differ too much among themselves to see a doubling.'
        : `With ${level === 'assumed' ? 'the assumed' : 'this'} spread these runs cannot show a doubling.`;
  }
}

function metricWords({ name, base, head, worse, p, status }: MetricRow): string {
  const metric = visible(name);
  if (base === null || head === null || worse === null) return `${metric}: no usable values on both sides.`;
  const change = `${metric} went from ${figure(base)} to ${figure(head)} (${number(Math.abs(worse) * 100, 3)} % ${worse > 0 ? 'worse' : 'better'})`;
  if (status === 'suspected') return `${change}; fewer than three values a side prove nothing.`;
  return `${change}${p === null ? '' : `, ${probability(p, 'p')}`}.`;
}

function ignoredWords({ verdict, config }: GateReport): string[] {
  const { ignoredBase, ignoredHead } = verdict.evidence;
  return [['base', ignoredBase.length] as const, ['head', ignoredHead.length] as const].flatMap(([side, runs]) =>
    runs === 0
      ? []
      : [`${plural(runs, 'run')} of ${side} with fewer than ${grouped(config.minSamplesPerRun)} samples took no part.`],
  );
}

function allowWords({ verdict }: GateReport): string[] {
  return verdict.allow.flatMap(({ entry, expired, frames }) => {
    const name = `The allowance for ${visible(entry.pattern)}`;
    if (expired)
      return [`${name} expired on ${entry.expires} and was ignored (reason given: ${visible(entry.reason)}).`];
    if (frames === 0) return [`${name} fits no frame.`];
    return [`${name} takes ${plural(frames, 'frame')} out until ${entry.expires}: ${visible(entry.reason)}.`];
  });
}

const STATUS: Readonly<Record<RowStatus, string>> = {
  failed: 'failed',
  suspected: 'suspected',
  disputed: 'runs disagree',
  undecided: 'undecided',
  unproven: 'no evidence',
  allowed: 'allowed',
  noise: 'within noise',
  shrank: 'improved',
};

/** A row as tables show it; `delta` is a fraction of the total, or of the median base total. */
export function gateRowCells(
  { status, base, head, delta }: Pick<GateRow, 'status' | 'base' | 'head' | 'delta'>,
  measure: GateConfig['measure'],
): GateRowCells {
  const isShare = measure === 'share';
  const value = isShare ? percent : figure;
  return {
    status: STATUS[status],
    base: value(base),
    head: value(head),
    change: isShare ? points(delta) : signed(delta),
  };
}

function rowWords(row: GateRow, report: GateReport): GateRowWords {
  const isShare = report.config.measure === 'share';
  const cells = gateRowCells(row, report.config.measure);
  const { base, head, change } = cells;
  const ratio = row.base > 0 && row.head > 0 ? `, ${times(row.head / row.base)}` : '';
  const of = isShare ? '' : ` of the median base total ${figure(report.verdict.unit)}`;
  const name = row.kind === 'self' ? `own time of ${visible(row.name)}` : visible(row.name);
  const verb = row.delta > 0 ? 'grew' : 'fell';
  const tested = row.q === null ? '' : `, ${probability(row.q)}`;
  const why = row.allowedBy === null ? '' : ` (allowed: ${visible(row.allowedBy.reason)})`;
  return {
    ...cells,
    sentence: `${name} ${verb} from ${base} to ${head}${isShare ? ` of ${weightName(report.valueType)}` : ''} (${change}${of}${ratio})${tested}${why}`,
  };
}

/** An amount: whole numbers as they are, others with enough digits to tell them apart. */
function figure(value: number): string {
  if (Number.isInteger(value)) return grouped(value);
  return grouped(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
}

function signed(fraction: number): string {
  return `${fraction > 0 ? '+' : ''}${(fraction * 100).toFixed(1)} %`;
}

/** 0.01 -> "0.01", 20.000000000000004 -> "20". */
function number(value: number, digits = 12): string {
  return String(Number(value.toPrecision(digits)));
}

function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
