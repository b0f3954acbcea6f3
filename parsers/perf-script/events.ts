import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { NodeIndex, Profile, ValueType } from '../../core/model/profile.ts';

const CLOCK_EVENT = /^(?:cpu-clock|task-clock)\b/;

/** Name of the column of a recording whose event perf did not print. */
export const UNNAMED_EVENT = 'samples';

/**
 * One event of a recording. Its samples weigh their periods, as `perf report` counts; a sample without one weighs 1.
 * When the periods differ, the number of samples tells something else (an event recorded at a frequency begins with
 * periods of 1), so it becomes a column of its own beside.
 */
export class PerfEvent {
  readonly name: string;
  readonly #builder: ProfileBuilder;
  readonly #column: number;
  /** Column of sample counts; null while all samples weigh the same, and so the counts follow from the weights. */
  #countColumn: number | null = null;
  #weight: number | null = null;
  #hasPeriods = false;
  #records = 0;
  #sumOfSquares = 0;

  constructor(name: string, builder: ProfileBuilder) {
    this.name = name;
    this.#builder = builder;
    this.#column = builder.addValueType();
  }

  /** Adds a sample; `period` is NaN where perf printed none. */
  add(node: NodeIndex, period: number): void {
    const hasPeriod = !Number.isNaN(period);
    const weight = hasPeriod ? period : 1;
    if (hasPeriod) this.#hasPeriods = true;
    if (this.#countColumn === null && (weight !== this.#weight || weight === 0)) this.#otherWeight(weight);
    this.#records++;
    this.#sumOfSquares += weight * weight;
    this.#builder.addSelf(node, weight, this.#column);
    if (this.#countColumn !== null) this.#builder.addSelf(node, 1, this.#countColumn);
  }

  /** The first weight, or one from which the counts no longer follow: those so far are found by division. */
  #otherWeight(weight: number): void {
    const previous = this.#weight;
    this.#weight ??= weight;
    if (previous === null && weight !== 0) return;
    const counts = this.#builder.addValueType();
    this.#countColumn = counts;
    if (previous === null) return;
    for (let node = 0; node < this.#builder.nodeCount; node++) {
      const self = this.#builder.selfOf(node as NodeIndex, this.#column);
      if (self !== 0) this.#builder.addSelf(node as NodeIndex, Math.round(self / previous), counts);
    }
  }

  /** Columns of this event with their positions in the builder; `isOnly`: no other event needs to be told from it. */
  valueTypes(isOnly: boolean): readonly (readonly [number, ValueType])[] {
    const sampling = { records: this.#records, sumOfSquares: this.#sumOfSquares };
    const unit = !this.#hasPeriods ? 'samples' : this.#isClock ? 'nanoseconds' : 'count';
    const weights = [this.#column, { name: this.name, unit, sampling }] as const;
    if (this.#countColumn === null) return [weights];
    const name = isOnly ? UNNAMED_EVENT : `${UNNAMED_EVENT} (${this.name})`;
    const counted = { records: this.#records, sumOfSquares: this.#records };
    return [weights, [this.#countColumn, { name, unit: 'samples', sampling: counted }]];
  }

  /** Distance between samples, when all have the same. */
  get period(): Profile['period'] {
    if (!this.#hasPeriods || this.#countColumn !== null || this.#weight === null) return null;
    return { value: this.#weight, unit: this.#isClock ? 'nanoseconds' : 'count' };
  }

  get #isClock(): boolean {
    return CLOCK_EVENT.test(this.name);
  }
}
