import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { countedSamples, onlyProfile } from '../text/finish.ts';

type Attributes = Readonly<Record<string, string>>;

interface OpenFrame {
  readonly id: string | null;
  readonly name: string;
  module: string | null;
  file: string | null;
}

interface OpenRow {
  node: NodeIndex | null;
  weight: number | null;
}

const SAMPLES = 0;
const WEIGHT = 1;

/**
 * Makes samples of the rows. Each element has its `id` where it stands for the first time and is named by `ref` from then
 * on, frames inside of backtraces included.
 */
export class RowCollector {
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #stacks: StackTable;
  readonly #problems = new ProblemLog();
  readonly #frames = new Map<string, FrameIndex>();
  readonly #binaries = new Map<string, string>();
  readonly #paths = new Map<string, string>();
  readonly #backtraces = new Map<string, NodeIndex>();
  readonly #weights = new Map<string, number>();

  #row: OpenRow | null = null;
  #frame: OpenFrame | null = null;
  #leafFirst = new Int32Array(128);
  #depth = 0;
  /** Ids of the elements around a backtrace and of itself, which name the same stack. */
  #stackIds: string[] = [];
  #isBacktraceOpen = false;
  #text = '';
  #textId: string | null = null;
  #unit: 'nanoseconds' | 'cycles' = 'nanoseconds';
  #rows = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#builder = new ProfileBuilder(2, context.limits);
    this.#stacks = new StackTable(this.#builder);
  }

  open(name: string, attributes: Attributes, line: number): Fault | null {
    const ref = own(attributes, 'ref');
    const id = own(attributes, 'id');
    switch (name) {
      case 'row':
        this.#row = { node: null, weight: null };
        return null;
      case 'weight':
      case 'cycle-weight':
        if (name === 'cycle-weight') this.#unit = 'cycles';
        return this.#openWeight(ref, id, line);
      case 'tagged-backtrace':
      case 'backtrace':
        return this.#openBacktrace(name, ref, id, line);
      case 'frame':
        return this.#openFrame(ref, id, attributes, line);
      case 'binary':
        return this.#openBinary(ref, id, attributes, line);
      case 'path':
        return this.#openPath(ref, id, line);
      default:
        return null;
    }
  }

  text(text: string): void {
    if (this.#textId !== null) this.#text += text;
  }

  close(name: string, line: number): Fault | null {
    if (name === 'row') return this.#closeRow();
    if (name === 'frame') return this.#closeFrame(line);
    if (name === 'backtrace') return this.#closeBacktrace();
    if (name === 'weight' || name === 'cycle-weight') return this.#closeWeight(line);
    if (name === 'path' && this.#textId !== null) {
      this.#paths.set(this.#textId, this.#text);
      if (this.#frame !== null) this.#frame.file = this.#text;
      this.#textId = null;
    }
    return null;
  }

  #openWeight(ref: string | null, id: string | null, line: number): Fault | null {
    if (this.#row === null) return null;
    if (ref === null) {
      this.#beginText(id);
      return null;
    }
    const weight = this.#weights.get(ref);
    if (weight === undefined) return unknownRef('weight', ref, line);
    this.#row.weight = weight;
    return null;
  }

  #closeWeight(line: number): Fault | null {
    if (this.#textId === null || this.#row === null) return null;
    const weight = Number(this.#text);
    if (!/^\d{1,18}$/.test(this.#text.trim())) {
      return fault('text-bad-line', { line, seen: this.#text, expected: 'the weight of a sample, as a whole number' });
    }
    this.#weights.set(this.#textId, weight);
    this.#row.weight = weight;
    this.#textId = null;
    return null;
  }

  #openBacktrace(name: string, ref: string | null, id: string | null, line: number): Fault | null {
    if (this.#row === null) return null;
    if (ref !== null) {
      const node = this.#backtraces.get(ref);
      if (node === undefined) return unknownRef(name, ref, line);
      // A tagged backtrace may hold a reference to a plain one.
      for (const known of this.#stackIds) this.#backtraces.set(known, node);
      this.#stackIds = [];
      this.#row.node = node;
      return null;
    }
    if (id !== null) this.#stackIds.push(id);
    if (name === 'backtrace') {
      this.#isBacktraceOpen = true;
      this.#depth = 0;
    }
    return null;
  }

  #closeBacktrace(): Fault | null {
    if (!this.#isBacktraceOpen || this.#row === null) return null;
    this.#isBacktraceOpen = false;
    const node = this.#stacks.node(this.#leafFirst, this.#depth);
    for (const id of this.#stackIds) this.#backtraces.set(id, node);
    this.#stackIds = [];
    this.#row.node = node;
    return this.#builder.overflow;
  }

  #openFrame(ref: string | null, id: string | null, attributes: Attributes, line: number): Fault | null {
    if (!this.#isBacktraceOpen) return null;
    if (ref === null) {
      const name = own(attributes, 'name') || own(attributes, 'addr') || '[unknown]';
      this.#frame = { id, name, module: null, file: null };
      return null;
    }
    const known = this.#frames.get(ref);
    return known === undefined ? unknownRef('frame', ref, line) : this.#push(known, line);
  }

  #closeFrame(line: number): Fault | null {
    if (this.#frame === null) return null;
    const { id, name, module, file } = this.#frame;
    const frame = this.#builder.frame(name, { module, file });
    if (id !== null) this.#frames.set(id, frame);
    this.#frame = null;
    return this.#push(frame, line);
  }

  #push(frame: FrameIndex, line: number): Fault | null {
    if (this.#depth === this.#leafFirst.length) {
      const bigger = new Int32Array(this.#depth * 2);
      bigger.set(this.#leafFirst);
      this.#leafFirst = bigger;
    }
    this.#leafFirst[this.#depth++] = frame;
    const { maxDepth } = this.#context.limits;
    return this.#depth > maxDepth ? fault('stack-too-deep', { line, facts: { maximum: maxDepth } }) : null;
  }

  #openBinary(ref: string | null, id: string | null, attributes: Attributes, line: number): Fault | null {
    if (this.#frame === null) return null;
    const name = ref === null ? (own(attributes, 'name') ?? '') : this.#binaries.get(ref);
    if (name === undefined) return unknownRef('binary', ref ?? '', line);
    if (id !== null) this.#binaries.set(id, name);
    this.#frame.module = name === '' ? null : name;
    return null;
  }

  #openPath(ref: string | null, id: string | null, line: number): Fault | null {
    if (this.#frame === null) return null;
    if (ref === null) {
      this.#beginText(id);
      return null;
    }
    const path = this.#paths.get(ref);
    if (path === undefined) return unknownRef('path', ref, line);
    this.#frame.file = path;
    return null;
  }

  #beginText(id: string | null): void {
    this.#textId = id ?? '';
    this.#text = '';
  }

  #closeRow(): Fault | null {
    if (this.#row === null) return null;
    const { node, weight } = this.#row;
    this.#rows++;
    if (node === null || node === ROOT) this.#problems.add('note', 'xctrace-without-stack');
    if (weight === null) this.#problems.add('warning', 'xctrace-without-weight');
    this.#builder.addSelf(node ?? ROOT, 1, SAMPLES);
    this.#builder.addSelf(node ?? ROOT, weight ?? 0, WEIGHT);
    this.#row = null;
    this.#stackIds = [];
    return this.#builder.overflow;
  }

  finish(): Result<ParsedFile, Fault> {
    if (this.#builder.nodeCount === 1) return err(fault('xctrace-no-stacks', { facts: { rows: this.#rows } }));
    return onlyProfile(
      this.#builder,
      {
        valueTypes: [
          { name: 'samples', unit: 'samples', sampling: countedSamples(this.#builder) },
          { name: this.#unit === 'cycles' ? 'cycles' : 'time', unit: this.#unit, sampling: null },
        ],
        source: { fileName: this.#context.fileName, format: 'xctrace', generator: 'xctrace', sha256: null },
        problems: this.#problems.list(),
      },
      { lines: 0, expected: 'rows with a backtrace' },
    );
  }
}

/** Attribute names come from the file: only its own ones count. */
function own(attributes: Attributes, name: string): string | null {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;
}

function unknownRef(element: string, ref: string, line: number): Fault {
  return fault('xctrace-unknown-ref', { line, seen: ref, facts: { element } });
}
