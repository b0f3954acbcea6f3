import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { parentsFirst } from '../json/parents.ts';
import { isObject, numberOr, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';
import { framesOf } from './frames.ts';
import { tableOf } from './tables.ts';
import type { GeckoTable } from './tables.ts';

/**
 * Reads recordings of the Firefox profiler: as Firefox writes them (any version), inside a recording of the old developer
 * tools, or processed by profiler.firefox.com or samply. All threads of all processes are one profile; each thread is the
 * first frame of its stacks, below its process where there are several.
 */
export function readGecko(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  const isWrapped = file['meta'] === undefined && file['profile'] !== undefined;
  const profile = isWrapped ? shape.object(file['profile'], 'profile') : file;
  return new GeckoReader(profile, isWrapped ? ['profile'] : [], shape, context).read();
}

interface Thread {
  readonly value: JsonObject;
  readonly path: JsonPath;
  readonly shared: JsonObject;
}

class GeckoReader {
  readonly #profile: JsonObject;
  readonly #path: JsonPath;
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #columns: Columns;
  readonly #problems = new ProblemLog();
  #samples = 0;

  constructor(profile: JsonObject, path: JsonPath, shape: Shape, context: ReadContext) {
    this.#profile = profile;
    this.#path = path;
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#columns = new Columns(this.#builder);
  }

  read(): Result<ParsedFile, Fault> {
    const shape = this.#shape;
    const meta = shape.object(this.#profile['meta'], ...this.#path, 'meta');
    const threads = this.#threads();
    const processes = new Set(threads.map(({ value }) => processOf(value)));
    for (const thread of threads) {
      if (!shape.ok) break;
      this.#readThread(thread, processes.size > 1, meta);
    }
    if (shape.ok && this.#samples === 0) shape.stop(fault('gecko-no-samples', { facts: { threads: threads.length } }));
    const interval = numberOr(meta['interval'], 0);
    const facts = {
      period: interval > 0 ? { value: interval, unit: 'milliseconds' } : null,
      problems: this.#problems.list(),
    };
    const product = textOr(meta['product'], null);
    const made = { builder: this.#builder, columns: this.#columns, format: 'gecko', facts, generator: product };
    return finishFile(made, shape, this.#context);
  }

  /** Threads of the process and of its child processes, which old versions nest, even as JSON within a text. */
  #threads(): readonly Thread[] {
    const shape = this.#shape;
    const threads: Thread[] = [];
    const waiting: { profile: JsonObject; path: JsonPath }[] = [{ profile: this.#profile, path: this.#path }];
    for (let next = waiting.pop(); next !== undefined && shape.ok; next = waiting.pop()) {
      const { profile, path } = next;
      const shared = isObject(profile['shared']) ? profile['shared'] : {};
      for (const [index, value] of shape.array(profile['threads'], ...path, 'threads').entries()) {
        const where = [...path, 'threads', index];
        if (typeof value === 'string') waiting.push({ profile: this.#inText(value, where), path: where });
        else threads.push({ value: shape.object(value, ...where), path: where, shared });
      }
      for (const [index, child] of shape.arrayOrNone(profile['processes'], ...path, 'processes').entries()) {
        const where = [...path, 'processes', index];
        waiting.push({
          profile: typeof child === 'string' ? this.#inText(child, where) : shape.object(child, ...where),
          path: where,
        });
      }
    }
    return threads;
  }

  #inText(text: string, path: JsonPath): JsonObject {
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      // Said below, as for text that is no object.
    }
    this.#shape.wrong(text, path, 'the JSON of a process');
    return {};
  }

  #readThread({ value, path, shared }: Thread, hasProcesses: boolean, meta: JsonObject): void {
    const shape = this.#shape;
    const samples = tableOf(value, shared, 'samples', shape, path);
    if (samples.length === 0) return;
    const nodes = this.#placeStacks(value, shared, this.#threadNode(value, hasProcesses), path);
    if (!shape.ok) return;
    const weights = new Weights(value, samples, meta, this.#columns);
    for (let row = 0; row < samples.length; row++) {
      const stack = samples.at(row, 'stack');
      // A sample without a stack was taken all the same: it belongs to its thread.
      const at =
        stack == null || stack === -1
          ? nodes.length - 1
          : shape.index(stack, nodes.length - 1, 'stackTable', ...samples.pathOf(row, 'stack'));
      if (!shape.ok) return;
      weights.add(nodes[at] as NodeIndex, row, shape);
      this.#samples++;
    }
  }

  #threadNode(thread: JsonObject, hasProcesses: boolean): NodeIndex {
    const process = hasProcesses ? this.#builder.child(ROOT, this.#builder.frame(processOf(thread))) : ROOT;
    const name = textOr(thread['name'], null);
    return name === null ? process : this.#builder.child(process, this.#builder.frame(name));
  }

  /** The node of each row of the stack table; one more, the last, is the thread itself. */
  #placeStacks(thread: JsonObject, shared: JsonObject, threadNode: NodeIndex, path: JsonPath): Int32Array {
    const shape = this.#shape;
    const stacks = tableOf(thread, shared, 'stackTable', shape, path);
    const frames = framesOf(thread, shared, this.#builder, shape, path);
    const nodes = new Int32Array(stacks.length + 1).fill(threadNode);
    const parents = this.#prefixes(stacks);
    const order = shape.ok ? parentsFirst(parents) : null;
    if (order === null) {
      shape.wrong(stacks.length, stacks.path, 'stacks that are not their own callers');
      return nodes;
    }
    const depths = new Int32Array(stacks.length);
    for (const row of order) {
      const parent = parents[row]!;
      depths[row] = parent < 0 ? 1 : depths[parent]! + 1;
      const at = shape.index(stacks.at(row, 'frame'), frames.length, 'frameTable', ...stacks.pathOf(row, 'frame'));
      const frame = shape.ok ? frames.frame(at) : null;
      const above = (parent < 0 ? threadNode : nodes[parent]!) as NodeIndex;
      nodes[row] = frame === null ? above : this.#builder.child(above, frame);
      shape.depth(depths[row] ?? 0, this.#context.limits, ...stacks.pathOf(row, 'frame'));
      shape.stop(this.#builder.overflow);
      if (!shape.ok) break;
    }
    return nodes;
  }

  #prefixes(stacks: GeckoTable): Int32Array {
    const parents = new Int32Array(stacks.length);
    for (let row = 0; row < stacks.length; row++) {
      const prefix = stacks.at(row, 'prefix');
      parents[row] =
        prefix == null || prefix === -1
          ? -1
          : this.#shape.index(prefix, stacks.length, 'stackTable', ...stacks.pathOf(row, 'prefix'));
      if (!this.#shape.ok) break;
    }
    return parents;
  }
}

/** What the samples of one thread weigh, and the CPU time that was used up to each. */
class Weights {
  readonly #samples: GeckoTable;
  readonly #columns: Columns;
  readonly #column: number;
  readonly #cpu: number | null;

  constructor(thread: JsonObject, samples: GeckoTable, meta: JsonObject, columns: Columns) {
    this.#samples = samples;
    this.#columns = columns;
    const type = textOr(isObject(thread['samples']) ? thread['samples']['weightType'] : null, 'samples');
    const [name, unit] = WEIGHTS.get(type) ?? [type, type];
    this.#column = columns.column(name, unit, 'records');
    const units = isObject(meta['sampleUnits']) ? meta['sampleUnits']['threadCPUDelta'] : undefined;
    const cpuUnit = units === 'ns' ? 'nanoseconds' : units === 'µs' || units === 'μs' ? 'microseconds' : null;
    this.#cpu = cpuUnit !== null && samples.has('threadCPUDelta') ? columns.column('cpu', cpuUnit, 'records') : null;
  }

  add(node: NodeIndex, row: number, shape: Shape): void {
    const weight = this.#samples.at(row, 'weight');
    this.#columns.add(
      node,
      weight == null ? 1 : shape.number(weight, ...this.#samples.pathOf(row, 'weight')),
      this.#column,
    );
    if (this.#cpu === null) return;
    const used = this.#samples.at(row, 'threadCPUDelta');
    if (used != null)
      this.#columns.add(node, shape.number(used, ...this.#samples.pathOf(row, 'threadCPUDelta')), this.#cpu);
  }
}

/** `weightType` of the Firefox profiler. */
const WEIGHTS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['samples', ['samples', 'samples']],
  ['tracing-ms', ['time', 'milliseconds']],
  ['bytes', ['bytes', 'bytes']],
]);

function processOf(thread: JsonObject): string {
  return textOr(thread['processName'], null) ?? textOr(thread['processType'], 'process');
}
