/** The numbers of one frame or function, as tooltip, table and colours show them (DIFF-SPEC 1). */
import { STATES } from '../../core/diff/comparison.ts';
import type { Comparison, State } from '../../core/diff/comparison.ts';
import type { PerScale } from '../../core/diff/per.ts';
import { BASE, HEAD } from '../../core/tree/union.ts';
import { functionWords } from '../../core/words/functions.ts';

/** Counts of both sides with what follows from them. Shares are fractions of 1, null when the side has no samples. */
export interface Change {
  readonly base: number;
  readonly head: number;
  readonly baseShare: number | null;
  readonly headShare: number | null;
  /** D in percentage points; null when a share is. */
  readonly points: number | null;
  /** r = H / B: Infinity for new, 0 for gone, NaN when both are 0 or a side has no samples. */
  readonly ratio: number;
}

/** Cost of both sides in `unit`, such as CPUs or CPU-seconds per transaction (DIFF-SPEC 2). */
export interface AbsoluteCost {
  readonly unit: string;
  readonly base: number;
  readonly head: number;
  /** The difference, in percent of the whole cost of good. */
  readonly points: number;
  /** Infinity for new, 0 for gone, NaN when both are 0. */
  readonly ratio: number;
}

export interface FrameFacts {
  readonly name: string;
  readonly module: string | null;
  readonly total: Change;
  readonly self: Change;
  readonly state: State;
  /** Total cost in the unit of the view; null where shares alone are shown. */
  readonly absolute: AbsoluteCost | null;
  /** What became of the function over all its places, and how sure that is (core/words); null for the root. */
  readonly sentence: string | null;
}

export const ROOT_LABEL = 'all';

/** `stateOf` is `nodeStates` of the comparison. */
export function nodeFacts(
  comparison: Comparison,
  stateOf: (node: number) => State,
  node: number,
  scale: PerScale | null = null,
): FrameFacts {
  const { tree } = comparison;
  const func = tree.func[node] ?? -1;
  const base = tree.sides[BASE];
  const head = tree.sides[HEAD];
  const total = changeOf(comparison, base?.total[node] ?? 0, head?.total[node] ?? 0);
  return {
    name: func < 0 ? ROOT_LABEL : (tree.functions.names[func] ?? ''),
    module: tree.functions.modules[func] ?? null,
    total,
    self: changeOf(comparison, base?.self[node] ?? 0, head?.self[node] ?? 0),
    absolute: absoluteOf(comparison, total, scale),
    // All stacks are all stacks, also beside a side without any; some of them may be more or fewer.
    state: func < 0 && (total.points ?? 0) === 0 ? 'same' : stateOf(node),
    // Tables ask for the numbers of every function, tooltips for the words of one.
    get sentence() {
      return func < 0 ? null : functionWords(comparison, func);
    },
  };
}

export function functionFacts(comparison: Comparison, func: number, scale: PerScale | null = null): FrameFacts {
  const { tree, functions } = comparison;
  const total = changeOf(comparison, functions.baseTotal[func] ?? 0, functions.headTotal[func] ?? 0);
  return {
    name: tree.functions.names[func] ?? '',
    module: tree.functions.modules[func] ?? null,
    total,
    self: changeOf(comparison, functions.baseSelf[func] ?? 0, functions.headSelf[func] ?? 0),
    absolute: absoluteOf(comparison, total, scale),
    state: STATES[functions.state[func] ?? 0] ?? 'undecided',
    get sentence() {
      return functionWords(comparison, func);
    },
  };
}

function absoluteOf({ tree }: Comparison, total: Change, scale: PerScale | null): AbsoluteCost | null {
  if (scale === null) return null;
  const [base, head] = [total.base * scale.base, total.head * scale.head];
  const whole = (tree.sides[BASE]?.sum ?? 0) * scale.base;
  return { unit: scale.unit, base, head, points: ((head - base) / whole) * 100, ratio: head / base };
}

export function changeOf({ tree }: Comparison, base: number, head: number): Change {
  const baseSum = tree.sides[BASE]?.sum ?? 0;
  const headSum = tree.sides[HEAD]?.sum ?? 0;
  const baseShare = baseSum > 0 ? base / baseSum : null;
  const headShare = headSum > 0 ? head / headSum : null;
  if (baseShare === null || headShare === null)
    return { base, head, baseShare, headShare, points: null, ratio: Number.NaN };
  return { base, head, baseShare, headShare, points: (headShare - baseShare) * 100, ratio: headShare / baseShare };
}
