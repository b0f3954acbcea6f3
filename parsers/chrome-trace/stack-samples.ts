import { ROOT } from '../../core/model/profile.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import { addTimes } from '../cpuprofile/samples.ts';
import { parentsFirst } from '../json/parents.ts';
import { textOr } from '../json/shape.ts';
import type { JsonObject } from '../json/shape.ts';
import type { TraceInto } from './event.ts';
import { idText, keyOf, threadOf } from './threads.ts';
import type { ThreadId } from './threads.ts';

interface Sampled {
  readonly thread: ThreadId;
  readonly stacks: string[];
  readonly times: number[];
  readonly weights: number[];
}

/** Adds samples that name a row of `stackFrames`, whose rows name their callers: as Hermes writes, and trace-viewer reads. */
export function addStackSamples(list: readonly unknown[], frames: JsonObject, into: TraceInto): void {
  const { shape, columns, builder, problems } = into;
  const byThread = new Map<string, Sampled>();
  for (const [index, value] of list.entries()) {
    const sample = shape.object(value, 'samples', index);
    const thread = threadOf(sample);
    const key = keyOf(thread);
    const known = byThread.get(key) ?? { thread, stacks: [], times: [], weights: [] };
    byThread.set(key, known);
    known.times.push(shape.number(sample['ts'], 'samples', index, 'ts'));
    known.weights.push(sample['weight'] === undefined ? 1 : shape.count(sample['weight'], 'samples', index, 'weight'));
    known.stacks.push(idText(sample['sf']));
    if (!shape.ok) return;
  }
  const table = new StackFrames(frames, into);
  const threads = [...byThread.values()];
  const threadNodes = into.names.nodes(
    threads.map(({ thread }) => thread),
    builder,
  );
  const samples = columns.column('samples', 'samples', 'records');
  const time = columns.column('time', 'microseconds', 'records');
  for (const { thread, stacks, times, weights } of threads) {
    const above = threadNodes.get(keyOf(thread)) ?? ROOT;
    const placed = new Map<number, NodeIndex>();
    const nodes: NodeIndex[] = [];
    for (const [at, stack] of stacks.entries()) {
      const node = table.node(stack, above, placed);
      if (!shape.ok) return;
      columns.addCount(node, weights[at] ?? 1, samples);
      nodes.push(node);
    }
    addTimes({ nodes, times: Float64Array.from(times) }, columns, time, problems);
  }
}

/** The table of stacks: each row is a frame and names the row of its caller. */
class StackFrames {
  readonly #into: TraceInto;
  readonly #rows = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #parents: Int32Array;

  constructor(frames: JsonObject, into: TraceInto) {
    this.#into = into;
    const { shape } = into;
    const ids = Object.keys(frames);
    for (const [row, id] of ids.entries()) this.#rows.set(id, row);
    this.#parents = new Int32Array(ids.length).fill(-1);
    for (const [row, id] of ids.entries()) {
      const { name, parent } = shape.object(frames[id], 'stackFrames', id);
      this.#names.push(textOr(name, '(unnamed)'));
      if (parent === undefined || parent === null) continue;
      const at = this.#rows.get(idText(parent));
      if (at === undefined) shape.wrong(parent, ['stackFrames', id, 'parent'], 'a row of "stackFrames"');
      this.#parents[row] = at ?? -1;
    }
    if (parentsFirst(this.#parents) === null) {
      shape.wrong(ids.length, ['stackFrames'], 'stacks that are not their own callers');
    }
  }

  /** The node of a stack below `above`; `placed` remembers those of the same thread. */
  node(id: string, above: NodeIndex, placed: Map<number, NodeIndex>): NodeIndex {
    const { shape, builder, context } = this.#into;
    const row = this.#rows.get(id);
    if (row === undefined) shape.wrong(id, ['samples'], 'samples whose "sf" is a row of "stackFrames"');
    if (row === undefined || !shape.ok) return above;
    const missing: number[] = [];
    let at = row;
    while (at >= 0 && !placed.has(at)) {
      missing.push(at);
      at = this.#parents[at]!;
    }
    shape.depth(missing.length, context.limits, 'stackFrames', id);
    let node = placed.get(at) ?? above;
    for (let next = missing.pop(); next !== undefined && shape.ok; next = missing.pop()) {
      node = builder.child(node, builder.frame(this.#names[next] ?? ''));
      placed.set(next, node);
      shape.stop(builder.overflow);
    }
    return node;
  }
}
