import type { ProfileBuilder } from '../../core/model/builder.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { CallGraph } from './graph.ts';

/** Places of functions in the tree, and what of each event flows through them into the function itself. */
export interface Places {
  readonly node: number[];
  readonly func: number[];
  /** `self[event][place]`, an estimate. */
  readonly self: readonly number[][];
}

/**
 * Gives each function's self cost of one event to its places in the tree, in proportion to what was estimated for them, so
 * that their sum is exactly the cost in the file. Whole costs stay whole: the largest remainders are rounded up. A
 * function that the tree does not reach gets the place that `elsewhere` makes.
 */
export function spreadSelf(
  { functions }: CallGraph,
  event: number,
  { node, func, self }: Places,
  builder: ProfileBuilder,
  elsewhere: (func: number) => NodeIndex,
): void {
  const estimates = self[event] ?? [];
  const placesOf: number[][] = functions.map(() => []);
  for (let place = 0; place < node.length; place++)
    if ((estimates[place] ?? 0) > 0) placesOf[func[place]!]?.push(place);
  const calledFor = costsOfCalls(functions, event);
  for (const [id, { self: costs, isDefined, calls }] of functions.entries()) {
    const places = placesOf[id] ?? [];
    const estimate = places.reduce((sum, place) => sum + estimates[place]!, 0);
    // A function that the file names in calls only has no cost of its own: what its calls cost is what is known.
    const cost = isDefined || calls.size > 0 ? costs[event]! : calledFor[id]!;
    if (cost === 0) continue;
    if (places.length === 0) builder.addSelf(elsewhere(id), cost, event);
    else
      share(places, estimates, cost / estimate, cost).forEach((value, at) => {
        if (value !== 0) builder.addSelf(node[places[at]!] as NodeIndex, value, event);
      });
  }
}

/** What all calls of each function cost. */
function costsOfCalls(functions: CallGraph['functions'], event: number): Float64Array {
  const sums = new Float64Array(functions.length);
  for (const { calls } of functions) {
    for (const [callee, costs] of calls) sums[callee] = sums[callee]! + costs[event]!;
  }
  return sums;
}

/** Parts of a whole cost, whole themselves. */
function share(places: readonly number[], estimates: readonly number[], factor: number, cost: number): number[] {
  const exact = places.map((place) => estimates[place]! * factor);
  if (!Number.isSafeInteger(cost)) return exact;
  const whole = exact.map(Math.floor);
  // Each part is rounded down by less than one, so there is less than one left for each.
  const rest = cost - whole.reduce((sum, value) => sum + value, 0);
  const order = [...whole.keys()].sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!));
  for (const at of order.slice(0, Math.max(0, rest))) whole[at] = whole[at]! + 1;
  // Rounding of the doubles may have made one part a little too large.
  const first = order[0]!;
  if (rest < 0) whole[first] = whole[first]! + rest;
  return whole;
}
