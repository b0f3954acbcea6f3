import type { Result } from '../result.ts';
import { ProfileBuilder } from './builder.ts';
import type { BuildLimits } from './builder.ts';
import type { Fault } from './problem.ts';
import { FRAME_KINDS, ROOT, frameModule } from './profile.ts';
import type { FrameIndex, NodeIndex, Profile } from './profile.ts';

/**
 * merge(P, Q, …): pointwise sum of stacks -> count (DIFF-SPEC 1). Commutative and associative up to the order of the
 * tables; value types must agree in name, unit and order, which the caller has checked. Facts are the first profile's.
 */
export function mergeProfiles(
  profiles: readonly [Profile, ...Profile[]],
  limits?: BuildLimits,
): Result<Profile, Fault> {
  const [first] = profiles;
  const builder = new ProfileBuilder(first.valueTypes.length, limits);
  for (const profile of profiles) addProfile(builder, profile);
  return builder.finish({
    ...first,
    valueTypes: first.valueTypes.map((type, t) => ({ ...type, sampling: mergedSampling(profiles, t) })),
    durationSeconds: null,
    problems: profiles.flatMap((profile) => profile.problems),
  });
}

/**
 * Adds all stacks of `profile` to `builder`, through maps between the index spaces. A node where `keep` is 0 is left out:
 * its values go to its nearest kept ancestor, and its kept descendants hang there.
 */
export function addProfile(builder: ProfileBuilder, profile: Profile, keep?: Uint8Array): void {
  const { frames, nodes, strings } = profile;
  const frameMap = Int32Array.from({ length: frames.length }, (_, frame) =>
    builder.frame(strings[frames.name[frame]!] ?? '', {
      module: frameModule(profile, frame),
      file: strings[frames.file[frame]!] ?? null,
      line: frames.line[frame]!,
      kind: FRAME_KINDS[frames.kind[frame]!] ?? 'unknown',
    }),
  );
  const nodeMap = new Int32Array(nodes.length);
  for (let node = 1; node < nodes.length; node++) {
    const parent = nodeMap[nodes.parent[node]!] as NodeIndex;
    nodeMap[node] = keep?.[node] === 0 ? parent : builder.child(parent, frameMap[nodes.frame[node]!] as FrameIndex);
  }
  nodeMap[0] = ROOT;
  for (const [t, column] of profile.values.entries()) {
    const exact = profile.exactValues[t];
    for (let node = 0; node < nodes.length; node++) {
      if (exact) builder.addSelfExact(nodeMap[node] as NodeIndex, exact[node]!, t);
      else if (column[node] !== 0) builder.addSelf(nodeMap[node] as NodeIndex, column[node]!, t);
    }
  }
}

function mergedSampling(profiles: readonly Profile[], t: number) {
  let records = 0;
  let sumOfSquares = 0;
  for (const { valueTypes } of profiles) {
    const sampling = valueTypes[t]?.sampling ?? null;
    if (sampling === null) return null;
    records += sampling.records;
    sumOfSquares += sampling.sumOfSquares;
  }
  return { records, sumOfSquares };
}
