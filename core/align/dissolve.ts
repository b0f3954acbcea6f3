import { add, heaviest, overlap, sumOf } from './distribution.ts';
import type { Surroundings } from './rename.ts';
import type { SideView } from './side.ts';

const SUGGEST = 0.75;
const CALLERS = 6;
/** Callers with less of the function are not asked. */
const LEAST_OF_FUNCTION = 0.1;
/** The callers that were asked must hold this much of it. */
const LEAST_COVER = 0.5;

export interface Dissolved {
  readonly func: number;
  /** The heaviest caller that took the function's callees over. */
  readonly caller: number;
  readonly score: number;
}

export interface Direction {
  /** The side that has the function. */
  readonly from: SideView;
  readonly to: SideView;
  /** Factors of the shares: the dilution belongs to base. */
  readonly fromFactor: number;
  readonly toFactor: number;
}

/**
 * Functions of one side that dissolved into their callers on the other (DIFF-SPEC 6): replacing f by its callees among the
 * callees of p must explain at least half of f's share of p. Read from base to head that is inlining, the other way outlining.
 */
export function dissolved(
  functions: readonly number[],
  { from, to, fromFactor, toFactor }: Direction,
  { common, names }: Surroundings,
): readonly Dissolved[] {
  const found: Dissolved[] = [];
  for (const func of functions) {
    let score = 0;
    let cover = 0;
    let caller = -1;
    for (const [p, weight] of heaviest(from.callersOf(func), CALLERS, names)) {
      if (p < 0 || common[p] !== 1 || weight < LEAST_OF_FUNCTION * from.inclusive[func]!) continue;
      const share = (from.calleesOf(p).get(func) ?? 0) / from.inclusive[p]!;
      if (!(share > 0)) continue;
      const before = overlap(from.calleesOf(p), to.calleesOf(p));
      const after = overlap(replaced(from, p, func), to.calleesOf(p));
      if ((after - before) / share >= 0.5) {
        const a = from.shareOf(p) * fromFactor;
        const b = to.shareOf(p) * toFactor;
        score += weight * (0.6 * after + (0.4 * Math.min(a, b)) / Math.max(a, b));
      }
      cover += weight;
      if (caller < 0) caller = p;
    }
    if (caller < 0 || cover < LEAST_COVER * from.inclusive[func]!) continue;
    if (score / cover >= SUGGEST) found.push({ func, caller, score: score / cover });
  }
  return found;
}

/** Callees of p with `func` replaced by its own callees in proportion. */
function replaced(side: SideView, p: number, func: number): Map<number, number> {
  const callees = new Map(side.calleesOf(p));
  const weight = callees.get(func) ?? 0;
  callees.delete(func);
  const own = side.calleesOf(func);
  const sum = sumOf(own);
  for (const [key, part] of own) add(callees, key, (weight * part) / sum);
  return callees;
}
