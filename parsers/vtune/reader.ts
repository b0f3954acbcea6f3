import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { csvRow } from '../text/csv-row.ts';
import { shifted } from '../text/decimal.ts';
import { onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { TreePath } from '../text/tree-path.ts';

/** Seconds are printed in decimals: as nanoseconds they are whole numbers, whose sums are exact. */
const NANO = 9;

interface Columns {
  readonly values: readonly { readonly at: number; readonly type: ValueType; readonly shift: number }[];
  readonly module: number;
  readonly file: number;
}

/** `Function Stack,CPU Time:Self,Module`: the tree, and at least one self value. */
export function isHeader(line: string): boolean {
  return /^Function Stack,.*:Self\b/.test(line);
}

/**
 * Reads `vtune -report top-down -format csv`. The indent of the name, one blank a level, is the depth; columns that end in
 * ":Self" are values. Those that end in ":Total" follow from them and are left out.
 */
export class VtuneParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #path: TreePath;
  readonly #problems = new ProblemLog();
  #columns: Columns | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#path = new TreePath(this.#builder, context);
  }

  line({ text, number, ended }: TextLine): Fault | null {
    if (text.trim() === '') return null;
    if (this.#columns === null) {
      if (isHeader(text)) this.#readHeader(text);
      else this.#problems.add('note', 'text-lines-ignored', { line: number, seen: text });
      return null;
    }
    if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    return this.#row(text, number, this.#columns);
  }

  #readHeader(text: string): void {
    const names = (csvRow(text) ?? []).map((name) => name.trim());
    const values = names.flatMap((name, at) => {
      if (!name.endsWith(':Self')) return [];
      this.#builder.addValueType();
      const isTime = /\btime\b/i.test(name);
      const type = { name: name.slice(0, -':Self'.length), unit: isTime ? 'nanoseconds' : 'count', sampling: null };
      return [{ at, type, shift: isTime ? NANO : 0 }];
    });
    this.#columns = { values, module: names.indexOf('Module'), file: names.indexOf('Source File') };
  }

  #row(text: string, line: number, { values, module, file }: Columns): Fault | null {
    const cells = csvRow(text);
    const stack = cells?.[0];
    const bad = (expected: string) => fault('text-bad-line', { line, seen: text.trim(), expected });
    if (cells === null || stack === undefined || stack.trim() === '') return bad('a function, its values, a module');
    const name = stack.trimStart();
    const details = { module: known(cells[module]), file: known(cells[file]) };
    const depth = stack.length - name.length;
    const stopped = this.#path.enter(depth, this.#builder.frame(name.trimEnd(), details), line, text);
    if (stopped !== null) return stopped;
    for (const [t, { at, shift }] of values.entries()) {
      const cell = (cells[at] ?? '').trim().replace(/s$/, '');
      const value = cell === '' && at < cells.length ? 0 : shifted(cell, shift);
      if (value === null) return bad('a number in each column that ends in ":Self"');
      this.#builder.addSelf(this.#path.node, value, t);
    }
    return null;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    if (this.#columns === null) {
      return err(fault('text-truncated', { line: lines, expected: 'the header "Function Stack,…:Self"' }));
    }
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: this.#columns.values.map(({ type }) => type),
        source: { fileName: this.#context.fileName, format: 'vtune', generator: 'VTune', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'a function with a self value' },
    );
  }
}

/** VTune prints `[Unknown]` for what it does not know. */
function known(cell: string | undefined): string | null {
  const text = cell?.trim() ?? '';
  return text === '' || text === '[Unknown]' ? null : text;
}
