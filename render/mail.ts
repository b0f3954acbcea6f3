import type { Comparison } from '../core/diff/comparison.ts';
import { columnsOf, fitMiddle } from '../core/text/visible.ts';
import type { Block, Report, ReportColumn } from './report/blocks.ts';
import { reportOf } from './report/content.ts';
import type { ReportOptions } from './report/content.ts';
import { fitted } from './report/fit.ts';
import { oneLine, withoutKeys, withoutLinks } from './report/plain.ts';
import { moreOf } from './report/words.ts';
import { tableLines } from './table.ts';

/** Columns of a line: what mail programs show and quote without breaking it. */
const COLUMNS = 78;
/** Of a comment in Bugzilla, the only tracker that takes plain text. */
const TEXT_LENGTH = 65_535;
/** The least that is left of a column that is cut. */
const LEAST = 12;

/** A comparison as plain text in lines of at most 78 columns: for mail, and for trackers without markup. */
export function comparisonMail(comparison: Comparison, options: ReportOptions = {}): string {
  return fitted(reportOf(comparison, options), mailOf, options.budget ?? TEXT_LENGTH);
}

function mailOf({ blocks }: Report): string {
  return `${blocks.map((block) => linesOf(block).join('\n')).join('\n\n')}\n`;
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [...wrapped(block.text, ''), '-'.repeat(Math.min(COLUMNS, columnsOf(block.text)))];
    case 'sentence':
      return wrapped(block.text, '');
    case 'link':
      // An address is never broken, however long.
      return [`${block.text}:`, `<${block.address}>`];
    case 'picture':
      return wrapped(`${block.text}: ${block.picture.address ?? block.picture.fileName}`, '');
    case 'items': {
      const lines = block.rows.flatMap(({ text, more }, i) => {
        const marker = block.isOrdered ? `${i + 1}. ` : '* ';
        return [text, ...more].flatMap((one, j) => wrapped(one, j === 0 ? marker : ' '.repeat(marker.length)));
      });
      return [...lines, ...(block.left > 0 ? [moreOf(block)] : [])];
    }
    case 'table':
      return [...tableOf(block.columns, block.rows), ...(block.left > 0 ? [moreOf(block)] : [])];
  }
}

/** Cells of the widest columns are cut in the middle until a line fits. */
function tableOf(columns: readonly ReportColumn[], given: readonly (readonly string[])[]): readonly string[] {
  const rows = given.map((row) => row.map(plainText));
  const widths = columns.map(({ title }, c) =>
    rows.reduce((most, row) => Math.max(most, columnsOf(row[c] ?? '')), columnsOf(title)),
  );
  const gaps = 2 * (columns.length - 1);
  let over = widths.reduce((sum, width) => sum + width, gaps) - COLUMNS;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = Math.max(LEAST, (widths[widest] ?? 0) - over);
    if (width === widths[widest]) break;
    widths[widest] = width;
    over = widths.reduce((sum, one) => sum + one, gaps) - COLUMNS;
  }
  return tableLines(
    columns,
    rows.map((row) => row.map((text, c) => ({ text: fitMiddle(text, widths[c] ?? LEAST) }))),
  );
}

/** Lines with `marker` before the first and as much space before the others; longer words are cut in the middle. */
function wrapped(text: string, marker: string): readonly string[] {
  const room = COLUMNS - marker.length;
  const lines: string[] = [];
  let line = '';
  // A number and its percent sign stay on one line.
  for (const word of plainText(text).trim().replace(/ %/g, '\u00a0%').split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = fitMiddle(word, room);
  }
  return [...lines, line].map(
    (one, i) => (i === 0 ? marker : ' '.repeat(marker.length)) + one.replaceAll('\u00a0', ' '),
  );
}

function plainText(text: string): string {
  return withoutLinks(withoutKeys(oneLine(text)));
}
