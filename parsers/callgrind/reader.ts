import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { TextLine } from '../bytes/text-lines.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { onlyProfile, sumOf } from '../text/finish.ts';
import type { LineParser } from '../text/lines.ts';
import { CostLines } from './cost-lines.ts';
import { eventOf } from './events.ts';
import type { Event } from './events.ts';
import { CallGraph } from './graph.ts';
import { growTree } from './tree.ts';

const SPEC = /^(c?ob|c?f[ile]|cfn|fn)=(.*)$/;
const CALLS = /^calls=\s*(\d+|\+\d+|\*)?(?:\s|$)/;
const NAMED = /^\((\d{1,12})\)(?:\s+(.*))?$/;
/** More than any tool counts; each is a column. */
const MAX_EVENTS = 64;

/**
 * Reads the format of callgrind, which xdebug, pprof and others write as well. It holds a graph, not stacks: self costs of
 * functions, and inclusive costs of calls between them. Names may be compressed to `(id)`, positions to `+n`, `-n`, `*`.
 */
export class CallgrindParser implements LineParser {
  readonly #context: ReadContext;
  readonly #problems = new ProblemLog();
  /** Names by their number, for objects, files and functions. */
  readonly #names = { ob: new Map<string, string>(), fl: new Map<string, string>(), fn: new Map<string, string>() };
  #events: readonly Event[] = [];
  #graph: CallGraph | null = null;
  #costs = new CostLines(1, 0);
  #positions = 1;
  #generator: string | null = null;
  #totals: readonly number[] | null = null;

  #object: string | null = null;
  /** File of the function; `fi`/`fe` change the file of lines only. */
  #file: string | null = null;
  #func = -1;
  #calledObject: string | null = null;
  #calledFile: string | null = null;
  #calledName: string | null = null;
  /** What the next line of numbers is about. */
  #next: 'self' | 'call' | 'jump' = 'self';

  constructor(context: ReadContext) {
    this.#context = context;
  }

  line({ text, number, ended }: TextLine): Fault | null {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) return null;
    if (/^[\d+\-*]/.test(line)) {
      if (!ended && this.#next === 'self') this.#problems.add('warning', 'text-cut', { line: number, seen: line });
      return this.#numbers(line, number);
    }
    const spec = SPEC.exec(line);
    if (spec !== null) return this.#name(spec[1] ?? '', (spec[2] ?? '').trim(), number, line);
    if (line.startsWith('calls=')) {
      if (!CALLS.test(line) || this.#func < 0 || this.#calledName === null) {
        return fault('text-bad-line', {
          line: number,
          seen: line,
          expected: 'calls=COUNT POSITION after fn= and cfn=',
        });
      }
      this.#next = 'call';
      return null;
    }
    if (/^(?:jump|jcnd)=/.test(line)) {
      this.#next = 'jump';
      return null;
    }
    return this.#header(line, number);
  }

