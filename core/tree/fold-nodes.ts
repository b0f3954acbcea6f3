import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits, ProfileFacts } from '../model/builder.ts';
import { addProfile } from '../model/merge.ts';
import type { Fault } from '../model/problem.ts';
import type { Profile } from '../model/profile.ts';
import type { Result } from '../result.ts';

/**
 * The profile without the nodes where `keep` is 0: their values go to the nearest kept ancestor, their kept descendants
 * hang there, and paths that become equal are one. The root is always kept. No value is lost, in any column.
 */
export function foldIntoParents(
  profile: Profile,
  keep: Uint8Array,
  changes: Partial<ProfileFacts> = {},
  limits?: BuildLimits,
): Result<Profile, Fault> {
  const builder = new ProfileBuilder(profile.values.length, limits);
  addProfile(builder, profile, keep);
  return builder.finish({ ...profile, ...changes });
}
