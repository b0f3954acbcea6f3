import type { Detection, Head } from '../importer.ts';
import { MetricCollector } from './collector.ts';
import type { MetricsImporter } from './metrics-importer.ts';

/**
 * The standard output of sysbench, old and new. Of the run: `tps`, `qps`, `latency_min`, `_avg`, `_max`, `_p95` (or the
 * percentile that was asked for), `total_time`. Of each report interval: the same names with `_interval`, a repeat an
 * interval. The histogram is left out: the percentiles say it. Several runs in a file are repeats.
 */
export const sysbenchImporter: MetricsImporter = {
  id: 'sysbench',
  title: 'output of sysbench',
  detect: detectSysbench,
  parse,
};

const BANNER = /^sysbench (\d[\w.-]*)/;
const INTERVAL = /^\[\s*[\d.]+s\s*\]/;
const PER_SECOND = 'per second';

function detectSysbench({ text }: Head): Detection {
  const lines = text.split(/\r?\n/);
  const banner = lines.findIndex((line) => BANNER.test(line));
  if (banner >= 0) return { verdict: 'yes', because: `line ${banner + 1} is the banner of sysbench` };
  const interval = lines.findIndex((line) => INTERVAL.test(line) && /\btps:/.test(line));
  if (interval >= 0) return { verdict: 'yes', because: `line ${interval + 1} is a report of sysbench for an interval` };
  return { verdict: 'no', because: 'no banner and no report of sysbench' };
}

/** Lines of the summary: name, unit, and where the number stands. */
const SUMMARY: readonly (readonly [pattern: RegExp, name: string, unit: string])[] = [
  [/^Number of threads: (\d+)/, 'threads', 'count'],
  [/^\s+transactions:\s+\d+\s+\(([\d.]+) per sec\.\)/, 'tps', PER_SECOND],
  [/^\s+(?:queries|read\/write requests):\s+\d+\s+\(([\d.]+) per sec\.\)/, 'qps', PER_SECOND],
  [/^\s+(?:ignored errors|deadlocks):\s+\d+\s+\(([\d.]+) per sec\.\)/, 'errors', PER_SECOND],
  [/^\s+reconnects:\s+\d+\s+\(([\d.]+) per sec\.\)/, 'reconnects', PER_SECOND],
  [/^\s+events per second:\s+([\d.]+)/, 'events_per_second', PER_SECOND],
  [/^\s+events\/s \(eps\):\s+([\d.]+)/, 'events_per_second', PER_SECOND],
  [/^\s+(?:total time|time elapsed):\s+([\d.]+)s/, 'total_time', 'seconds'],
  [/^\s+total number of events:\s+(\d+)/, 'events', 'count'],
  [/^\s+min:\s+([\d.]+)(?:ms)?\s*$/, 'latency_min', 'milliseconds'],
  [/^\s+avg:\s+([\d.]+)(?:ms)?\s*$/, 'latency_avg', 'milliseconds'],
  [/^\s+max:\s+([\d.]+)(?:ms)?\s*$/, 'latency_max', 'milliseconds'],
];
const PERCENTILE = /^\s+(?:approx\.\s+)?(\d+)(?:th|st|nd|rd)? percentile:\s+([\d.]+)(?:ms)?\s*$/;
const INTERVAL_RATES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tps_interval', /\btps: ([\d.]+)/],
  ['qps_interval', /\bqps: ([\d.]+)/],
];
const INTERVAL_LATENCY = /(?:lat \(ms,(\d+)%\): ([\d.]+)|response time: ([\d.]+)ms \((\d+)%\))/;

function parse(text: string) {
  const collector = new MetricCollector();
  let generator: string | null = null;
  let runs = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const banner = BANNER.exec(line);
    if (banner !== null) {
      generator = `sysbench ${banner[1] ?? ''}`;
      runs++;
    } else if (INTERVAL.test(line)) readInterval(collector, line, index + 1);
    else readSummary(collector, line, index + 1);
  }
  const finished = Math.max(collector.valuesOf('tps').length, collector.valuesOf('events').length);
  if (finished < Math.max(runs, 1)) {
    collector.problems.add('warning', 'sysbench-unfinished', { facts: { runs: Math.max(runs, 1), finished } });
  }
  return collector.finish(generator);
}

function readInterval(collector: MetricCollector, line: string, number: number): void {
  for (const [name, pattern] of INTERVAL_RATES) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined) collector.addText(name, PER_SECOND, value, number);
  }
  const latency = INTERVAL_LATENCY.exec(line);
  if (latency === null) return;
  const [, percentile = latency[4], value = latency[3]] = latency;
  collector.addText(`latency_p${percentile ?? ''}_interval`, 'milliseconds', value, number);
}

function readSummary(collector: MetricCollector, line: string, number: number): void {
  for (const [pattern, name, unit] of SUMMARY) {
    const found = pattern.exec(line);
    if (found !== null) {
      collector.addText(name, unit, found[1], number);
      return;
    }
  }
  const percentile = PERCENTILE.exec(line);
  if (percentile !== null) collector.addText(`latency_p${percentile[1] ?? ''}`, 'milliseconds', percentile[2], number);
}
