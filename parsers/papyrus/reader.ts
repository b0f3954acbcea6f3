import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { onlyProfile } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';

const EVENTS: ReadonlySet<string> = new Set(['START', 'PUSH', 'POP', 'QUEUE_PUSH', 'QUEUE_POP']);

/** A stack of the script engine; several run at once, and each has its own time. */
interface ScriptStack {
  readonly root: NodeIndex;
  /** Of the functions that run, the outermost first. */
  readonly nodes: NodeIndex[];
  last: number;
}

/**
 * Reads the log of the profiler of Papyrus: functions that are entered and left, with a time in milliseconds. The time
 * between two events of a stack belongs to the function that was running in it; between functions, to `STACK n` itself.
 */
export class PapyrusParser implements LineParser {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #problems = new ProblemLog();
  readonly #stacks = new Map<string, ScriptStack>();
  #isClosed = false;
  #time = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(1, context.limits);
  }

  line({ text, number }: TextLine): Fault | null {
    if (text.trim() === '' || / log opened \(/.test(text)) return null;
    if (text.startsWith('Log closed')) {
      this.#isClosed = true;
      return null;
    }
    // TIME:EVENT:STACK:DEPTH:OBJECT:FUNCTION; the object may hold anything.
    const parts = text.trimEnd().split(':');
    const [time = '', what = '', id = ''] = parts;
    if (!/^\d{1,15}$/.test(time) || !EVENTS.has(what) || !/^\d{1,15}$/.test(id)) {
      this.#problems.add('warning', 'text-lines-ignored', { line: number, seen: text });
      return null;
    }
    const name = parts.length >= 6 ? (parts.at(-1)?.trim() ?? '') : '';
    return this.#event(Number(time), what, id, name === '' ? null : name, number, text);
  }

  #event(time: number, what: string, id: string, name: string | null, line: number, seen: string): Fault | null {
    if (time < this.#time) {
      return fault('text-bad-line', { line, seen, expected: `a time of ${this.#time} or later` });
    }
    this.#time = time;
    let stack = this.#stacks.get(id);
    if (stack === undefined) {
      stack = { root: this.#builder.child(ROOT, this.#builder.frame(`STACK ${id}`)), nodes: [], last: time };
      this.#stacks.set(id, stack);
    }
    if (time > stack.last) {
      this.#builder.addSelf(stack.nodes.at(-1) ?? stack.root, time - stack.last);
      stack.last = time;
    }
    if ((what !== 'PUSH' && what !== 'POP') || name === null) return this.#builder.overflow;
    const frame = this.#builder.frame(name);
    if (what === 'PUSH') {
      stack.nodes.push(this.#builder.child(stack.nodes.at(-1) ?? stack.root, frame));
      const { maxDepth } = this.#context.limits;
      if (stack.nodes.length > maxDepth) return fault('stack-too-deep', { line, facts: { maximum: maxDepth } });
      return this.#builder.overflow;
    }
    const last = stack.nodes.at(-1);
    if (last !== undefined && this.#builder.frameOf(last) === frame) stack.nodes.pop();
    else this.#problems.add('warning', 'papyrus-left-unentered', { line, seen: name });
    return this.#builder.overflow;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    if (!this.#isClosed) this.#problems.add('warning', 'papyrus-not-closed', { line: lines });
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [{ name: 'time', unit: 'milliseconds', sampling: null }],
        source: { fileName: this.#context.fileName, format: 'papyrus-log', generator: 'Papyrus', sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'lines such as "500:PUSH:3053:1:object:script..function"' },
    );
  }
}
