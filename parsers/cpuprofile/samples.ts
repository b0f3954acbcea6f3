import type { ProblemLog } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Columns } from '../json/columns.ts';
import type { Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/** Samples in the order of the file: where each was taken, and when, in microseconds from any start. */
export interface TimedSamples {
  readonly nodes: readonly NodeIndex[];
  /** As many as there are samples, or none when the file does not say when they were taken. */
  readonly times: Float64Array | null;
}

/** The nodes that the sampled ids name; `lost` stands for a node that was lost with a piece of the file. */
export function sampledNodes(
  ids: readonly unknown[],
  placed: ReadonlyMap<number, NodeIndex>,
  shape: Shape,
  path: JsonPath,
  lost: NodeIndex | null = null,
): readonly NodeIndex[] {
  const nodes: NodeIndex[] = [];
  for (const [index, id] of ids.entries()) {
    const node = typeof id === 'number' ? (placed.get(id) ?? lost ?? undefined) : undefined;
    if (node === undefined) {
      shape.wrong(id, [...path, index], 'the id of a node');
      break;
    }
    nodes.push(node);
  }
  return nodes;
}

/**
 * Adds the time of each sample: up to the next one. How long the last one lasted is not in the file, so it has no time.
 * V8 writes the samples of its two threads in the order in which it got them: times that go back are put in order.
 */
export function addTimes({ nodes, times }: TimedSamples, columns: Columns, column: number, problems: ProblemLog): void {
  if (times === null) return;
  const order = inOrder(times, problems);
  for (const [at, sample] of order.entries()) {
    const next = order[at + 1];
    const node = nodes[sample];
    if (node !== undefined) columns.add(node, next === undefined ? 0 : times[next]! - times[sample]!, column);
  }
}

function inOrder(times: Float64Array, problems: ProblemLog): Int32Array {
  const order = Int32Array.from(times, (_, sample) => sample);
  let backwards = 0;
  for (let sample = 1; sample < times.length; sample++) if (times[sample]! < times[sample - 1]!) backwards++;
  if (backwards === 0) return order;
  problems.add('note', 'v8-times-go-back', { count: backwards });
  return order.sort((a, b) => times[a]! - times[b]! || a - b);
}

/** Times from the distances between them; a sample beyond the distances that are there has no time of its own. */
export function timesOf(deltas: readonly unknown[], samples: number, shape: Shape, path: JsonPath): Float64Array {
  const times = new Float64Array(samples);
  let now = 0;
  for (let sample = 0; sample < samples; sample++) {
    const delta = deltas[sample];
    if (delta !== undefined) now += shape.number(delta, ...path, sample);
    times[sample] = now;
    if (!shape.ok) break;
  }
  return times;
}
