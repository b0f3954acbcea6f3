import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { csvRow } from '../text/csv-row.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { CodeMap } from './code-map.ts';
import { jsName } from './js-name.ts';

interface Code {
  readonly frame: FrameIndex;
  readonly isJs: boolean;
}

const JS_TYPES = /^(?:LazyCompile|Function|Script|Eval|JS)$/;
const GARBAGE_COLLECTOR = '1';

/**
 * Reads the log of `node --prof`: where code lies in memory, as it comes, moves and goes, and ticks with the addresses of
 * their stacks, which are looked up at that moment. Functions of native libraries are not in the log.
 */
export class V8LogParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #stacks: StackTable;
  readonly #problems = new ProblemLog();
  readonly #code = new CodeMap<Code>();
  readonly #libraries = new CodeMap<Code>();
  #version: string | null = null;
  #leafFirst = new Int32Array(64);
  #lastTime = 0;
  #tooDeep: Fault | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(1, context.limits);
    this.#stacks = new StackTable(this.#builder);
  }

  line({ text, number, ended }: TextLine): Fault | null {
    if (text === '') return null;
    const cut = text.indexOf(',');
    const kind = cut < 0 ? text : text.slice(0, cut);
    if (!HANDLED.has(kind)) return null;
    if (!ended) {
      this.#problems.add('warning', 'text-cut', { line: number, seen: text.slice(0, 80) });
      // Half a line of addresses would be another stack.
      return null;
    }
    const cells = csvRow(text);
    const isRead = cells !== null && this.#record(kind, cells);
    return isRead
      ? (this.#tooDeep ?? this.#builder.overflow)
      : fault('text-bad-line', { line: number, seen: text, expected: `the fields of "${kind}" as V8 writes them` });
  }

  #record(kind: string, cells: readonly string[]): boolean {
    switch (kind) {
      case 'v8-version':
        this.#version = cells.slice(1, 4).join('.');
        return true;
      case 'shared-library':
        return this.#library(cells);
      case 'code-creation':
        return this.#creation(cells);
      case 'code-move':
      case 'code-delete':
        return this.#change(kind, cells);
      default:
        return this.#tick(cells);
    }
  }

  #library([, path = '', from = '', to = '']: readonly string[]): boolean {
    const [start, end] = [address(from), address(to)];
    if (start === null || end === null || path === '') return false;
    const name = path.split(/[\\/]/).at(-1) || path;
    this.#libraries.add(start, end - start, { frame: this.#builder.frame(name, { module: path }), isJs: false });
    return true;
  }

  /** `code-creation,TYPE,KIND,TIME,ADDRESS,SIZE,NAME[,ID,STATE]`; older versions have no time. */
  #creation(cells: readonly string[]): boolean {
    const at = cells.findIndex((cell, index) => index >= 2 && cell.startsWith('0x'));
    const start = address(cells[at] ?? '');
    const size = cells[at + 1] ?? '';
    const name = unescaped(cells[at + 2] ?? '');
    if (at < 0 || start === null || !/^\d{1,12}$/.test(size)) return false;
    const isJs = JS_TYPES.test(cells[1] ?? '');
    const named = isJs ? jsName(name) : { name: name === '' ? '[unknown]' : name, details: { kind: 'jit' as const } };
    this.#code.add(start, Number(size), { frame: this.#builder.frame(named.name, named.details), isJs });
    return true;
  }

  #change(kind: string, [, first = '', second = '']: readonly string[]): boolean {
    const from = address(first);
    if (from === null) return false;
    if (kind === 'code-delete') {
      this.#code.delete(from);
      return true;
    }
    const to = address(second);
    if (to === null) return false;
    this.#code.move(from, to);
    return true;
  }

  /** `tick,PC,TIME,IN_CALLBACK,TOP_OF_STACK_OR_CALLBACK,STATE,CALLERS…` */
  #tick(cells: readonly string[]): boolean {
    const [, counter = '', time = '', inCallback = '', topWritten = '', state = ''] = cells;
    let pc = address(counter);
    let top = address(topWritten);
    if (pc === null || top === null || !/^\d{1,16}$/.test(time)) return false;
    // Inside a callback the counter says less than the callback; otherwise the top of the stack counts if it is a function
    // of JavaScript that has not set up its frame yet.
    if (inCallback === '1') [pc, top] = [top, 0];
    else if (top !== 0 && this.#code.at(top)?.isJs !== true) top = 0;
    const frames: FrameIndex[] = [];
    if (state === GARBAGE_COLLECTOR) frames.push(this.#builder.frame('(garbage collector)'));
    frames.push(this.#frameAt(pc));
    if (top !== 0) frames.push(this.#frameAt(top));
    let previous = pc;
    for (const cell of cells.slice(6)) {
      if (cell.startsWith('o')) {
        this.#problems.add('warning', 'v8-stack-overflow');
        continue;
      }
      const caller = /^[+-]/.test(cell) ? relative(previous, cell) : address(cell);
      if (caller === null) return false;
      previous = caller;
      frames.push(this.#frameAt(caller));
    }
    const { maxDepth } = this.#context.limits;
    if (frames.length > maxDepth) {
      this.#tooDeep = fault('stack-too-deep', { facts: { maximum: maxDepth } });
      return true;
    }
    if (frames.length > this.#leafFirst.length) this.#leafFirst = new Int32Array(frames.length * 2);
    this.#leafFirst.set(frames);
    this.#builder.addSelf(this.#stacks.node(this.#leafFirst, frames.length), 1);
    this.#lastTime = Math.max(this.#lastTime, Number(time));
    return true;
  }

  #frameAt(at: number): FrameIndex {
    const code = this.#code.at(at);
    if (code !== null) return code.frame;
    const library = this.#libraries.at(at);
    if (library === null) {
      this.#problems.add('note', 'v8-addresses-unknown');
      return this.#builder.frame('[unknown]');
    }
    this.#problems.add('note', 'v8-native-names');
    return library.frame;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [{ name: 'ticks', unit: 'samples', sampling: countedSamples(this.#builder) }],
        durationSeconds: this.#lastTime > 0 ? this.#lastTime / 1e6 : null,
        source: {
          fileName: this.#context.fileName,
          format: 'v8-log',
          generator: this.#version === null ? 'V8' : `V8 ${this.#version}`,
          sha256: null,
        },
        problems: this.#problems.list(),
      },
      { lines, expected: 'lines that begin with "tick,"' },
    );
  }
}

const HANDLED = new Set(['v8-version', 'shared-library', 'code-creation', 'code-move', 'code-delete', 'tick']);

function address(text: string): number | null {
  if (text === '0') return 0;
  return /^0x[0-9a-fA-F]{1,16}$/.test(text) ? Number(text) : null;
}

/** A caller may be written as its distance from the one before, in hexadecimal. */
function relative(from: number, text: string): number | null {
  const distance = /^[+-](?:0x)?([0-9a-fA-F]{1,16})$/.exec(text)?.[1];
  if (distance === undefined) return null;
  return from + (text.startsWith('-') ? -1 : 1) * Number.parseInt(distance, 16);
}

/** Commas and line feeds in names are written as `\x2C` and `\n`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(n)|(\\))/g, (_, byte, unit, feed) =>
    feed !== undefined
      ? '\n'
      : byte === undefined && unit === undefined
        ? '\\'
        : String.fromCharCode(Number.parseInt(String(byte ?? unit), 16)),
  );
}
