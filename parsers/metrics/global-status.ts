import type { Detection, Head } from '../importer.ts';
import { MysqlTables } from '../mysql-table/reader.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';

/**
 * `SHOW GLOBAL STATUS` and tables of names and numbers like it (`information_schema.GLOBAL_STATUS`, `INNODB_METRICS`).
 * The table again is a repeat. With two or more, counters also get `NAME_per_second` over the time between the first and
 * the last (from `Uptime`).
 */
export const globalStatusImporter: MetricsImporter = {
  id: 'global-status',
  title: 'SHOW GLOBAL STATUS',
  detect: detectStatus,
  parse,
};

/** Names of the columns that hold a variable and its number. */
const COLUMNS: readonly (readonly [name: string, value: string])[] = [
  ['VARIABLE_NAME', 'VALUE'],
  ['VARIABLE_NAME', 'VARIABLE_VALUE'],
  ['NAME', 'COUNT'],
];

/** Variables that only grow; the others are states, whose difference means nothing. */
const COUNTERS =
  /^(?:Com_|Handler_|Bytes_|Select_|Sort_|Created_tmp|Table_locks|Opened_|Questions$|Queries$|Connections$|Slow_queries$|Threads_created$|Binlog_\w*(?:commits|use)$|Innodb_\w*(?:reads?|writes?|written|created|requests?|waits?|fsyncs|inserted|updated|deleted|flushed|deadlocks|time)$)/i;

function placesOf(columns: readonly string[]): readonly [number, number] | null {
  const names = columns.map((name) => name.toUpperCase());
  for (const [name, value] of COLUMNS) {
    const [at, to] = [names.indexOf(name), names.indexOf(value)];
    if (at >= 0 && to >= 0) return [at, to];
  }
  return null;
}

function detectStatus({ text }: Head): Detection {
  let because: string | null = null;
  const tables = new MysqlTables({
    isHeader: (columns) => placesOf(columns) !== null,
    table: ({ line, rendering, columns }) =>
      void (because ??= `line ${line} begins a ${rendering} table with the columns ${columns.slice(0, 3).join(', ')}`),
    row() {},
    oddRow() {},
    otherLine() {},
  });
  for (const [index, line] of text.split(/\r?\n/).entries()) tables.line(line, index + 1);
  tables.finish();
  if (because === null) return { verdict: 'no', because: 'no table of variables and their values' };
  return { verdict: 'yes', because };
}

function parse(text: string) {
  const collector = new MetricCollector();
  let places: readonly [number, number] = [0, 1];
  let enabled = -1;
  const tables = new MysqlTables({
    isHeader: (columns) => placesOf(columns) !== null,
    table({ columns }) {
      places = placesOf(columns) ?? places;
      enabled = columns.findIndex((name) => name.toUpperCase() === 'ENABLED');
    },
    row(cells, line) {
      const [name, value] = [cells[places[0]], cells[places[1]]];
      // A counter of InnoDB that is switched off says 0 whatever happens.
      if (name == null || value == null || (enabled >= 0 && cells[enabled] === '0')) return;
      // Many variables are words: ON, a version, a certificate.
      if (/^-?\d+(?:\.\d+)?$/.test(value)) collector.addText(name, unitOf(name), value, line);
    },
    oddRow: (line, seen, expected) => collector.problems.add('warning', 'metrics-row-odd', { line, seen, expected }),
    otherLine() {},
  });
  for (const [index, line] of text.split(/\r?\n/).entries()) tables.line(line, index + 1);
  tables.finish();
  addRates(collector);
  return collector.finish(null);
}

function addRates(collector: MetricCollector): void {
  const uptime = collector.valuesOf('Uptime');
  const seconds = (uptime.at(-1) ?? 0) - (uptime[0] ?? 0);
  if (!(seconds > 0)) return;
  for (const name of collector.names()) {
    const values = collector.valuesOf(name);
    const grown = (values.at(-1) ?? 0) - (values[0] ?? 0);
    if (values.length === uptime.length && COUNTERS.test(name) && grown >= 0) {
      collector.add(`${name}_per_second`, 'per second', grown / seconds);
    }
  }
}

function unitOf(name: string): string {
  if (/^Bytes_|_bytes|_bytes_data$|_data$|_written$/i.test(name)) return 'bytes';
  return name === 'Uptime' ? 'seconds' : 'count';
}
