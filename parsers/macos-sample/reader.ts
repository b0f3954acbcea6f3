import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { InclusiveValues, TreePath } from '../text/tree-path.ts';
import { readFrame } from './frame.ts';

/** Lines of the call graph: four blanks, two characters a level (blanks and the bars of open branches), count, frame. */
const LINE = /^ {4}([ +!:|]*)(\d+) (\S.*)$/;
const EXPECTED = 'four blanks, two characters a level, a count and a function';
const EVERY = /^Analysis of sampling .* every (\d+) (millisecond|microsecond)s?/;

/** Reads the report of macOS `sample`: one tree of inclusive counts for each thread, callers first. */
export class SampleParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #problems = new ProblemLog();
  readonly #path: TreePath;
  readonly #values: InclusiveValues;
  #place: 'before' | 'graph' | 'after' = 'before';
  #period: { readonly value: number; readonly unit: string } | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(1, context.limits);
    this.#path = new TreePath(this.#builder, context);
    this.#values = new InclusiveValues(this.#builder, this.#problems);
  }

  line({ text, number }: TextLine): Fault | null {
    if (this.#place === 'graph') return this.#graphLine(text, number);
    if (this.#place === 'before') {
      const every = EVERY.exec(text);
      if (every !== null) this.#period = { value: Number(every[1]), unit: `${every[2] ?? ''}s` };
      if (text.startsWith('Call graph:')) this.#place = 'graph';
    }
    return null;
  }

  #graphLine(text: string, line: number): Fault | null {
    if (text.trim() === '') return null;
    if (/^(?:Total number in stack|Sort by top of stack|Binary Images:)/.test(text)) {
      this.#place = 'after';
      return null;
    }
    const parts = LINE.exec(text);
    const indent = parts?.[1]?.length ?? 0;
    if (parts === null || indent % 2 !== 0) return fault('text-bad-line', { line, seen: text, expected: EXPECTED });
    const { name, details } = readFrame(parts[3] ?? '');
    const stopped = this.#path.enter(indent / 2, this.#builder.frame(name, details), line, text);
    if (stopped === null) this.#values.enter(indent / 2, this.#path.node, Number(parts[2]), line, text);
    return stopped;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    // Without the callees that were cut off, their callers would look busy themselves.
    if (this.#place !== 'after') {
      const expected = this.#place === 'before' ? '"Call graph:"' : '"Total number in stack" after the call graph';
      return err(fault('text-truncated', { line: lines, expected }));
    }
    this.#values.closeTo(0);
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [{ name: 'samples', unit: 'samples', sampling: countedSamples(this.#builder) }],
        period: this.#period,
        source: { fileName: this.#context.fileName, format: 'macos-sample', generator: 'sample', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: EXPECTED },
    );
  }
}
