import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { ROOT, frameModule, frameName } from '../model/profile.ts';
import type { FrameIndex, NodeIndex, Profile } from '../model/profile.ts';
import { totalOf, totalsOf } from '../model/totals.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { gathered } from './gather.ts';
import { preorderOf } from './preorder.ts';

/**
 * The union tree: all nodes of any side, each with the values of every side (DIFF-SPEC 1). A node that a side lacks has
 * the value 0 there.
 *
 * Nodes stand in preorder, children in code unit order of their names: the subtree of `v` is the range [v, end[v]), so
 * regions, totals and windows are loops over ranges. Two frames are the same function when their names are equal; the
 * module is detail (an SVG does not know it), the first one seen.
 */
export interface UnionTree {
  readonly length: number;
  readonly parent: Int32Array;
  /** One past the last node of the subtree. */
  readonly end: Int32Array;
  /** The root has 0. */
  readonly depth: Int32Array;
  /** Index into `functions`; -1 for the root. */
  readonly func: Int32Array;
  /**
   * 1 where the node is the outermost occurrence of its function on its path. Inclusive values of a function sum
   * `total` over these nodes, so a recursive stack counts once (DIFF-SPEC 1).
   */
  readonly outermost: Uint8Array;
  readonly functions: FunctionTable;
  /** In the order given to `unionTree`; a comparison has base at 0 and head at 1. */
  readonly sides: readonly SideValues[];
}

export interface FunctionTable {
  readonly length: number;
  readonly names: readonly string[];
  readonly modules: readonly (string | null)[];
}

export interface SideValues {
  /** Sum of the runs, by node. */
  readonly self: Float64Array;
  readonly total: Float64Array;
  /** Self values of each run, by node. Runs are kept apart for testing and merged for display (DIFF-SPEC 1). */
  readonly runs: readonly Float64Array[];
  /** T of the side: the sum of `self` as a double. */
  readonly sum: number;
  /** T of the side without rounding: a bigint only past 2^53. */
  readonly exactSum: number | bigint;
}

export const BASE = 0;
export const HEAD = 1;

/** One recording with the column to compare. */
export interface Run {
  readonly profile: Profile;
  readonly valueType: number;
}

/** Builds the union tree of several sides, each of one or more runs. O(nodes of all runs + functions · log functions). */
export function unionTree(sides: readonly (readonly Run[])[], limits?: BuildLimits): Result<UnionTree, Fault> {
  const sizes = sides.flatMap((runs) => runs.map(({ profile }) => profile.nodes.length));
  const builder = new ProfileBuilder(0, limits, Math.max(1, ...sizes));
  const modules: (string | null)[] = [];
  const nodeMaps = sides.map((runs) => runs.map((run) => addNodes(builder, run.profile, modules)));
  if (builder.overflow !== null) return err(builder.overflow);
  const finished = builder.finish({
    valueTypes: [],
    source: { fileName: null, format: 'union', generator: null, sha256: null },
  });
  if (!finished.ok) return finished;
  const { nodes, frames, strings } = finished.value;
  const names = Array.from({ length: frames.length }, (_, frame) => strings[frames.name[frame]!] ?? '');
  const { order, rank, parent, end, depth } = preorderOf(nodes.parent, nodes.frame, names);
  const func = gathered(nodes.frame, order);
  return ok({
    length: nodes.length,
    parent,
    end,
    depth,
    func,
    outermost: outermostOf(func, end, names.length),
    functions: { length: names.length, names, modules },
    sides: sides.map((runs, side) => sideValues(runs, nodeMaps[side] ?? [], rank, parent)),
  });
}

/** Adds the nodes of `profile` by function name; gives node of the profile -> node of the builder. */
function addNodes(builder: ProfileBuilder, profile: Profile, modules: (string | null)[]): Int32Array {
  const { nodes, frames } = profile;
  const frameMap = new Int32Array(frames.length).fill(-1);
  const nodeMap = new Int32Array(nodes.length);
  nodeMap[0] = ROOT;
  for (let node = 1; node < nodes.length; node++) {
    const frame = nodes.frame[node]!;
    if (frameMap[frame] === -1) {
      const func = builder.frame(frameName(profile, frame));
      frameMap[frame] = func;
      modules[func] ??= frameModule(profile, frame);
    }
    nodeMap[node] = builder.child(nodeMap[nodes.parent[node]!] as NodeIndex, frameMap[frame] as FrameIndex);
  }
  return nodeMap;
}

function sideValues(
  runs: readonly Run[],
  nodeMaps: readonly Int32Array[],
  rank: Int32Array,
  parent: Int32Array,
): SideValues {
  const length = rank.length;
  let sum: number | bigint = 0;
  const columns = runs.map(({ profile, valueType }, run) => {
    const column = new Float64Array(length);
    const map = nodeMaps[run] ?? new Int32Array(0);
    const values = profile.values[valueType] ?? new Float64Array(0);
    for (let node = 0; node < values.length; node++) {
      const at = rank[map[node]!]!;
      column[at] = column[at]! + values[node]!;
    }
    sum = addExactly(sum, totalOf(profile, valueType));
    return column;
  });
  const self = columns.length === 1 ? columns[0]! : summed(columns, length);
  const total = totalsOf(parent, self);
  return { self, total, runs: columns, sum: total[0]!, exactSum: sum };
}

function addExactly(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum) || !Number.isInteger(a) || !Number.isInteger(b)) return sum;
  }
  if (typeof a === 'number' && !Number.isInteger(a)) return a + Number(b);
  if (typeof b === 'number' && !Number.isInteger(b)) return Number(a) + b;
  return BigInt(a) + BigInt(b);
}

export function summed(columns: readonly Float64Array[], length: number): Float64Array {
  const sum = new Float64Array(length);
  for (const column of columns) for (let node = 0; node < length; node++) sum[node] = sum[node]! + column[node]!;
  return sum;
}

/** Outermost occurrences, in one preorder pass: a function is open on the path until the end of its outermost subtree. */
export function outermostOf(func: Int32Array, end: Int32Array, functionCount: number): Uint8Array {
  const outermost = new Uint8Array(func.length);
  const openUntil = new Int32Array(functionCount);
  for (let node = 1; node < func.length; node++) {
    const f = func[node]!;
    if (node < openUntil[f]!) continue;
    outermost[node] = 1;
    openUntil[f] = end[node]!;
  }
  return outermost;
}
