import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { NodeIndex, ValueType } from '../../core/model/profile.ts';

/** How a column is made up: one record a sample that was taken, or weights whose samples are not known. */
export type ColumnKind = 'records' | 'weights';

/** The value columns of one profile, made as they are met, with the sums that the model keeps of each. */
export class Columns {
  readonly #builder: ProfileBuilder;
  readonly #columns: { name: string; unit: string; kind: ColumnKind; records: number; sumOfSquares: number }[] = [];

  #roundedNumbers = 0;

  /** `builder` must have no columns yet. */
  constructor(builder: ProfileBuilder) {
    this.#builder = builder;
  }

  get length(): number {
    return this.#columns.length;
  }

  /** Numbers over 2^53, which have lost their last digits when the JSON was parsed. */
  get roundedNumbers(): number {
    return this.#roundedNumbers;
  }

  /** Position of the column of this name and unit. */
  column(name: string, unit: string, kind: ColumnKind): number {
    const known = this.#columns.findIndex((column) => column.name === name && column.unit === unit);
    if (known >= 0) return known;
    this.#columns.push({ name, unit, kind, records: 0, sumOfSquares: 0 });
    return this.#builder.addValueType();
  }

  /** Adds one record with this weight. */
  add(node: NodeIndex, weight: number | bigint, column: number): void {
    if (typeof weight === 'bigint') this.#builder.addSelfExact(node, weight, column);
    else this.#addNumber(node, weight, column);
    this.#count(column, 1, Number(weight) ** 2);
  }

  /** Adds `times` records of the weight 1. */
  addCount(node: NodeIndex, times: number, column: number): void {
    this.#addNumber(node, times, column);
    this.#count(column, times, times);
  }

  types(): readonly ValueType[] {
    return this.#columns.map(({ name, unit, kind, records, sumOfSquares }) => ({
      name,
      unit,
      sampling: kind === 'records' && records > 0 ? { records, sumOfSquares } : null,
    }));
  }

  #addNumber(node: NodeIndex, value: number, column: number): void {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#roundedNumbers++;
    this.#builder.addSelf(node, value, column);
  }

  #count(column: number, records: number, squares: number): void {
    const sums = this.#columns[column];
    if (sums === undefined) return;
    sums.records += records;
    sums.sumOfSquares += squares;
  }
}

/** Long names of the short units that JSON formats write. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['ns', 'nanoseconds'],
  ['us', 'microseconds'],
  ['µs', 'microseconds'],
  ['μs', 'microseconds'],
  ['ms', 'milliseconds'],
  ['s', 'seconds'],
  ['none', 'samples'],
  ['', 'samples'],
]);

export function unitOf(written: string): string {
  const unit = written.toLowerCase();
  return UNITS.get(unit) ?? unit;
}
