import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { numberOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import { pathOf, walkTree } from '../json/tree.ts';
import { placeNodes, v8Frame } from './nodes.ts';
import type { V8Node } from './nodes.ts';
import { addTimes, sampledNodes, timesOf } from './samples.ts';

/** Reads a CPU profile of V8: the list of nodes of today (`nodes`) or the tree of before 2015 (`head`). */
export function readCpuProfile(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  return new CpuProfileReader(shape.object(root), shape, context).read();
}

class CpuProfileReader {
  readonly #file: JsonObject;
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #columns: Columns;
  readonly #problems = new ProblemLog();
  readonly #samples: number;
  /** `hitCount` of each node, to count by where it is the only count there is. */
  readonly #hits: (readonly [NodeIndex, number])[] = [];

  constructor(file: JsonObject, shape: Shape, context: ReadContext) {
    this.#file = file;
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#columns = new Columns(this.#builder);
    this.#samples = this.#columns.column('samples', 'samples', 'records');
  }

  read(): Result<ParsedFile, Fault> {
    const isTree = this.#file['nodes'] === undefined;
    const placed = isTree ? this.#placeTree() : this.#placeList();
    if (this.#shape.ok) this.#addSamples(placed, isTree);
    const { startTime, endTime } = this.#file;
    const span = numberOr(endTime, 0) - numberOr(startTime, 0);
    const facts = {
      // The tree has seconds, the list microseconds.
      durationSeconds: span > 0 ? span / (isTree ? 1 : 1e6) : null,
      problems: this.#problems.list(),
    };
    const made = { builder: this.#builder, columns: this.#columns, format: 'cpuprofile', facts };
    return finishFile(made, this.#shape, this.#context);
  }

  #placeList(): ReadonlyMap<number, NodeIndex> {
    const shape = this.#shape;
    const list = shape.array(this.#file['nodes'], 'nodes');
    const callerOf = new Map<number, number>();
    const read: {
      readonly id: number;
      readonly hits: number;
      readonly node: Omit<V8Node, 'parent'> & { parent: number | null };
    }[] = [];
    for (const [index, value] of list.entries()) {
      if (!shape.ok) break;
      const path = ['nodes', index] as const;
      const entry = shape.object(value, ...path);
      const id = shape.number(entry['id'], ...path, 'id');
      const frame = v8Frame(this.#builder, shape, shape.object(entry['callFrame'], ...path, 'callFrame'), [
        ...path,
        'callFrame',
      ]);
      const parent = typeof entry['parent'] === 'number' ? entry['parent'] : null;
      const hits = entry['hitCount'] === undefined ? 0 : shape.count(entry['hitCount'], ...path, 'hitCount');
      for (const [at, child] of shape.arrayOrNone(entry['children'], ...path, 'children').entries()) {
        callerOf.set(shape.number(child, ...path, 'children', at), id);
      }
      read.push({ id, hits, node: { id, parent, frame, path } });
    }
    const nodes = read.map(({ node }) => ({ ...node, parent: node.parent ?? callerOf.get(node.id) ?? null }));
    const placed = placeNodes(nodes, this.#builder, shape, this.#context);
    for (const { id, hits } of read) {
      const node = placed.get(id);
      if (node !== undefined && hits > 0) this.#hits.push([node, hits]);
    }
    return placed;
  }

  #placeTree(): ReadonlyMap<number, NodeIndex> {
    const shape = this.#shape;
    const placed = new Map<number, NodeIndex>();
    walkTree(
      this.#file['head'],
      { path: ['head'], childrenKey: 'children' },
      shape,
      this.#context,
      this.#builder,
      (value, entry) =>
        v8Frame(this.#builder, shape, value, typeof value['functionName'] === 'string' ? [] : pathOf(entry)),
      (entry) => {
        const { id, hitCount } = entry.value;
        if (typeof id === 'number') placed.set(id, entry.node);
        const hits =
          hitCount === undefined ? 0 : shape.count(hitCount, ...(isCount(hitCount) ? [] : pathOf(entry, 'hitCount')));
        if (hits > 0) this.#hits.push([entry.node, hits]);
      },
    );
    return placed;
  }

  #addSamples(placed: ReadonlyMap<number, NodeIndex>, isTree: boolean): void {
    const shape = this.#shape;
    const ids = shape.arrayOrNone(this.#file['samples'], 'samples');
    const nodes = sampledNodes(ids, placed, shape, ['samples']);
    // The old tree counts in its nodes and may list no samples; the new list counts in its samples.
    if (this.#hits.length > 0 && (isTree || nodes.length === 0)) {
      for (const [node, hits] of this.#hits) this.#columns.addCount(node, hits, this.#samples);
    } else for (const node of nodes) this.#columns.addCount(node, 1, this.#samples);
    const times = this.#times(nodes.length);
    if (times !== null && shape.ok)
      addTimes(
        { nodes, times },
        this.#columns,
        this.#columns.column('time', 'microseconds', 'records'),
        this.#problems,
      );
    if (nodes.length === 0 && this.#hits.length === 0) shape.stop(fault('v8-no-samples'));
  }

  #times(samples: number): Float64Array | null {
    const { timeDeltas, timestamps } = this.#file;
    const key = timeDeltas === undefined ? 'timestamps' : 'timeDeltas';
    const given = this.#shape.arrayOrNone(timeDeltas ?? timestamps, key);
    if (given.length === 0 || samples === 0) return null;
    if (given.length < samples)
      this.#problems.add('warning', 'v8-times-missing', { facts: { samples, times: given.length } });
    if (key === 'timeDeltas') return timesOf(given, samples, this.#shape, [key]);
    const times = new Float64Array(samples);
    for (let i = 0; i < samples; i++)
      times[i] = i < given.length ? this.#shape.number(given[i], key, i) : (times[i - 1] ?? 0);
    return times;
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
