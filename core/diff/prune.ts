import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import type { Profile, Pruned } from '../model/profile.ts';
import { totalsOf } from '../model/totals.ts';
import type { Result } from '../result.ts';
import { foldIntoParents } from '../tree/fold-nodes.ts';

/**
 * What is left of a profile when it is drawn: frames with `total < weight` go, as flamegraph.pl and inferno do it, and
 * their samples stay in the gap of the frame above (DIFF-SPEC 7). `weight` is in the unit of the default value type.
 */
export function pruneProfile(profile: Profile, weight: number, limits?: BuildLimits): Result<Profile, Fault> {
  const self = profile.values[profile.defaultValueType] ?? new Float64Array(profile.nodes.length);
  const total = totalsOf(profile.nodes.parent, self);
  const keep = Uint8Array.from(total, (value) => (value >= weight && value > 0 ? 1 : 0));
  const pruned: Pruned =
    profile.pruned !== null && profile.pruned.weight > weight ? profile.pruned : { weight, estimated: false };
  return foldIntoParents(profile, keep, { pruned }, limits);
}

/**
 * Drawing limit of the coarser side as a share of its total, when the sides differ: "compare at the coarser width" prunes
 * every run at this share of its own total. Null when no run is pruned.
 */
export function coarserWidth(
  runs: readonly { readonly pruned: Pruned | null; readonly total: number }[],
): number | null {
  let coarsest: number | null = null;
  for (const { pruned, total } of runs) {
    if (pruned !== null && total > 0) coarsest = Math.max(coarsest ?? 0, pruned.weight / total);
  }
  return coarsest;
}
