import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { wholeText } from '../bytes/whole-text.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { measured, shifted } from '../text/decimal.ts';
import type { Measured } from '../text/decimal.ts';
import { onlyProfile } from '../text/finish.ts';
import { InclusiveValues, TreePath } from '../text/tree-path.ts';

type Kind = 'weight and self' | 'self milliseconds' | 'bytes and count';

/** What the columns hold, by their header; null for any other line. */
export function headerOf(line: string): Kind | null {
  const names = line.replace(/^\uFEFF/, '').split('\t');
  if (!/^Symbol Names?\s*$/.test(names.at(-1) ?? '')) return null;
  const first = names[0]?.trim() ?? '';
  const second = names[1]?.trim() ?? '';
  if (first === 'Bytes Used' && second === 'Count') return 'bytes and count';
  if (first === 'Running Time' && /^Self(?: \(ms\))?$/.test(second)) return 'self milliseconds';
  if (first === 'Weight' && second === 'Self Weight') return 'weight and self';
  return null;
}

const EXPECTED = 'a weight, a self weight and an indented symbol, with tabs between';

/**
 * Reads the clipboard text of "Deep Copy": columns with tabs between, the symbol in the last one with one blank of indent a
 * level. A self weight is used where it is printed; allocations have inclusive bytes and counts only.
 */
export function parseDeepCopy(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const text = wholeText(bytes);
  if (!text.ok) return text;
  const lines = text.value.split(/\r\n|\r|\n/);
  const kind = headerOf(lines[0] ?? '');
  if (kind === null) {
    return err(
      fault('text-bad-line', { line: 1, seen: lines[0] ?? '', expected: 'a header that ends in "Symbol Name"' }),
    );
  }
  return new DeepCopy(kind, context).read(lines);
}

class DeepCopy {
  readonly #kind: Kind;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #path: TreePath;
  readonly #problems = new ProblemLog();
  readonly #inclusive: readonly InclusiveValues[];
  /** Blanks before the outermost symbol. */
  #indent: number | null = null;
  #unit: string | null = null;

  constructor(kind: Kind, context: ReadContext) {
    this.#kind = kind;
    this.#context = context;
    const columns = kind === 'bytes and count' ? 2 : 1;
    this.#builder = new ProfileBuilder(columns, context.limits);
    this.#path = new TreePath(this.#builder, context);
    this.#inclusive = Array.from({ length: columns }, (_, t) => new InclusiveValues(this.#builder, this.#problems, t));
  }

  read(lines: readonly string[]): Result<ParsedFile, Fault> {
    for (let at = 1; at < lines.length; at++) {
      const line = lines[at] ?? '';
      const stopped = line.trim() === '' ? null : this.#row(line, at + 1);
      if (stopped !== null) return err(stopped);
    }
    for (const column of this.#inclusive) column.closeTo(0);
    this.#problems.add('note', 'text-rounded');
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: this.#types(),
        source: {
          fileName: this.#context.fileName,
          format: 'instruments-deep-copy',
          generator: 'Instruments',
          sha256: null,
        },
        problems: this.#problems.list(),
      },
      { lines: lines.length, expected: EXPECTED },
    );
  }

  #row(line: string, number: number): Fault | null {
    const cells = line.split('\t');
    const symbol = cells.at(-1) ?? '';
    const bad = fault('text-bad-line', { line: number, seen: line.trim(), expected: EXPECTED });
    const weight = measured(cells[0] ?? '');
    if (cells.length < 3 || symbol.trim() === '' || weight === null) return bad;
    const name = symbol.trimStart();
    // Older versions put the indent into a column of its own, of one blank.
    const blanks = symbol.length - name.length + (cells.length > 3 && cells.at(-2) === ' ' ? 1 : 0);
    this.#indent ??= blanks;
    const depth = blanks - this.#indent;
    if (depth < 0) return bad;
    const stopped = this.#path.enter(depth, this.#builder.frame(name.trimEnd()), number, symbol);
    if (stopped !== null) return stopped;
    return this.#add(depth, weight, cells[1] ?? '', number, name) ? null : bad;
  }

  /** False when the second column does not hold what its header says. */
  #add(depth: number, weight: Measured, second: string, line: number, seen: string): boolean {
    if (this.#unit === null || this.#unit === 'count') this.#unit = weight.unit;
    if (this.#kind === 'bytes and count') {
      const count = shifted(second.trim().replaceAll(',', ''), 0);
      if (count === null || weight.unit !== 'bytes') return false;
      for (const [t, value] of [weight.value, count].entries()) {
        this.#inclusive[t]?.enter(depth, this.#path.node, value, line, seen);
      }
      return true;
    }
    const self = this.#selfOf(second);
    if (self === null || (self.value !== 0 && self.unit !== this.#unit)) return false;
    this.#builder.addSelf(this.#path.node, self.value);
    return true;
  }

  #selfOf(cell: string): Measured | null {
    const text = cell.trim();
    if (text === '-' || text === '0') return { value: 0, unit: 'nanoseconds' };
    return measured(this.#kind === 'self milliseconds' && /^[\d.,]+$/.test(text) ? `${text} ms` : text);
  }

  #types(): readonly ValueType[] {
    if (this.#kind === 'bytes and count') {
      return [
        { name: 'bytes used', unit: 'bytes', sampling: null },
        { name: 'allocations', unit: 'count', sampling: null },
      ];
    }
    const unit = this.#unit ?? 'count';
    return [{ name: unit === 'nanoseconds' ? 'time' : 'weight', unit, sampling: null }];
  }
}
