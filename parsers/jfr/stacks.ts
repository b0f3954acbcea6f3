import type { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import type { FrameKind, NodeIndex } from '../../core/model/profile.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { StackTable } from '../stack-table.ts';
import type { Long } from './bytes.ts';
import type { Chunk } from './chunk.ts';
import type { Row, Value } from './layout.ts';

const KINDS: ReadonlyMap<string, FrameKind> = new Map<string, FrameKind>([
  ['JIT compiled', 'jit'],
  ['C1 compiled', 'jit'],
  ['Inlined', 'inlined'],
  ['Native', 'user'],
  ['C++', 'user'],
  ['Kernel', 'kernel'],
]);

/** Stack traces of one chunk as nodes of the tree; a trace is resolved once. */
export class ChunkStacks {
  readonly #chunk: Chunk;
  readonly #builder: ProfileBuilder;
  readonly #problems: ProblemLog;
  readonly #maxDepth: number;
  readonly #table: StackTable;
  readonly #nodes = new Map<Long, NodeIndex>();
  readonly #frames = new Map<string, number>();
  readonly #fields: ReadonlyMap<string, ReadonlyMap<string, number>>;
  #leafFirst = new Int32Array(256);
  fault: Fault | null = null;

  constructor(chunk: Chunk, builder: ProfileBuilder, table: StackTable, problems: ProblemLog, maxDepth: number) {
    this.#chunk = chunk;
    this.#builder = builder;
    this.#table = table;
    this.#problems = problems;
    this.#maxDepth = maxDepth;
    this.#fields = positions(chunk);
  }

  /** Node of the trace with this id; 0 is "no stack". */
  node(id: Long): NodeIndex {
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    const row = this.#chunk.constant('jdk.types.StackTrace', id);
    if (row === null && id !== 0) this.#problems.add('warning', 'jfr-stack-missing', { facts: { id: String(id) } });
    const node = row === null ? ROOT : this.#resolve(row);
    this.#nodes.set(id, node);
    return node;
  }

  #resolve(row: Row): NodeIndex {
    if (this.#field('jdk.types.StackTrace', row, 'truncated') === 1)
      this.#problems.add('warning', 'jfr-stacks-truncated');
    const frames = this.#field('jdk.types.StackTrace', row, 'frames');
    if (!Array.isArray(frames)) return ROOT;
    if (frames.length > this.#maxDepth) {
      this.fault ??= fault('stack-too-deep', { facts: { maximum: this.#maxDepth } });
      return ROOT;
    }
    if (frames.length > this.#leafFirst.length) this.#leafFirst = new Int32Array(frames.length * 2);
    for (const [at, frame] of frames.entries()) this.#leafFirst[at] = this.#frame(frame as Row);
    return this.#table.node(this.#leafFirst, frames.length);
  }

  #frame(row: Row): number {
    const positionsOfFrame = this.#fields.get('jdk.types.StackFrame');
    const method = idOf(row[positionsOfFrame?.get('method') ?? -1]);
    const type = idOf(row[positionsOfFrame?.get('type') ?? -1]);
    const key = `${method},${type}`;
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const made = this.#makeFrame(method, type);
    this.#frames.set(key, made);
    return made;
  }

  #makeFrame(methodId: Long, typeId: Long): number {
    const description = this.#text(this.#constantField('jdk.types.FrameType', typeId, 'description'));
    const kind = KINDS.get(description) ?? 'unknown';
    const method = this.#symbol(this.#constantField('jdk.types.Method', methodId, 'name'));
    const classId = idOf(this.#constantField('jdk.types.Method', methodId, 'type'));
    const className = this.#symbol(this.#constantField('java.lang.Class', classId, 'name'));
    if (method === '' && className === '') return this.#builder.frame('[unknown]', { kind });
    // async-profiler puts the library of a native function in place of its class.
    if (description === 'Native' || description === 'C++' || description === 'Kernel') {
      return this.#builder.frame(method || className, {
        kind,
        module: method === '' || className === '' ? null : className,
      });
    }
    return this.#builder.frame(className === '' ? method : `${className}.${method}`, { kind });
  }

  #symbol(id: Value): string {
    return this.#text(this.#constantField('jdk.types.Symbol', idOf(id), 'string'));
  }

  #constantField(className: string, id: Long, field: string): Value {
    const row = this.#chunk.constant(className, id);
    return row === null ? null : this.#field(className, row, field);
  }

  #field(className: string, row: Row, field: string): Value {
    return row[this.#fields.get(className)?.get(field) ?? -1] ?? null;
  }

  #text(value: Value): string {
    if (typeof value === 'string') return value;
    if (value === null || typeof value !== 'object' || !('ref' in value)) return '';
    const pooled = this.#chunk.constant('java.lang.String', value.ref)?.[0];
    return typeof pooled === 'string' ? pooled : '';
  }
}

function idOf(value: Value | undefined): Long {
  return typeof value === 'number' || typeof value === 'bigint' ? value : 0;
}

/** Positions of the fields in the rows of each class, looked up once a chunk. */
function positions(chunk: Chunk): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const all = new Map<string, ReadonlyMap<string, number>>();
  for (const name of ['StackTrace', 'StackFrame', 'Method', 'Symbol', 'FrameType'].map((one) => `jdk.types.${one}`)) {
    all.set(name, positionsOf(chunk, name));
  }
  return all.set('java.lang.Class', positionsOf(chunk, 'java.lang.Class'));
}

function positionsOf(chunk: Chunk, name: string): ReadonlyMap<string, number> {
  return new Map(chunk.layoutNamed(name)?.steps.map((step, at) => [step.name, at]) ?? []);
}
