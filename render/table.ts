import { columnsOf } from '../core/text/visible.ts';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Adds colour or weight to a text; the plain form has none. */
export type Paint = (text: string) => string;

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** Rows under their titles, columns as wide as their widest text, two spaces between them, no space at line ends. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string[] {
  const all = [columns.map(({ title }): Cell => ({ text: title })), ...rows];
  const widths = columns.map((_, c) => all.reduce((most, row) => Math.max(most, columnsOf(row[c]?.text ?? '')), 0));
  return all.map((row) =>
    row
      .map(({ text, paint = (plain) => plain }, c) => {
        const gap = ' '.repeat(Math.max(0, (widths[c] ?? 0) - columnsOf(text)));
        if (columns[c]?.align === 'right') return `${gap}${paint(text)}`;
        return c === columns.length - 1 ? paint(text) : `${paint(text)}${gap}`;
      })
      .join('  ')
      .trimEnd(),
  );
}
