import { csvRow } from '../text/csv-row.ts';

/** A value of a table as text; null is SQL's NULL. */
export type Cell = string | null;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['0', '\0'],
  ['\\', '\\'],
]);

/** `--batch`: tabs between the cells, a tab, line feed or backslash inside one escaped. */
export function tabCells(line: string): readonly Cell[] {
  return line.split('\t').map((cell) => {
    if (cell === 'NULL' || cell === '\\N') return null;
    return cell.includes('\\') ? cell.replace(/\\(.)/g, (whole, letter: string) => ESCAPES.get(letter) ?? whole) : cell;
  });
}

/** Cells of a line of comma separated values; null when a quote does not end. */
export function commaCells(line: string): readonly Cell[] | null {
  return csvRow(line)?.map((cell) => (cell === 'NULL' || cell === '\\N' ? null : cell)) ?? null;
}

/** Positions of the `+` in `+------+----+`; null for any other line. */
export function borderOf(line: string): readonly number[] | null {
  if (!/^\+(?:-+\+)+\s*$/.test(line)) return null;
  const at: number[] = [];
  for (let i = line.indexOf('+'); i >= 0; i = line.indexOf('+', i + 1)) at.push(i);
  return at;
}

/**
 * Cells of `| a | b |`. The border tells where the bars stand, so a bar inside a text splits nothing; letters that are
 * wider or narrower than one column move them, and then the bars themselves are counted. Null when they do not fit.
 */
export function boxCells(line: string, border: readonly number[]): readonly Cell[] | null {
  const row = line.trimEnd();
  const fits = row.length === (border.at(-1) ?? 0) + 1 && border.every((at) => row[at] === '|');
  const cells = fits
    ? border.slice(1).map((end, i) => row.slice((border[i] ?? 0) + 1, end))
    : row.slice(1, -1).split(' | ');
  if (cells.length !== border.length - 1) return null;
  return cells.map((cell) => (cell.trim() === 'NULL' ? null : cell.trim()));
}

export const VERTICAL_ROW = /^\*{10,} \d+\. row \*{10,}\s*$/;

/** `    EVENT_NAME: wait/io` of a vertical row, whose colons stand under each other at `colon` (-1 for the first line). */
export function verticalCell(
  line: string,
  colon: number,
): { readonly name: string; readonly cell: Cell; readonly colon: number } | null {
  const at = colon >= 0 ? colon : line.indexOf(':');
  const name = line.slice(0, at).trimStart();
  if (at <= 0 || line[at] !== ':' || !/^[\w@$().+*/-]+$/.test(name)) return null;
  const value = line.slice(at + 1).replace(/^ /, '');
  return { name, cell: value.trim() === 'NULL' ? null : value, colon: at };
}

/** What the client says around its tables, and what was typed. */
export function isClientTalk(line: string): boolean {
  return /^(?:mysql>|MariaDB \[|\s+->|\d+ rows? in set|Empty set|Query OK|Database changed|Bye|Welcome to|Your |Server version|Copyright|Type '|Oracle is|affiliates|owners|Reading table|You can turn|--)/.test(
    line,
  );
}
