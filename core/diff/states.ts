import { cellsOf } from './cells.ts';
import { STATES } from './comparison.ts';
import type { Explanation, State } from './comparison.ts';
import { atLeast, followsDilution } from './dilution.ts';
import { inclusiveSums } from './functions.ts';
import { functionTotals, pathTotal } from './intervals.ts';
import type { Hidden, Interval } from './intervals.ts';
import type { EdgeIndex } from './regions.ts';
import type { SideNoise } from './shares.ts';
import { totalsOf } from '../model/totals.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { SideValues, UnionTree } from '../tree/union.ts';

/** Rounding of sums of fractions: shares closer than this part of themselves are the same. */
const ROUNDING = 1e-12;
/** New and gone need so many samples on the one side (DIFF-SPEC 7). */
const MIN_COUNT = 10;
/** And a share above this over the samples of the other side. */
const UNSEEN = 6;

const GREW = 1;
const SHRANK = 2;

export interface StateFacts {
  readonly base: SideNoise;
  readonly head: SideNoise;
  readonly baseHidden: Hidden;
  readonly headHidden: Hidden;
  readonly explanations: readonly Explanation[];
  /** Edges of the tree; null when a side has no samples, and then there are no explanations. */
  readonly edges: EdgeIndex | null;
  readonly dilution: number;
}

/** Answers what became of a function or node. Built once a comparison, O(nodes); each answer is O(1). */
export interface States {
  /** Index into STATES of the inclusive value of each function. */
  readonly functions: Uint8Array;
  /** State of the total of a node. */
  ofNode(node: number): State;
}

/**
 * States by DIFF-SPEC 1 and 7, in this order: `undecided` where a drawing may hide the sign, `same`, `new` and `gone` (or
 * `unseen` when too rare to say so), `diluted`, and else the sign of the delta.
 */
export function statesOf(tree: UnionTree, facts: StateFacts): States {
  const [base, head] = [tree.sides[BASE], tree.sides[HEAD]];
  if (base === undefined || head === undefined || !(base.sum > 0 && head.sum > 0)) {
    return {
      functions: new Uint8Array(tree.functions.length).fill(STATES.indexOf('undecided')),
      ofNode: () => 'undecided',
    };
  }
  const [baseTotals, headTotals] = [
    functionTotals(tree, base, facts.baseHidden),
    functionTotals(tree, head, facts.headHidden),
  ];
  const at = ({ lo, hi }: { lo: Float64Array; hi: Float64Array }, f: number): Interval => ({ lo: lo[f]!, hi: hi[f]! });
  const outside = outsideOf(tree, facts);
  return {
    functions: Uint8Array.from({ length: tree.functions.length }, (_, f) =>
      STATES.indexOf(stateOf(base, head, at(baseTotals, f), at(headTotals, f), outside?.ofFunction(f), facts)),
    ),
    ofNode: (node) =>
      stateOf(
        base,
        head,
        pathTotal(base, facts.baseHidden, node),
        pathTotal(head, facts.headHidden, node),
        outside?.ofNode(node),
        facts,
      ),
  };
}

/** The part of a value that lies outside every confirmed explanation, and which way the explanations go that it meets. */
interface Part {
  readonly base: number;
  readonly head: number;
  /** Bits GREW and SHRANK. */
  readonly meets: number;
}

function stateOf(
  base: SideValues,
  head: SideValues,
  baseCount: Interval,
  headCount: Interval,
  outside: Part | undefined,
  facts: StateFacts,
): State {
  const [Blo, Bhi, Hlo, Hhi] = [
    baseCount.lo / base.sum,
    baseCount.hi / base.sum,
    headCount.lo / head.sum,
    headCount.hi / head.sum,
  ];
  const isExact = Blo === Bhi && Hlo === Hhi;
  if (!isExact && Hlo <= Bhi && Hhi >= Blo) return 'undecided';
  if (isExact && Math.abs(Hlo - Blo) <= ROUNDING * Math.max(Math.abs(Hlo), Math.abs(Blo))) return 'same';
  // What dilution alone could have made too narrow to draw, or too rare to see. d = 0 excuses nothing: all is gone.
  const d = outside?.meets === 0 && facts.dilution > 0 ? facts.dilution : 1;
  if (!isExact && ((Blo === 0 && Hlo / d <= Bhi) || (Hlo === 0 && Blo * d <= Hhi))) return 'undecided';
  if (Blo === 0) return isMissed(Hlo, 1 / d, facts.head, facts.base) ? 'new' : 'unseen';
  if (Hlo === 0) return isMissed(Blo, d, facts.base, facts.head) ? 'gone' : 'unseen';
  const grew = Hlo > Blo;
  return isDiluted(base, head, grew, outside, facts) ? 'diluted' : grew ? 'grew' : 'shrank';
}

