import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { readFrame } from './frame.ts';

const COUNT = /^\s*(\d{1,20})\s*$/;
/** A string among the keys of the aggregation is padded; stacks never are. */
const NAMED_KEY = /^ {1,4}\S.{0,200}?\s{4,}$/;

/**
 * Reads what DTrace prints of `@[stack()] = count()`: frames, leaf first, then the count in a line of its own. A stack of
 * the kernel and one of the process, with a blank line between, are one: the kernel ran for the process. A name among the
 * keys (`@[execname, ustack()]`) becomes the root.
 */
export class DtraceParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #stacks: StackTable;
  readonly #problems = new ProblemLog();
  /** Frames of a line, leaf first: lines repeat a thousandfold. */
  readonly #known = new Map<string, readonly FrameIndex[]>();
  #leafFirst = new Int32Array(256);
  #depth = 0;
  #root: FrameIndex | null = null;
  #lastFrame: TextLine | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(1, context.limits);
    this.#stacks = new StackTable(this.#builder);
  }

  line(line: TextLine): Fault | null {
    const { text, number, ended } = line;
    const count = COUNT.exec(text);
    if (count !== null) {
      if (!ended) this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
      return this.#count(count[1] ?? '', number);
    }
    if (text.trim() === '') return null;
    // Frames are indented; headers and messages of dtrace are not, or are those of a probe that fired.
    if (!/^\s/.test(text) || isFiredProbe(text)) {
      if (!isHeader(text)) this.#problems.add('note', 'text-lines-ignored', { line: number, seen: text });
      return null;
    }
    if (this.#depth === 0 && NAMED_KEY.test(text) && !text.includes('`')) {
      this.#root = this.#builder.frame(text.trim());
      return null;
    }
    this.#lastFrame = line;
    return this.#push(text, number);
  }

  #push(text: string, line: number): Fault | null {
    let frames = this.#known.get(text);
    if (frames === undefined) {
      const { names, details } = readFrame(text);
      frames = names
        .map((name, at) => this.#builder.frame(name, at > 0 ? { ...details, kind: 'inlined' } : details))
        .reverse();
      this.#known.set(text, frames);
    }
    for (const frame of frames) this.#add(frame);
    const { maxDepth } = this.#context.limits;
    return this.#depth > maxDepth ? fault('stack-too-deep', { line, facts: { maximum: maxDepth } }) : null;
  }

  #add(frame: FrameIndex): void {
    if (this.#depth === this.#leafFirst.length) {
      const bigger = new Int32Array(this.#depth * 2);
      bigger.set(this.#leafFirst);
      this.#leafFirst = bigger;
    }
    this.#leafFirst[this.#depth++] = frame;
  }

  #count(digits: string, line: number): Fault | null {
    const value = BigInt(digits);
    if (value > MOST) {
      return fault('text-bad-line', { line, seen: digits, expected: 'a count of at most 64 bits' });
    }
    if (this.#root !== null) this.#add(this.#root);
    this.#builder.addSelfExact(this.#stacks.node(this.#leafFirst, this.#depth), value);
    this.#depth = 0;
    this.#root = null;
    this.#lastFrame = null;
    return this.#builder.overflow;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    if (this.#lastFrame !== null) {
      const { number, text } = this.#lastFrame;
      this.#problems.add('warning', 'text-cut', { line: number, seen: text.trim() });
    }
    this.#problems.add('note', 'text-end-unknown');
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [{ name: 'samples', unit: 'samples', sampling: countedSamples(this.#builder) }],
        source: { fileName: this.#context.fileName, format: 'dtrace', generator: 'dtrace', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'indented frames such as "unix`trap+0x2c7" and a count under them' },
    );
  }
}

const MOST = 2n ** 63n - 1n;

function isHeader(text: string): boolean {
  return /^CPU\s+ID\b/.test(text) || text.startsWith('dtrace:') || isFiredProbe(text);
}

/** CPU, id, and the probe: `  2  71021   :tick-30s`. */
function isFiredProbe(text: string): boolean {
  const [cpu = '', id = '', probe = '', ...more] = text.trim().split(/\s+/, 4);
  return more.length === 0 && /^\d+$/.test(cpu) && /^\d+$/.test(id) && probe.includes(':');
}
