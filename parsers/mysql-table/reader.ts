import type { Cell } from './cells.ts';
import { VERTICAL_ROW, borderOf, boxCells, commaCells, isClientTalk, tabCells, verticalCell } from './cells.ts';

/** How the mysql and mariadb clients print a table, and CSV. */
export type Rendering = 'tab-separated' | 'boxed' | 'vertical' | 'comma-separated';

export interface TableHead {
  readonly columns: readonly string[];
  readonly rendering: Rendering;
  /** Line of the header, or of the first row of a vertical table. */
  readonly line: number;
}

export interface TableHandler {
  /** Whether the columns are those of a wanted table. Plain text has header lines nowhere else. */
  readonly isHeader: (columns: readonly string[]) => boolean;
  readonly table: (head: TableHead) => void;
  /** A row of the last table, with as many cells as that has columns. */
  readonly row: (cells: readonly Cell[], line: number) => void;
  /** A line in a table that is no row of it. */
  readonly oddRow: (line: number, text: string, expected: string) => void;
  /** A line outside all tables; what the client says around them is not handed on. */
  readonly otherLine: (line: number, text: string) => void;
}

interface Vertical {
  readonly names: string[];
  readonly cells: Cell[];
  readonly line: number;
  colon: number;
}

/** Reads tables line by line in any of the four renderings, several in a file, each with its own columns. */
export class MysqlTables {
  readonly #handler: TableHandler;
  /** The table that rows are read for; null outside. */
  #head: TableHead | null = null;
  /** Of a boxed table: its border, and how many of its three lines were seen. */
  #border: readonly number[] | null = null;
  #borders = 0;
  #vertical: Vertical | null = null;

  constructor(handler: TableHandler) {
    this.#handler = handler;
  }

  line(text: string, line: number): void {
    const border = borderOf(text);
    if (border !== null) this.#borderLine(border);
    else if (VERTICAL_ROW.test(text)) {
      this.#endVertical();
      this.#border = null;
      this.#vertical = { names: [], cells: [], line: line + 1, colon: -1 };
    } else if (this.#border !== null) this.#boxLine(text, line, this.#border);
    else if (text.trim() === '' || isClientTalk(text)) {
      if (text.trim() !== '' || this.#vertical === null) this.#leave();
    } else if (this.#vertical !== null) this.#verticalLine(text, line, this.#vertical);
    else this.#plainLine(text, line);
  }

  finish(): void {
    this.#leave();
  }

  #leave(): void {
    this.#endVertical();
    this.#head = null;
    this.#border = null;
  }

  #borderLine(border: readonly number[]): void {
    if (this.#border === null) {
      this.#leave();
      this.#border = border;
      this.#borders = 1;
    } else if (++this.#borders === 3) this.#leave();
  }

  #boxLine(text: string, line: number, border: readonly number[]): void {
    const cells = text.startsWith('|') ? boxCells(text, border) : null;
    if (cells === null) this.#odd(text, line);
    else if (this.#borders === 1) this.#begin(cells, 'boxed', line);
    else if (this.#head !== null) this.#handler.row(cells, line);
  }

  #begin(cells: readonly Cell[], rendering: Rendering, line: number): void {
    const columns = cells.map((cell) => (cell ?? 'NULL').trim());
    this.#head = this.#handler.isHeader(columns) ? { columns, rendering, line } : null;
    if (this.#head === null) this.#handler.otherLine(line, columns.join(', '));
    else this.#handler.table(this.#head);
  }

  #verticalLine(text: string, line: number, row: Vertical): void {
    const found = verticalCell(text, row.colon);
    if (found !== null) {
      row.colon = found.colon;
      row.names.push(found.name);
      row.cells.push(found.cell);
    } else if (row.cells.length > 0) {
      row.cells.push(`${row.cells.pop() ?? ''}\n${text}`);
    } else this.#odd(text, line);
  }

  #endVertical(): void {
    const row = this.#vertical;
    this.#vertical = null;
    if (row === null || row.names.length === 0) return;
    const same = this.#head?.rendering === 'vertical' && sameNames(this.#head.columns, row.names);
    if (!same) this.#begin(row.names, 'vertical', row.line);
    if (this.#head !== null) this.#handler.row(row.cells, row.line);
  }

  #plainLine(text: string, line: number): void {
    const rendering = text.includes('\t') ? 'tab-separated' : 'comma-separated';
    const cells = rendering === 'tab-separated' ? tabCells(text) : commaCells(text);
    if (cells !== null && cells.length > 1 && this.#handler.isHeader(cells.map((cell) => (cell ?? '').trim()))) {
      this.#begin(cells, rendering, line);
    } else if (this.#head === null) this.#handler.otherLine(line, text);
    else if (cells === null || cells.length !== this.#head.columns.length) this.#odd(text, line);
    else this.#handler.row(cells, line);
  }

  #odd(text: string, line: number): void {
    const columns = this.#border === null ? this.#head?.columns.length : this.#border.length - 1;
    this.#handler.oddRow(line, text, `${columns ?? 1} columns`);
  }
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
