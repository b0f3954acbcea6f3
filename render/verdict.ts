import type { GateReport } from '../core/gate/report.ts';
import { visible } from '../core/text/visible.ts';
import { plural } from '../core/words/numbers.ts';
import { gateWords } from '../core/words/gate.ts';
import { qInWords } from './labels.ts';
import { inline } from './markdown.ts';
import { tableLines } from './table.ts';
import { PLAIN } from './text.ts';
import type { TextStyle } from './text.ts';

/** Rows of a ticket or a pull request; the terminal shows all of them. */
const MARKDOWN_ROWS = 20;

/** A verdict for people: the sentence, what else there is to say, and the rows that it was reached by. */
export function verdictText(report: GateReport, strict: boolean, style: TextStyle = PLAIN): string {
  const words = gateWords(report, strict);
  const lines = [style.strong(words.sentence), ...words.details];
  if (words.rows.length > 0) {
    const rows = report.verdict.rows.map((row, i) => {
      const { status = '', base = '', head = '', change = '' } = words.rows[i] ?? {};
      const paint = row.delta > 0 ? style.growth : style.shrinkage;
      const q = qInWords(row.q);
      return [status, base, head, change, q, row.kind, visible(row.name)].map((text, column) =>
        column === 3 ? { text, paint } : { text },
      );
    });
    lines.push('', ...tableLines(COLUMNS, rows));
  }
  return `${lines.join('\n')}\n`;
}

const COLUMNS = [
  { title: 'verdict', align: 'left' },
  { title: 'base', align: 'right' },
  { title: 'head', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'q', align: 'right' },
  { title: 'kind', align: 'left' },
  { title: 'function', align: 'left' },
] as const;

/** The same for a ticket or a pull request. */
export function verdictMarkdown(report: GateReport, strict: boolean): string {
  const words = gateWords(report, strict);
  const lines = [`**${inline(words.sentence)}**`, ''];
  if (words.details.length > 0) lines.push(...words.details.map((detail) => `- ${inline(detail)}`), '');
  if (words.rows.length > 0) {
    lines.push(
      '| verdict | base | head | change | q | kind | function |',
      '| --- | ---: | ---: | ---: | ---: | --- | --- |',
    );
    for (const [i, row] of report.verdict.rows.slice(0, MARKDOWN_ROWS).entries()) {
      const { status = '', base = '', head = '', change = '' } = words.rows[i] ?? {};
      const q = qInWords(row.q);
      lines.push(
        `| ${[status, base, head, change, q, row.kind, visible(row.name)].map((cell) => inline(cell)).join(' | ')} |`,
      );
    }
    const left = words.rows.length - MARKDOWN_ROWS;
    if (left > 0) lines.push('', `… and ${plural(left, 'more row')}.`);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
