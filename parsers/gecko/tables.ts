import type { JsonObject, Shape } from '../json/shape.ts';
import { isObject } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/**
 * One table of a recording, in either of its two forms: rows with a schema, as Firefox itself writes it
 * (`{schema: {prefix: 0, frame: 1}, data: [[null, 0], …]}`), or columns (`{prefix: […], frame: […], length}`).
 */
export class GeckoTable {
  readonly length: number;
  readonly path: JsonPath;
  readonly #rows: readonly unknown[] | null;
  readonly #columns: JsonObject;

  constructor(table: JsonObject, shape: Shape, path: JsonPath) {
    this.path = path;
    if (table['data'] !== undefined && table['schema'] !== undefined) {
      this.#rows = shape.array(table['data'], ...path, 'data');
      this.#columns = shape.object(table['schema'], ...path, 'schema');
      this.length = this.#rows.length;
      return;
    }
    this.#rows = null;
    this.#columns = table;
    const lengths = Object.values(table).map((column) => (Array.isArray(column) ? column.length : 0));
    this.length =
      typeof table['length'] === 'number'
        ? Math.min(table['length'], Math.max(0, ...lengths))
        : Math.max(0, ...lengths);
  }

  /** What stands at `row` in `column`; undefined when the table has no such column. */
  at(row: number, column: string): unknown {
    const known = this.#columns[column];
    if (this.#rows === null) return Array.isArray(known) ? (known as readonly unknown[])[row] : undefined;
    const cells = this.#rows[row];
    if (typeof known !== 'number') return undefined;
    if (Array.isArray(cells)) return (cells as readonly unknown[])[known];
    return isObject(cells) ? cells[column] : undefined;
  }

  has(column: string): boolean {
    return this.#columns[column] !== undefined && this.#columns[column] !== null;
  }

  /** The path of a cell, for faults. */
  pathOf(row: number, column: string): JsonPath {
    if (this.#rows === null) return [...this.path, column, row];
    const known = this.#columns[column];
    return [...this.path, 'data', row, ...(typeof known === 'number' ? [known] : [])];
  }
}

/** A table of the thread, or the one that all threads share. */
export function tableOf(
  thread: JsonObject,
  shared: JsonObject,
  name: string,
  shape: Shape,
  path: JsonPath,
): GeckoTable {
  const own = thread[name];
  if (own !== undefined) return new GeckoTable(shape.object(own, ...path, name), shape, [...path, name]);
  return new GeckoTable(shape.object(shared[name], 'shared', name), shape, ['shared', name]);
}
