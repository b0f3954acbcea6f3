import type { Explanation, Shift } from './comparison.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { UnionTree } from '../tree/union.ts';

/** The parent, or the function, counts as unchanged below this, as a share. */
const UNCHANGED = 0.005;
/** A move is said from one point on. */
const MIN_MOVED = 0.01;
/** A frame with nearly all samples is unchanged whatever happens below it, so it tells nothing (DIFF-SPEC 11). */
const ALL = 0.98;

/** Sum of the deltas of `node`'s children that grew, of those that shrank (positive), and its own delta, in shares. */
export interface ChildDeltas {
  readonly grown: number;
  readonly shrunk: number;
  readonly own: number;
  /** min(grown, shrunk): what moved between the children (DIFF-SPEC 5, cost shift). */
  readonly moved: number;
}

export function childDeltas(tree: UnionTree, node: number): ChildDeltas | null {
  const deltaOf = deltas(tree);
  if (deltaOf === null) return null;
  let grown = 0;
  let shrunk = 0;
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    const change = deltaOf(child);
    if (change > 0) grown += change;
    else shrunk -= change;
  }
  return { grown, shrunk, own: deltaOf(node), moved: Math.min(grown, shrunk) };
}

/** Delta of the total of a node in shares; null when a side is empty. */
function deltas(tree: UnionTree): ((node: number) => number) | null {
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined || !(base.sum > 0 && head.sum > 0)) return null;
  return (node) => head.total[node]! / head.sum - base.total[node]! / base.sum;
}

/** The calls of one function whose total did not change, by caller: a caller change when enough of them moved. */
export interface CallerChange {
  /** Inclusive shares of the function. */
  readonly base: number;
  readonly head: number;
  /** Points that now come from other callers, as a share. */
  readonly moved: number;
}

/** "f is unchanged in total, but m points now come from g instead of h" (DIFF-SPEC 5, 13); null when that is not so. */
export function callerChange(tree: UnionTree, func: number): CallerChange | null {
  const [baseSide, headSide] = [tree.sides[BASE], tree.sides[HEAD]];
  if (baseSide === undefined || headSide === undefined || !(baseSide.sum > 0 && headSide.sum > 0)) return null;
  let [base, head] = [0, 0];
  const byCaller = new Map<number, number>();
  for (let node = 1; node < tree.length; node++) {
    if (tree.func[node] !== func || tree.outermost[node] === 0) continue;
    const [B, H] = [baseSide.total[node]! / baseSide.sum, headSide.total[node]! / headSide.sum];
    base += B;
    head += H;
    const caller = tree.func[tree.parent[node]!]!;
    byCaller.set(caller, (byCaller.get(caller) ?? 0) + H - B);
  }
  let [grown, shrunk] = [0, 0];
  for (const change of byCaller.values()) {
    if (change > 0) grown += change;
    else shrunk -= change;
  }
  const moved = Math.min(grown, shrunk);
  return Math.abs(head - base) < UNCHANGED && moved >= MIN_MOVED ? { base, head, moved } : null;
}

/**
 * Joins pairs of explanations that are one statement: a growth and a shrinkage below a parent that is itself unchanged
 * (cost shift), or of one function under other callers (caller change). Each explanation is joined once, strongest first.
 */
export function joinShifts(tree: UnionTree, explanations: readonly Explanation[]): readonly Explanation[] {
  const joined = [...explanations];
  for (let i = 0; i < joined.length; i++) {
    for (let j = i + 1; j < joined.length; j++) {
      const [a, b] = [joined[i]!, joined[j]!];
      if (a.shiftWith !== null || b.shiftWith !== null || a.head > a.base === b.head > b.base) continue;
      const shift = callersShift(tree, a, b) ?? siblingShift(tree, a, b);
      if (shift === null) continue;
      joined[i] = { ...a, shiftWith: j, shift };
      joined[j] = { ...b, shiftWith: i, shift };
    }
  }
  return joined;
}

function callersShift(tree: UnionTree, a: Explanation, b: Explanation): Shift | null {
  const byPath = (one: Explanation) => one.kind === 'N' || one.kind === 'E';
  if (!byPath(a) || !byPath(b)) return null;
  const func = sharedFunction(tree, a, b);
  const change = func === -1 ? null : callerChange(tree, func);
  return change === null ? null : { kind: 'callers', at: func, moved: change.moved };
}

/** The function both regions are calls of: the picked node's or the callee's; -1 when they differ. */
function sharedFunction(tree: UnionTree, a: Explanation, b: Explanation): number {
  const callee = (one: Explanation) => (one.kind === 'E' ? one.func : tree.func[one.node]!);
  return callee(a) === callee(b) ? callee(a) : -1;
}

function siblingShift(tree: UnionTree, a: Explanation, b: Explanation): Shift | null {
  if (a.kind !== 'N' || b.kind !== 'N') return null;
  let parent = a.node;
  while (!(parent <= b.node && b.node < tree.end[parent]!)) parent = tree.parent[parent]!;
  if (parent === 0 || parent === a.node || parent === b.node) return null;
  const { total, sum } = tree.sides[BASE]!;
  const found = childDeltas(tree, parent);
  if (found === null || total[parent]! / sum >= ALL) return null;
  if (!(Math.abs(found.own) < UNCHANGED && found.moved >= MIN_MOVED)) return null;
  return { kind: 'siblings', at: parent, moved: found.moved };
}
