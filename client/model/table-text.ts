/** The function table as text for a spreadsheet or a ticket. */
import { visible } from '../../core/text/visible.ts';

/** Rows of cells, the first one the head, as tab-separated values. Tabs and line ends in a cell become visible signs. */
export function asTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(visible).join('\t')).join('\n');
}

/** The same as a table of Markdown; numbers to the right. What Markdown would read as its own is escaped. */
export function asMarkdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = `|${head.map((_, column) => (column === 0 ? ' --- |' : ' ---: |')).join('')}`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

function escaped(cell: string): string {
  return visible(cell).replace(/[\\`*_{}[\]<>()#|~&!@]/g, '\\$&');
}
