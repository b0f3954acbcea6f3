import type { Metric } from '../core/model/profile.ts';
import type { Problem } from '../core/model/problem.ts';
import { visible } from '../core/text/visible.ts';
import { wordsOf } from '../core/words/faults.ts';
import type { MetricsWords } from '../core/words/metrics.ts';
import { grouped, plural, sizeInWords } from '../core/words/numbers.ts';
import { problemJson } from './json.ts';
import type { MetricsInspectionJson } from './json-types.ts';
import { tableLines } from './table.ts';

/** Metrics that a report shows; a server has hundreds, and JSON has all of them. */
const SHOWN_METRICS = 12;

/** The table of metrics of both sides; empty without metrics. */
export function metricsTable({ rows }: MetricsWords): string[] {
  if (rows.length === 0) return [];
  const table = tableLines(
    [
      { title: 'base', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'ratio', align: 'right' },
      { title: 'metric', align: 'left' },
    ],
    rows
      .slice(0, SHOWN_METRICS)
      .map(({ name, base, head, change }) => [{ text: base }, { text: head }, { text: change }, { text: name }]),
  );
  const left = rows.length - SHOWN_METRICS;
  return left > 0 ? [...table, `… and ${plural(left, 'more metric')}`] : table;
}

/** What was read from a file of metrics, as the pipeline hands it over. */
export interface MetricsInspection {
  readonly fileName: string | null;
  readonly format: string;
  readonly title: string;
  readonly because: string;
  readonly compression: readonly string[];
  readonly bytes: number;
  readonly metrics: {
    readonly metrics: readonly Metric[];
    readonly generator: string | null;
    readonly problems: readonly Problem[];
  };
}

/** The answer of `inspect --json` for a file of metrics. */
export function metricsInspectionJson(inspection: MetricsInspection): MetricsInspectionJson {
  const { fileName, format, title, because, compression, bytes, metrics } = inspection;
  return {
    file: fileName,
    format,
    title,
    because,
    compression: compression.length === 0 ? null : compression.join(', '),
    bytes,
    generator: metrics.generator,
    metrics: metrics.metrics.map(({ name, unit, values }) => ({ name, unit, values })),
    problems: metrics.problems.map(problemJson),
  };
}

/** The answer of `inspect` for people. */
export function metricsInspectionText(inspection: MetricsInspection, rows = SHOWN_METRICS * 2): string {
  const { fileName, title, because, compression, bytes, metrics } = inspection;
  const packed = compression.length === 0 ? '' : `, ${compression.join(', ')}`;
  const lines = [
    `${fileName === null ? '' : `${visible(fileName)}: `}${title}, ${sizeInWords(bytes)}${packed}`,
    `recognised because ${visible(because)}`,
    'numbers of a run, no profile',
    '',
    ...tableLines(
      [
        { title: 'value', align: 'right' },
        { title: 'unit', align: 'left' },
        { title: 'metric', align: 'left' },
      ],
      metrics.metrics
        .slice(0, rows)
        .map(({ name, unit, values }) => [
          { text: valuesText(values) },
          { text: visible(unit) },
          { text: visible(name) },
        ]),
    ),
  ];
  if (metrics.metrics.length > rows) lines.push(`… and ${plural(metrics.metrics.length - rows, 'more metric')}`);
  for (const problem of metrics.problems) lines.push(`  ${problem.severity}: ${visible(wordsOf(problem).sentence)}`);
  return `${lines.join('\n')}\n`;
}

function valuesText(values: readonly number[]): string {
  const [first = 0] = values;
  if (values.length === 1) return grouped(first);
  let [least, most] = [first, first];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return `${grouped(least)} to ${grouped(most)} (${plural(values.length, 'value')})`;
}
