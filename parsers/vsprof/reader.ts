import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { csvRow } from '../text/csv-row.ts';
import { shifted, wholeNumber } from '../text/decimal.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { TreePath } from '../text/tree-path.ts';

const TYPES: readonly { readonly column: string; readonly type: ValueType; readonly isWhole: boolean }[] = [
  { column: 'Number of Calls', type: { name: 'calls', unit: 'count', sampling: null }, isWhole: true },
  { column: 'Exclusive Samples', type: { name: 'samples', unit: 'samples', sampling: null }, isWhole: true },
  {
    column: 'Elapsed Exclusive Time %',
    type: { name: 'elapsed time', unit: 'percent', sampling: null },
    isWhole: false,
  },
];

interface Columns {
  readonly level: number;
  readonly name: number;
  readonly module: number;
  readonly values: readonly { readonly at: number; readonly type: ValueType; readonly isWhole: boolean }[];
}

export function isHeader(line: string): boolean {
  return /^\uFEFF?Level,Function Name,/.test(line) && TYPES.some(({ column }) => line.includes(`,${column},`));
}

/** Reads `CallTreeSummary.csv`: callers first with their level; time is known as a share of the whole with two decimals. */
export class VsprofParser implements LineParser {
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
    if (this.#columns === null) return this.#header(text, number);
    if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    return this.#row(text, number, this.#columns);
  }

  #header(text: string, line: number): Fault | null {
    if (!isHeader(text)) {
      return fault('text-bad-line', {
        line,
        seen: text,
        expected: 'the header "Level,Function Name,Number of Calls,…"',
      });
    }
    const names = (csvRow(text) ?? []).map((name) => name.replace(/^\uFEFF/, '').trim());
    const values = TYPES.flatMap(({ column, type, isWhole }) => {
      const at = names.indexOf(column);
      return at < 0 ? [] : [{ at, type, isWhole }];
    });
    for (const _ of values) this.#builder.addValueType();
    this.#columns = { level: 0, name: 1, module: names.indexOf('Module Name'), values };
    return null;
  }

  #row(text: string, line: number, { level, name, module, values }: Columns): Fault | null {
    const cells = csvRow(text);
    const bad = (expected: string) => fault('text-bad-line', { line, seen: text, expected });
    if (cells === null) return bad('a quoted name with its closing quote');
    const depth = wholeNumber((cells[level] ?? '').trim());
    const func = cells[name]?.trim() ?? '';
    if (depth === null) return bad('a level, as a whole number');
    if (func === '') return bad('the name of a function after the level');
    const frame = this.#builder.frame(func, { module: cells[module]?.trim() || null });
    const stopped = this.#path.enter(depth, frame, line, text);
    if (stopped !== null) return stopped;
    for (const [t, { at, isWhole }] of values.entries()) {
      // Numbers from 1,000 on are grouped, and so quoted.
      const cell = (cells[at] ?? '').trim().replace(/,(?=\d{3}(?:\D|$))/g, '');
      const value = isWhole ? wholeNumber(cell) : shifted(cell, 0);
      if (value === null) return bad(isWhole ? 'a whole number of calls or samples' : 'a share in percent');
      this.#builder.addSelf(this.#path.node, value, t);
    }
    return null;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    if (this.#columns === null) return err(fault('file-empty'));
    this.#problems.add('note', 'text-end-unknown');
    const valueTypes = this.#columns.values.map(({ type }, t) =>
      type.unit === 'samples' ? { ...type, sampling: countedSamples(this.#builder, t) } : type,
    );
    if (valueTypes.some(({ unit }) => unit === 'percent')) this.#problems.add('note', 'text-rounded');
    return onlyProfile(
      this.#builder,
      {
        valueTypes,
        // Time and samples stand behind the calls.
        defaultValueType: valueTypes.length - 1,
        source: { fileName: this.#context.fileName, format: 'vsprof', generator: 'Visual Studio', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'a function that was called' },
    );
  }
}
