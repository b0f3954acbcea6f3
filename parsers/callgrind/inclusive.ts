import type { CallGraph } from './graph.ts';

/** Self cost and cost of calls, except calls of a function to itself, which are in its own cost already. */
export function inclusiveCosts({ functions }: CallGraph, events: number): readonly Float64Array[] {
  return functions.map(({ self, calls }, func) => {
    const whole = self.slice();
    for (const [callee, costs] of calls) {
      if (callee === func) continue;
      for (let e = 0; e < events; e++) whole[e] = whole[e]! + costs[e]!;
    }
    return whole;
  });
}

/** What remains of differences of sums is rounding below this part. */
const ROUNDING = 1e-9;

/** What of each function's inclusive cost no call accounts for: it was entered from outside. Null where nothing remains. */
export function missingCallers(
  { functions }: CallGraph,
  inclusive: readonly Float64Array[],
  events: number,
): readonly (Float64Array | null)[] {
  const missing = inclusive.map((costs) => costs.slice());
  for (const [func, { calls }] of functions.entries()) {
    for (const [callee, costs] of calls) {
      const rest = missing[callee];
      if (callee === func || rest === undefined) continue;
      for (let e = 0; e < events; e++) rest[e] = rest[e]! - costs[e]!;
    }
  }
  return missing.map((rest, func) => {
    let remains = false;
    for (let e = 0; e < events; e++) {
      if (rest[e]! <= (inclusive[func]?.[e] ?? 0) * ROUNDING) rest[e] = 0;
      else remains = true;
    }
    return remains ? rest : null;
  });
}

/**
 * Functions that can call themselves through others: what remains after taking away, again and again, those without
 * callers and those without callees. (Some that stand between two cycles remain as well, which costs a look-up only.)
 */
export function functionsInCycles({ functions }: CallGraph): Uint8Array {
  const remains = new Uint8Array(functions.length).fill(1);
  const callees = functions.map(({ calls }, func) => [...calls.keys()].filter((callee) => callee !== func));
  const callers: number[][] = functions.map(() => []);
  for (const [func, called] of callees.entries()) for (const callee of called) callers[callee]?.push(func);
  for (const [from, to] of [
    [callers, callees],
    [callees, callers],
  ] as const) {
    const open = from.map((others) => others.filter((other) => remains[other]).length);
    const free = [...remains.keys()].filter((func) => remains[func] && open[func] === 0);
    for (let func = free.pop(); func !== undefined; func = free.pop()) {
      remains[func] = 0;
      for (const other of to[func] ?? []) {
        open[other] = open[other]! - 1;
        if (open[other] === 0 && remains[other]) free.push(other);
      }
    }
  }
  return remains;
}
