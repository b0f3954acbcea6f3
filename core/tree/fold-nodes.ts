import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits, ProfileFacts } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { FRAME_KINDS, ROOT, frameModule } from '../model/profile.ts';
import type { FrameIndex, NodeIndex, Profile } from '../model/profile.ts';
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
  const { frames, nodes, strings, values, exactValues } = profile;
  const builder = new ProfileBuilder(values.length, limits);
  const frameMap = new Int32Array(frames.length).fill(-1);
  const image = new Int32Array(nodes.length);
  image[0] = ROOT;
  for (let node = 1; node < nodes.length; node++) {
    const parent = image[nodes.parent[node]!] as NodeIndex;
    if (keep[node] === 0) {
      image[node] = parent;
      continue;
    }
    const frame = nodes.frame[node]!;
    if (frameMap[frame] === -1) {
      frameMap[frame] = builder.frame(strings[frames.name[frame]!] ?? '', {
        module: frameModule(profile, frame),
        file: strings[frames.file[frame]!] ?? null,
        line: frames.line[frame]!,
        kind: FRAME_KINDS[frames.kind[frame]!] ?? 'unknown',
      });
    }
    image[node] = builder.child(parent, frameMap[frame] as FrameIndex);
  }
  for (const [t, column] of values.entries()) {
    const exact = exactValues[t];
    for (let node = 0; node < nodes.length; node++) {
      if (exact) builder.addSelfExact(image[node] as NodeIndex, exact[node]!, t);
      else if (column[node] !== 0) builder.addSelf(image[node] as NodeIndex, column[node]!, t);
    }
  }
  return builder.finish({ ...profile, ...changes });
}
