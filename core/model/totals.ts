import type { Profile } from './profile.ts';

/**
 * total(v) = self(v) + totals of its children, for all nodes in one loop from the end (DIFF-SPEC 1); parents stand before
 * their children. Not as a difference of prefix sums: the same stacks give the same double on both sides of a union tree,
 * and an absent subtree gives exactly 0.
 */
export function totalsOf(parent: Int32Array, self: Float64Array): Float64Array {
  const total = self.slice();
  for (let node = total.length - 1; node > 0; node--) total[parent[node]!] = total[parent[node]!]! + total[node]!;
  return total;
}

const NO_VALUES = new Float64Array(0);

/** T, the sum of all counts of one column, exact: a bigint only where a double could not hold it. */
export function totalOf(profile: Profile, valueType = profile.defaultValueType): number | bigint {
  const exact = profile.exactValues[valueType];
  if (exact) {
    let sum = 0n;
    for (const value of exact) sum += value;
    return sum <= Number.MAX_SAFE_INTEGER && sum >= Number.MIN_SAFE_INTEGER ? Number(sum) : sum;
  }
  const values = profile.values[valueType] ?? NO_VALUES;
  let sum = 0;
  for (let node = 0; node < values.length; node++) sum += values[node]!;
  return sum;
}

/** Depth of every node; the root has 0. */
export function depthsOf(parent: Int32Array): Int32Array {
  const depth = new Int32Array(parent.length);
  for (let node = 1; node < parent.length; node++) depth[node] = depth[parent[node]!]! + 1;
  return depth;
}

/** Number of frames of the deepest stack. */
export function maxDepthOf(parent: Int32Array): number {
  let deepest = 0;
  for (const depth of depthsOf(parent)) if (depth > deepest) deepest = depth;
  return deepest;
}

/** Number of stacks: nodes whose self value is not zero. */
export function stackCountOf(profile: Profile, valueType = profile.defaultValueType): number {
  const values = profile.values[valueType] ?? NO_VALUES;
  let stacks = 0;
  for (let node = 0; node < values.length; node++) if (values[node] !== 0) stacks++;
  return stacks;
}
