import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { PerfReportParser } from './reader.ts';

export const perfReportImporter: Importer = {
  id: 'perf-report',
  title: 'perf report --stdio',
  detect,
  open: (context) => lineReader(context, new PerfReportParser(context)),
};

const LINES_LOOKED_AT = 200;

function detect({ text }: Head): Detection {
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT);
  const header = lines.findIndex((line) => /^#\s+(?:Overhead|Children)\s/.test(line));
  return header >= 0 && isRule(lines[header + 1] ?? '')
    ? { verdict: 'yes', because: `line ${header + 1} is the head of a table of perf report` }
    : { verdict: 'no', because: 'it has no table of perf report' };
}

/** `# ........  ........`: the line under the names of columns. */
function isRule(line: string): boolean {
  return /^#[\s.]*$/.test(line) && line.includes('...');
}
