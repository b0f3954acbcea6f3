import type { Detection, Head } from '../importer.ts';
import { csvRow } from '../text/csv-row.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';

/** A series over time: a column of seconds or timestamps, then a column a metric. Each row is a repeat. */
export const seriesImporter: MetricsImporter = {
  id: 'series',
  title: 'series of measurements (CSV)',
  detect: detectSeries,
  parse,
};

const TIME = /^(?:second|seconds|sec|time|timestamp|elapsed|t)$/i;
const ROWS_LOOKED_AT = 20;

function cellsOf(line: string): readonly string[] {
  return (line.includes('\t') ? line.split('\t') : (csvRow(line) ?? [])).map((cell) => cell.trim());
}

function isNumber(cell: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell);
}

function detectSeries({ text }: Head): Detection {
  const no = { verdict: 'no', because: 'no header with a column of time' } as const;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const header = cellsOf(lines[0] ?? '');
  if (header.length < 2 || !TIME.test(header[0] ?? '') || header.slice(1).some((cell) => cell === '' || isNumber(cell)))
    return no;
  const rows = lines.slice(1, ROWS_LOOKED_AT);
  const fits = rows.every(
    (line) =>
      cellsOf(line).length === header.length &&
      cellsOf(line)
        .slice(1)
        .every((cell) => cell === '' || isNumber(cell)),
  );
  if (rows.length === 0 || !fits) return no;
  return { verdict: 'yes', because: `line 1 names a column of time (${header[0] ?? ''}) and columns of numbers` };
}

function parse(text: string) {
  const collector = new MetricCollector();
  let header: readonly string[] | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    if (header === null) {
      header = cells;
      continue;
    }
    if (cells.length !== header.length) {
      collector.problems.add('warning', 'metrics-row-odd', {
        line: index + 1,
        seen: line,
        expected: `${header.length} columns`,
      });
      continue;
    }
    for (const [c, name] of header.entries()) {
      // An empty cell is a moment without a measurement.
      if (c > 0 && cells[c] !== '') collector.addText(name, 'count', cells[c], index + 1);
    }
  }
  return collector.finish(null);
}