/**
 * Whether a value here is enough to miss it there: 10 samples, and more than 6 / n of the other side, also after the
 * dilution that the rest went through. Without sample counts there is no such limit, and evidence is `none`.
 */
function isMissed(value: number, diluted: number, here: SideNoise, there: SideNoise): boolean {
  if (here.samples !== null && !atLeast(value * here.samples, MIN_COUNT)) return false;
  return there.samples === null || value * Math.min(1, diluted) * there.samples > UNSEEN;
}

/**
 * Moved as the rest was expected to, by d. The verdict is on the part outside every explanation. A value that reaches
 * into an explanation that goes its own way owes its change to that; one that reaches into an explanation that goes the
 * other way changed in spite of it.
 */
function isDiluted(
  base: SideValues,
  head: SideValues,
  grew: boolean,
  outside: Part | undefined,
  { dilution, ...facts }: StateFacts,
): boolean {
  if (outside === undefined || dilution === 1 || dilution > 1 !== grew) return false;
  if ((outside.meets & (grew ? GREW : SHRANK)) !== 0) return false;
  const [B, H] = [outside.base / base.sum, outside.head / head.sum];
  return followsDilution(B, H, dilution, facts.base, facts.head) === true;
}

interface Outside {
  ofNode(node: number): Part;
  ofFunction(func: number): Part;
}

/** Null when nothing is confirmed, and so nothing diluted. */
function outsideOf(tree: UnionTree, { explanations, edges }: StateFacts): Outside | null {
  const confirmed = explanations.filter(({ label }) => label === 'confirmed');
  if (confirmed.length === 0 || edges === null) return null;
  const meets = cellsMet(tree, edges, confirmed);
  const [base, head] = [tree.sides[BASE]!, tree.sides[HEAD]!];
  const baseTotal = totalsOf(tree.parent, outsideCells(base.self, meets));
  const headTotal = totalsOf(tree.parent, outsideCells(head.self, meets));
  const functionMeets = new Uint8Array(tree.functions.length);
  for (let node = tree.length - 1; node > 0; node--) {
    if (meets[node] === 0) continue;
    const up = tree.parent[node]!;
    meets[up] = meets[up]! | meets[node]!;
    const f = tree.func[node]!;
    functionMeets[f] = functionMeets[f]! | meets[node]!;
  }
  const baseFunctions = inclusiveSums(tree, baseTotal);
  const headFunctions = inclusiveSums(tree, headTotal);
  return {
    ofNode: (node) => ({ base: baseTotal[node]!, head: headTotal[node]!, meets: meets[node]! }),
    ofFunction: (f) => ({ base: baseFunctions[f]!, head: headFunctions[f]!, meets: functionMeets[f]! }),
  };
}

/** The column with 0 for the cells that meet an explanation. */
function outsideCells(self: Float64Array, meets: Uint8Array): Float64Array {
  const outside = new Float64Array(self.length);
  for (let node = 0; node < self.length; node++) if (meets[node] === 0) outside[node] = self[node]!;
  return outside;
}

/** Bits of the explanations that hold each self cell; a cell without a count on either side meets nothing. */
function cellsMet(tree: UnionTree, edges: EdgeIndex, explanations: readonly Explanation[]): Uint8Array {
  const meets = new Uint8Array(tree.length);
  const [base, head] = [tree.sides[BASE]!.self, tree.sides[HEAD]!.self];
  for (const { kind, func, caller, node, base: B, head: H } of explanations) {
    const id =
      kind === 'N' || kind === 'S' ? node : kind === 'E' ? edgeOf(edges.caller, edges.callee, caller, func) : func;
    const bit = H > B ? GREW : SHRANK;
    const { start, end } = cellsOf(tree, edges, { kind, id });
    for (let range = 0; range < start.length; range++) {
      for (let at = start[range]!; at < end[range]!; at++) {
        if (base[at] !== 0 || head[at] !== 0) meets[at] = meets[at]! | bit;
      }
    }
  }
  return meets;
}

function edgeOf(callers: Int32Array, callees: Int32Array, caller: number, callee: number): number {
  return callers.findIndex((from, edge) => from === caller && callees[edge] === callee);
}
