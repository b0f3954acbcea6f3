import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { shifted, wholeNumber } from '../text/decimal.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { TreePath } from '../text/tree-path.ts';

/** `no.` and `entries` stand only above the tree; the flat table before it has neither. */
export function isColumnHeader(line: string): boolean {
  return /^COST CENTRE\s+MODULE\s.*\bno\.\s+entries\s+%time\s+%alloc/.test(line);
}

const TICKS = /^\s*total time\s+=\s+[\d.]+ secs\s+\((\d+) ticks @ (\d+) us/;
const EXPECTED = 'a cost centre, its module, place, number, entries and percentages';

const EXACT: readonly ValueType[] = [
  { name: 'ticks', unit: 'samples', sampling: null },
  { name: 'allocated', unit: 'bytes', sampling: null },
];
const SHARES: readonly ValueType[] = [
  { name: 'time', unit: 'percent', sampling: null },
  { name: 'allocated', unit: 'percent', sampling: null },
];

/**
 * Reads the tree of cost centres of a `.prof` file, one blank of indent a level. With `+RTS -P` it has ticks and bytes;
 * with `-p` only percentages with one decimal. The values of a row are its own ("individual"), not inherited.
 */
export class GhcParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #path: TreePath;
  readonly #problems = new ProblemLog();
  #types: readonly ValueType[] | null = null;
  #period: number | null = null;
  #ticks = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(2, context.limits);
    this.#path = new TreePath(this.#builder, context);
  }

  line({ text, number, ended }: TextLine): Fault | null {
    if (this.#types === null) {
      const ticks = TICKS.exec(text);
      if (ticks !== null) {
        this.#ticks = Number(ticks[1]);
        this.#period = Number(ticks[2]);
      }
      if (isColumnHeader(text)) this.#types = /\sticks\s+bytes\s*$/.test(text) ? EXACT : SHARES;
      return null;
    }
    if (text.trim() === '') return null;
    if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    return this.#row(text, number, this.#types);
  }

  #row(text: string, line: number, types: readonly ValueType[]): Fault | null {
    const bad = fault('text-bad-line', { line, seen: text.trim(), expected: EXPECTED });
    const cells = text.trim().split(/\s+/);
    const isExact = types === EXACT;
    // From the end: ticks and bytes, inherited shares, own shares, entries, number; the place may hold blanks or be empty.
    const values = (isExact ? cells.slice(-2) : cells.slice(-4, -2)).map((cell) =>
      isExact ? wholeNumber(cell) : shifted(cell, 0),
    );
    const numbers = cells.slice(isExact ? -8 : -6);
    const [time, allocated] = values;
    if (time == null || allocated == null || numbers.some((cell) => shifted(cell, 0) === null)) return bad;
    const [name, module] = cells;
    const before = cells.slice(2, cells.length - numbers.length);
    if (name === undefined || module === undefined || cells.length < numbers.length + 2) return bad;
    const place = /^(.+?):[\d(]/.exec(before.join(' '))?.[1] ?? null;
    const depth = text.length - text.trimStart().length;
    const stopped = this.#path.enter(depth, this.#builder.frame(name, { module, file: place }), line, text);
    if (stopped !== null) return stopped;
    this.#builder.addSelf(this.#path.node, time, 0);
    this.#builder.addSelf(this.#path.node, allocated, 1);
    return null;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    if (this.#types === null) {
      return err(
        fault('text-truncated', { line: lines, expected: 'the tree of cost centres ("individual", "inherited")' }),
      );
    }
    const isExact = this.#types === EXACT;
    const ticks = isExact ? countedSamples(this.#builder) : null;
    if (!isExact) this.#problems.add('note', 'ghc-percent-only');
    else if (this.#ticks > 0 && ticks?.records !== this.#ticks) {
      this.#problems.add('warning', 'ghc-ticks-missing', { facts: { ticks: ticks?.records ?? 0, total: this.#ticks } });
    }
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: this.#types.map((type, t) => (isExact && t === 0 ? { ...type, sampling: ticks } : type)),
        period: this.#period === null ? null : { value: this.#period, unit: 'microseconds' },
        durationSeconds: this.#period === null ? null : (this.#ticks * this.#period) / 1e6,
        source: { fileName: this.#context.fileName, format: 'ghc-prof', generator: 'GHC', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: EXPECTED },
    );
  }
}
