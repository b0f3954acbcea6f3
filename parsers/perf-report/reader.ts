import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { shifted } from '../text/decimal.ts';
import { onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { CallGraphLines, isRelative } from './call-graph.ts';
import type { Branch } from './call-graph.ts';

const ROW = /^\s+(\d{1,3}\.\d{1,4})%\s+(?:(\d{1,3}\.\d{1,4})%\s+)?(.*)$/;
/** Where the symbol is: in the kernel, the process, a guest. */
const MARK = /\[([.kgHuh])\]\s/;
const LEFT_OUT = '[callers not printed]';
const MAX_EVENTS = 64;

interface Row {
  readonly line: number;
  readonly event: number;
  readonly share: number;
  readonly root: FrameIndex | null;
  readonly symbol: string;
  readonly leaf: FrameIndex;
  readonly graph: CallGraphLines;
}

/**
 * Reads the tables of `perf report --stdio`, one for each event. A row is a function with its share, and under it stands
 * how it was called: callees first, or callers first, which shows in whether its own name comes first or last. Rows of the
 * "Children" kind count functions again for each caller, so of these only the own shares are taken, without stacks.
 */
export class PerfReportParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #problems = new ProblemLog();
  readonly #events: string[] = [];
  readonly #rows: Row[] = [];
  #tooDeep: Fault | null = null;
  #named: string | null = null;
  #columns: readonly string[] = [];
  #hasChildren = false;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
  }

  line({ text, number, ended }: TextLine): Fault | null {
    if (text.startsWith('#')) return this.#comment(text, number);
    if (text.trim() === '') return null;
    if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    const row = ROW.exec(text);
    if (row !== null) return this.#row(row, number, text);
    const graph = this.#rows.at(-1)?.graph;
    if (this.#hasChildren && graph !== undefined)
      this.#problems.add('warning', 'perf-report-children', { line: number });
    else if (graph?.read(text) !== true) {
      this.#problems.add('warning', 'text-lines-ignored', { line: number, seen: text.trim() });
    }
    return null;
  }

  #comment(text: string, line: number): Fault | null {
    const event = /^# Samples:.* of events? '(.{1,300}?)'/.exec(text);
    if (event !== null) this.#named = event[1] ?? null;
    const header = /^#\s+(Overhead|Children)\s+(\S.*)$/.exec(text);
    if (header === null) return null;
    if (this.#events.length === MAX_EVENTS) {
      return fault('text-bad-line', { line, seen: text, expected: `at most ${MAX_EVENTS} tables` });
    }
    this.#hasChildren = header[1] === 'Children';
    this.#columns = (header[2] ?? '')
      .trim()
      .split(/\s{2,}/)
      .filter((name) => name !== 'Self');
    this.#events.push(this.#named ?? 'samples');
    this.#named = null;
    this.#builder.addValueType();
    return null;
  }

  #row([, first = '', second, rest = '']: RegExpExecArray, line: number, text: string): Fault | null {
    const share = shifted(this.#hasChildren ? (second ?? '') : first, 0);
    const mark = MARK.exec(rest);
    const after = mark === null ? '' : rest.slice(mark.index + mark[0].length).trim();
    if (mark === null || after === '' || share === null || this.#events.length === 0) {
      const expected = 'a share, and a symbol behind its mark such as [.] or [k]';
      return fault('text-bad-line', { line, seen: text.trim(), expected });
    }
    // Newer versions print more columns behind the symbol (IPC).
    const isLast = (this.#columns.at(-1) ?? 'Symbol') === 'Symbol';
    const symbol = isLast ? after : (after.split(/\s{2,}/, 1)[0] ?? after);
    const cells = rest
      .slice(0, mark.index)
      .trim()
      .split(/\s{2,}/);
    const cellOf = (name: string) => cells[this.#columns.indexOf(name)] || null;
    const command = this.#columns.includes('Command') ? cellOf('Command') : null;
    const module = this.#columns.includes('Shared Object') ? cellOf('Shared Object') : null;
    this.#rows.push({
      line,
      event: this.#events.length - 1,
      share,
      root: command === null ? null : this.#builder.frame(command),
      symbol,
      leaf: this.#builder.frame(symbol, { module, kind: mark[1] === 'k' ? 'kernel' : 'unknown' }),
      graph: new CallGraphLines(),
    });
    return this.#builder.overflow;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    const relative = this.#rows.some(({ share, graph }) => isRelative(share, graph.roots));
    for (const row of this.#rows) {
      this.#addRow(row, relative);
      const stopped = this.#stopped;
      if (stopped !== null) return err(stopped);
    }
    this.#problems.add('note', 'text-rounded');
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: this.#events.map((name) => ({ name, unit: 'percent', sampling: null })),
        event: this.#events.length === 1 ? (this.#events[0] ?? null) : null,
        source: { fileName: this.#context.fileName, format: 'perf-report', generator: 'perf report', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'rows such as "50.00%  mariadbd  mariadbd  [.] work"' },
    );
  }

  get #stopped(): Fault | null {
    return this.#tooDeep ?? this.#builder.overflow;
  }

  #addRow(row: Row, relative: boolean): void {
    const { roots } = row.graph;
    if (roots.length === 0) {
      this.#add(row, [], false, row.share);
      return;
    }
    // Every chain of a graph that begins with the callers ends in the function of the row.
    const isCalleeFirst = roots.every(({ names }) => names[0] === row.symbol);
    const waiting = roots.map((branch) => ({ branch, whole: row.share, above: [] as readonly string[] }));
    let left = row.share;
    for (let next = waiting.pop(); next !== undefined && this.#stopped === null; next = waiting.pop()) {
      const { branch, whole, above } = next;
      const share = shareOf(branch, whole, relative);
      if (above.length === 0) left -= share;
      const names = [...above, ...branch.names];
      let own = share;
      for (const inner of branch.branches) {
        own -= shareOf(inner, share, relative);
        waiting.push({ branch: inner, whole: share, above: names });
      }
      // What is left beside printed shares is their rounding, or chains that were too small to print.
      if (own > branch.branches.length * 0.005 + 1e-9) {
        const path = isCalleeFirst ? names.toReversed() : names;
        this.#add(row, path, branch.branches.length > 0, own);
      }
    }
    if (left > roots.length * 0.005 + 1e-9) this.#add(row, [], true, left);
  }

  /** `path` has callers first, the function of the row last where it is known whole. */
  #add(row: Row, path: readonly string[], isCut: boolean, share: number): void {
    const frames = path.map((name) => (name === row.symbol ? row.leaf : this.#builder.frame(name)));
    if (frames.at(-1) !== row.leaf) frames.push(...(isCut ? [this.#builder.frame(LEFT_OUT)] : []), row.leaf);
    else if (isCut) frames.unshift(this.#builder.frame(LEFT_OUT));
    if (isCut) this.#problems.add('note', 'perf-report-callers-left-out');
    const rooted = row.root === null ? frames : [row.root, ...frames];
    const { maxDepth } = this.#context.limits;
    if (rooted.length > maxDepth) {
      this.#tooDeep ??= fault('stack-too-deep', { line: row.line, facts: { maximum: maxDepth } });
      return;
    }
    this.#builder.addSelf(this.#builder.stack(rooted), share, row.event);
  }
}

function shareOf({ share }: Branch, whole: number, relative: boolean): number {
  if (share === null) return whole;
  return relative ? (share * whole) / 100 : share;
}