  #header(line: string, number: number): Fault | null {
    const parts = /^(\w+):\s*(.*)$/.exec(line);
    if (parts === null) {
      this.#problems.add('warning', 'text-lines-ignored', { line: number, seen: line });
      return null;
    }
    const [, key, value = ''] = parts;
    if (key === 'creator') this.#generator = value;
    else if (key === 'positions') {
      this.#positions = value.split(/\s+/).length;
      this.#costs = new CostLines(this.#positions, this.#events.length);
    } else if (key === 'events') return this.#readEvents(value, number, line);
    else if (key === 'totals') this.#totals = value.split(/\s+/).map(Number);
    return null;
  }

  #readEvents(value: string, line: number, seen: string): Fault | null {
    const names = value.split(/\s+/).filter((name) => name !== '');
    // Further parts of a file repeat the header.
    if (this.#graph !== null && names.join(' ') === this.#events.map(({ written }) => written).join(' ')) return null;
    if (this.#graph !== null || names.length === 0 || names.length > MAX_EVENTS) {
      return fault('text-bad-line', {
        line,
        seen,
        expected: `the names of 1 to ${MAX_EVENTS} events, the same in each part`,
      });
    }
    this.#events = names.map(eventOf);
    this.#graph = new CallGraph(names.length);
    this.#costs = new CostLines(this.#positions, names.length);
    return null;
  }

  #name(key: string, written: string, line: number, seen: string): Fault | null {
    if (this.#graph === null)
      return fault('text-bad-line', { line, seen, expected: 'the header "events:" before functions' });
    const kind = key.endsWith('ob') ? 'ob' : key.endsWith('fn') ? 'fn' : 'fl';
    const name = this.#nameOf(kind, written, line);
    if (key === 'ob') this.#object = name;
    else if (key === 'fl') this.#file = name;
    else if (key === 'cob') this.#calledObject = name;
    else if (key === 'cfi' || key === 'cfl' || key === 'cfe') this.#calledFile = name;
    else if (key === 'cfn') this.#calledName = name ?? '[unknown]';
    else if (key === 'fn') {
      this.#func = this.#graph.id(this.#object, this.#file, name ?? '[unknown]');
      const func = this.#graph.functions[this.#func];
      if (func !== undefined) func.isDefined = true;
      this.#forgetCallee();
    }
    this.#next = 'self';
    return this.#tooMany(line);
  }

  #tooMany(line: number): Fault | null {
    const { maxFrames } = this.#context.limits;
    const isOver = (this.#graph?.functions.length ?? 0) > maxFrames;
    return isOver ? fault('limit-exceeded', { line, facts: { limit: 'maxFrames', maximum: maxFrames } }) : null;
  }

  #nameOf(kind: 'ob' | 'fl' | 'fn', written: string, line: number): string | null {
    const parts = NAMED.exec(written);
    if (parts === null) return written === '' || written === '???' ? null : written;
    const [, id = '', name] = parts;
    const names = this.#names[kind];
    if (name !== undefined && name !== '') names.set(id, name);
    const known = names.get(id);
    if (known === undefined) this.#problems.add('warning', 'callgrind-name-unknown', { line, seen: written });
    return known === undefined ? `(${id})` : known === '???' ? null : known;
  }

  #numbers(line: string, number: number): Fault | null {
    const graph = this.#graph;
    if (graph === null || this.#func < 0) {
      return fault('text-bad-line', { line: number, seen: line, expected: '"events:" and "fn=" before costs' });
    }
    const what = this.#next;
    this.#next = 'self';
    const costs = this.#costs.read(line, what !== 'jump');
    if (costs === null) {
      const expected = `${this.#positions} positions and up to ${this.#events.length} costs`;
      return fault('text-bad-line', { line: number, seen: line, expected });
    }
    if (what === 'self') graph.addSelf(this.#func, costs);
    else if (what === 'call' && this.#calledName !== null) {
      const callee = graph.id(this.#calledObject ?? this.#object, this.#calledFile ?? this.#file, this.#calledName);
      graph.addCall(this.#func, callee, costs);
      this.#forgetCallee();
    }
    return this.#tooMany(number);
  }

  #forgetCallee(): void {
    this.#calledObject = null;
    this.#calledFile = null;
    this.#calledName = null;
  }

  finish(lines: number): Result<ParsedFile, Fault> {
    const graph = this.#graph;
    if (graph === null) return err(fault('text-truncated', { line: lines, expected: 'the header "events:"' }));
    if (this.#next !== 'self') return err(fault('text-truncated', { line: lines, expected: 'the costs of a call' }));
    graph.resolveCallees();
    const events = this.#events;
    const builder = new ProfileBuilder(events.length, this.#context.limits);
    const stopped = growTree(graph, events.length, builder, this.#context, this.#problems);
    if (stopped !== null) return err(stopped);
    this.#checkTotals(builder);
    const scale = events.map(({ factor }) => factor);
    for (const [t, factor] of scale.entries()) if (factor !== 1) scaleColumn(builder, t, factor);
    return onlyProfile(
      builder,
      {
        valueTypes: events.map(({ name, unit }) => ({ name, unit, sampling: null })),
        event: events.length === 1 ? (events[0]?.name ?? null) : null,
        source: { fileName: this.#context.fileName, format: 'callgrind', generator: this.#generator, sha256: null },
        problems: this.#problems.list(),
      },
      { lines, expected: 'functions (fn=) with costs under them' },
    );
  }

  #checkTotals(builder: ProfileBuilder): void {
    if (this.#totals === null) {
      this.#problems.add('note', 'text-end-unknown');
      return;
    }
    for (const [t, total] of this.#totals.entries()) {
      if (t >= this.#events.length) return;
      const actual = sumOf(builder, t);
      if (actual !== total) this.#problems.add('warning', 'callgrind-totals-differ', { facts: { total, actual } });
    }
  }
}

function scaleColumn(builder: ProfileBuilder, valueType: number, factor: number): void {
  for (let node = 0; node < builder.nodeCount; node++) {
    const self = builder.selfOf(node as never, valueType);
    if (self !== 0) builder.addSelf(node as never, self * (factor - 1), valueType);
  }
}
