import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { ROOT } from '../../core/model/profile.ts';
import { ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedProfile, ReadContext } from '../importer.ts';
import type { Cell } from '../mysql-table/cells.ts';
import type { TableHead } from '../mysql-table/reader.ts';
import { shapeOf } from './columns.ts';
import type { TableShape } from './columns.ts';

const LARGEST = (1n << 63n) - 1n;

/** Gathers the rows of one summary table as a profile. */
export class SummaryTable {
  readonly #builder: ProfileBuilder;
  readonly #shape: TableShape;
  readonly #head: TableHead;
  readonly #problems = new ProblemLog();
  /** First part of the first event's name: `wait`, `statement`. */
  #about: string | null = null;
  /** Columns with a value other than 0. */
  readonly #used = new Set<number>();
  readonly #maxDepth: number;
  #tooDeep: Fault | null = null;

  constructor(head: TableHead, context: ReadContext) {
    this.#head = head;
    this.#maxDepth = context.limits.maxDepth;
    this.#shape = shapeOf(head.columns);
    this.#builder = new ProfileBuilder(this.#shape.values.length, context.limits);
    const { addedUp, ignored } = this.#shape;
    const names = (places: readonly number[]) => places.map((at) => head.columns[at] ?? '');
    if (addedUp.length > 0)
      this.#problems.add('note', 'pfs-added-up', { line: head.line, facts: { columns: names(addedUp) } });
    if (ignored.length > 0)
      this.#problems.add('note', 'pfs-columns-ignored', { line: head.line, facts: { columns: names(ignored) } });
  }

  get overflow(): Fault | null {
    return this.#tooDeep ?? this.#builder.overflow;
  }

  /** True when no row has a value other than 0. */
  get isEmpty(): boolean {
    return this.#used.size === 0;
  }

  row(cells: readonly Cell[], line: number): void {
    const values = this.#shape.values.map(({ at }) => this.#valueOf(cells[at] ?? null, line));
    if (values.every((value) => value === 0n)) return;
    const node = this.#nodeOf(cells, line);
    for (const [t, value] of values.entries()) {
      if (value === 0n) continue;
      this.#used.add(t);
      this.#builder.addSelfExact(node, value, t);
    }
  }

  odd(line: number, text: string, expected: string): void {
    this.#problems.add('warning', 'pfs-row-odd', { line, seen: text, expected });
  }

  /** The file ends inside a line: a number at its end may lack digits. */
  cut(line: number, text: string): void {
    this.#problems.add('warning', 'pfs-cut', { line, seen: text });
  }

  other(line: number, text: string): void {
    this.#problems.add('note', 'pfs-lines-ignored', { line, seen: text });
  }

  /** `position` from 1, when the file holds several tables. */
  finish(context: ReadContext, position: number | null): Result<ParsedProfile, Fault> {
    const { values } = this.#shape;
    const time = values.findIndex(({ name }, t) => name === 'SUM_TIMER_WAIT' && this.#used.has(t));
    const finished = this.#builder.finish({
      valueTypes: values.map(({ name, unit }) => ({ name, unit, sampling: null })),
      defaultValueType: time >= 0 ? time : ([...this.#used].sort((a, b) => a - b)[0] ?? 0),
      source: {
        fileName: context.fileName,
        format: 'performance-schema',
        generator: `performance_schema, ${this.#head.rendering}`,
        sha256: null,
      },
      problems: this.#problems.list(),
    });
    if (!finished.ok) return finished;
    const about = this.#about === null ? '' : `: ${this.#about}`;
    return ok({
      name: position === null ? null : `table ${position}${about}`,
      side: 'single',
      profile: finished.value,
    });
  }

  #valueOf(cell: Cell, line: number): bigint {
    if (cell === null) return 0n;
    const text = cell.trim();
    const value = /^\d{1,20}(?:\.0+)?$/.test(text) ? BigInt(text.replace(/\..*/, '')) : null;
    if (value !== null && value <= LARGEST) return value;
    this.#problems.add('warning', 'pfs-value-odd', { line, seen: text, expected: 'a whole number of up to 64 bits' });
    return 0n;
  }

  #nodeOf(cells: readonly Cell[], line: number): NodeIndex {
    const { leading, event, objects, digestText, digest } = this.#shape;
    let node = ROOT;
    let depth = 0;
    const add = (name: string) => {
      depth++;
      node = this.#builder.child(node, this.#builder.frame(name));
    };
    // Work of the server's own threads belongs to nobody.
    for (const at of leading) add(`${(this.#head.columns[at] ?? '').toLowerCase()} ${cells[at] ?? '[background]'}`);
    if (event >= 0) {
      const parts = (cells[event] ?? '[no event]').split('/').filter((part) => part !== '');
      for (const part of parts) add(part);
      this.#about ??= parts[0] ?? null;
    }
    for (const at of objects) {
      const name = cells[at] ?? null;
      if (name !== null && name !== '') add(name);
    }
    if (digestText >= 0 || digest >= 0) {
      this.#about ??= 'statements by digest';
      // The row without a digest gathers what found no place in the table.
      add(cells[digestText] ?? cells[digest] ?? '[other statements]');
    }
    this.#about ??= 'objects';
    if (depth > this.#maxDepth) this.#tooDeep ??= fault('stack-too-deep', { line, facts: { maximum: this.#maxDepth } });
    return node;
  }
}
