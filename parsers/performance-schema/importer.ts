import { fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Detection, Head, Importer, ParsedProfile, ReadContext } from '../importer.ts';
import { MysqlTables } from '../mysql-table/reader.ts';
import type { TableHead } from '../mysql-table/reader.ts';
import { lineReader } from '../text/lines.ts';
import type { LineParser } from '../text/lines.ts';
import { isSummaryHeader } from './columns.ts';
import { SummaryTable } from './table.ts';

export const performanceSchemaImporter: Importer = {
  id: 'performance-schema',
  title: 'performance_schema summary table',
  detect: detectSummary,
  open: (context) => lineReader(context, summaryParser(context)),
};

/** The columns of a summary table, in any rendering. */
function detectSummary({ text }: Head): Detection {
  const no = { verdict: 'no', because: 'no line names the columns of a summary table' } as const;
  if (text.includes('\0') || !/count_star|sum_timer_wait/i.test(text)) return no;
  let found: TableHead | null = null;
  const tables = new MysqlTables({
    isHeader: isSummaryHeader,
    table: (head) => (found ??= head),
    row() {},
    oddRow() {},
    otherLine() {},
  });
  for (const [index, line] of text.split(/\r?\n/).entries()) tables.line(line, index + 1);
  tables.finish();
  return found === null ? no : yes(found);
}

function yes({ columns, rendering, line }: TableHead): Detection {
  return {
    verdict: 'yes',
    because: `line ${line} begins a ${rendering} table with the columns ${columns.slice(0, 4).join(', ')}`,
  };
}

/** Each is a profile; a file of headers alone would be an attack on memory. */
const MAX_TABLES = 1000;

/** Each table of the file is a profile of its own: waits happen inside statements, so a sum would count them twice. */
function summaryParser(context: ReadContext): LineParser {
  const made: SummaryTable[] = [];
  const tables = new MysqlTables({
    isHeader: isSummaryHeader,
    table: (head) => void made.push(new SummaryTable(head, context)),
    row: (cells, line) => made.at(-1)?.row(cells, line),
    oddRow: (line, text, expected) => made.at(-1)?.odd(line, text, expected),
    otherLine: (line, text) => made.at(-1)?.other(line, text),
  });
  return {
    line({ text, number, ended }) {
      tables.line(text, number);
      if (made.length > MAX_TABLES) {
        return fault('text-bad-line', { line: number, seen: text, expected: `at most ${MAX_TABLES} tables` });
      }
      if (!ended) made.at(-1)?.cut(number, text);
      return made.at(-1)?.overflow ?? null;
    },
    finish(lines) {
      tables.finish();
      const filled = made.filter((table) => !table.isEmpty);
      if (filled.length === 0) {
        return err(
          fault(made.length === 0 ? 'pfs-no-table' : 'pfs-no-values', {
            line: lines === 0 ? null : lines,
            expected: 'a row with a COUNT_STAR above 0',
            facts: { lines },
          }),
        );
      }
      const profiles: ParsedProfile[] = [];
      for (const [i, table] of filled.entries()) {
        const finished = table.finish(context, filled.length === 1 ? null : i + 1);
        if (!finished.ok) return finished;
        profiles.push(finished.value);
      }
      return ok({ profiles });
    },
  };
}
