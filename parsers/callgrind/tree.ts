import type { ProfileBuilder } from '../../core/model/builder.ts';
import { fault } from '../../core/model/problem.ts';
import type { Fault, ProblemLog } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { ReadContext } from '../importer.ts';
import type { CallGraph } from './graph.ts';
import { functionsInCycles, inclusiveCosts, missingCallers } from './inclusive.ts';
import { spreadSelf } from './spread.ts';
import type { Places } from './spread.ts';

/** A path that carries less of every event than this part of its total is not followed further down. */
const SMALLEST_PART = 1e-6;
const MAX_TREE_NODES = 1_000_000;
const UNKNOWN_CALLERS = '[callers not followed]';

/**
 * Makes a call tree of a call graph, as kcachegrind and other viewers do: what a function costs is split over its callers
 * in proportion to the cost of their calls, all the way down. The self cost of every function stays what the file says;
 * how it spreads over paths is an estimate, since a graph does not tell which caller made which callee expensive. Calls
 * back into a function that is on the path (recursion) are part of it and not followed.
 */
export function growTree(
  graph: CallGraph,
  events: number,
  builder: ProfileBuilder,
  context: ReadContext,
  problems: ProblemLog,
): Fault | null {
  const { functions } = graph;
  const frames = functions.map(({ name, object, file }) => builder.frame(name, { module: object, file }));
  const inclusive = inclusiveCosts(graph, events);
  const isCyclic = functionsInCycles(graph);
  const totals = Array.from({ length: events }, (_, e) => functions.reduce((sum, { self }) => sum + self[e]!, 0));
  const places: Places = { node: [], func: [], self: Array.from({ length: events }, () => []) };

  /** Places that wait for their callees, breadth first: with a limit on nodes the deep ones are left out. */
  const flow: Float64Array[] = [];
  const depth: number[] = [];
  const put = (node: NodeIndex, func: number, amount: Float64Array, at: number): void => {
    places.node.push(node);
    places.func.push(func);
    flow.push(amount);
    depth.push(at);
  };
  for (const [func, amount] of missingCallers(graph, inclusive, events).entries()) {
    if (amount !== null) put(builder.child(ROOT, frames[func]!), func, amount, 1);
  }

  let cut = 0;
  let estimated = false;
  for (let place = 0; place < places.node.length; place++) {
    const func = places.func[place]!;
    const amount = flow[place]!;
    const node = places.node[place] as NodeIndex;
    if (depth[place]! > context.limits.maxDepth) {
      return fault('stack-too-deep', { facts: { maximum: context.limits.maxDepth } });
    }
    const callees = [...functions[func]!.calls].filter(
      ([callee]) =>
        callee !== func && !(isCyclic[func] && isCyclic[callee] && isOnPath(builder, node, frames[callee]!)),
    );
    const whole = isCyclic[func] ? wholeOf(functions[func]!.self, callees) : inclusive[func]!;
    const part = new Float64Array(events);
    for (let e = 0; e < events; e++) {
      part[e] = whole[e]! > 0 ? amount[e]! / whole[e]! : 0;
      // A function without costs of its own or of calls is the end of what is known.
      places.self[e]!.push(whole[e]! > 0 ? (functions[func]!.self[e]! * amount[e]!) / whole[e]! : amount[e]!);
      if (part[e]! > 0 && part[e]! < 1 && callees.length > 0) estimated = true;
    }
    for (const [callee, costs] of callees) {
      const share = costs.map((cost, e) => (whole[e]! > 0 ? (cost * amount[e]!) / whole[e]! : 0));
      if (share.every((value, e) => value <= totals[e]! * SMALLEST_PART) || places.node.length >= MAX_TREE_NODES) cut++;
      else put(builder.child(node, frames[callee]!), callee, share, depth[place]! + 1);
    }
    if (builder.overflow !== null) return builder.overflow;
  }
  if (cut > 0) problems.add('note', 'callgrind-paths-cut', { count: cut });
  if (estimated) problems.add('note', 'callgrind-paths-estimated');
  const elsewhere = () => builder.child(ROOT, builder.frame(UNKNOWN_CALLERS));
  for (let e = 0; e < events; e++) {
    spreadSelf(graph, e, places, builder, (func) => builder.child(elsewhere(), frames[func]!));
  }
  return builder.overflow;
}

function isOnPath(builder: ProfileBuilder, node: NodeIndex, frame: FrameIndex): boolean {
  for (let at = node; at !== ROOT; at = builder.parentOf(at)) if (builder.frameOf(at) === frame) return true;
  return false;
}

function wholeOf(self: Float64Array, callees: readonly (readonly [number, Float64Array])[]): Float64Array {
  const whole = self.slice();
  for (const [, costs] of callees) for (let e = 0; e < whole.length; e++) whole[e] = whole[e]! + costs[e]!;
  return whole;
}
