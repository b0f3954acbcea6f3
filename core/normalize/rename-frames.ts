import { DEFAULT_BUILD_LIMITS, ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import { NONE } from '../model/profile.ts';
import type { Profile } from '../model/profile.ts';
import { NamedFrames } from './frame-names.ts';
import type { FrameNames } from './frame-names.ts';
import type { NormalizedName } from './normalizer.ts';

/**
 * The profile where the rules do no more than rename frames: its nodes and values are those of `profile`, the very same
 * arrays, under other frames. Null where a rule changes stacks, where two children of a node get one name, or where a
 * limit is passed: then the tree has to be grown anew. `saw` is told each frame with each name that it gets. O(nodes).
 */
export function renameFrames(
  profile: Profile,
  names: FrameNames,
  saw: (frame: number, made: NormalizedName) => void,
  limits: BuildLimits = DEFAULT_BUILD_LIMITS,
): Profile | null {
  if (profile.nodes.length > limits.maxNodes) return null;
  const frames = new NamedFrames(profile, new ProfileBuilder(0, limits, 1));
  const frame = renamedNodes(profile, names, frames, saw);
  if (frame === null || siblingsMeet(profile, frame, frames.builder.frameCount)) return null;
  const finished = frames.builder.finish({ valueTypes: [], source: profile.source });
  if (!finished.ok) return null;
  const { strings, frames: table } = finished.value;
  const { length, parent } = profile.nodes;
  return { ...profile, strings, frames: table, nodes: { length, parent, frame } };
}

/** The new frame of each node; null as soon as a rule changes stacks. */
function renamedNodes(
  { nodes, frames: { length } }: Profile,
  names: FrameNames,
  frames: NamedFrames,
  saw: (frame: number, made: NormalizedName) => void,
): Int32Array | null {
  const renamed = new Int32Array(nodes.length);
  renamed[0] = NONE;
  /** By frame: what it became wherever no rule asks for its place; -1 before the first such node. */
  const image = new Int32Array(length).fill(-1);
  for (let node = 1; node < nodes.length; node++) {
    const from = nodes.frame[node]!;
    const placed = names.isPlaced(node);
    if (placed || image[from] === -1) {
      const made = names.of(node, placed);
      if (made.shape !== null) return null;
      saw(from, made);
      renamed[node] = frames.of(made.name, from, made.kind, made.module);
      if (!placed) image[from] = renamed[node]!;
    } else renamed[node] = image[from]!;
  }
  return renamed;
}

/** Whether two children of a node have one frame in `renamed`. Only frames that several frames became can meet. */
function siblingsMeet({ nodes }: Profile, renamed: Int32Array, frameCount: number): boolean {
  const shared = sharedFrames(nodes.frame, renamed, frameCount);
  if (!shared.includes(1)) return false;
  // Nodes of each shared frame as a list: then one mark on a parent a frame tells whether the frame was there.
  const last = new Int32Array(frameCount);
  const before = new Int32Array(nodes.length);
  for (let node = 1; node < nodes.length; node++) {
    const frame = renamed[node]!;
    if (shared[frame] === 0) continue;
    before[node] = last[frame]!;
    last[frame] = node;
  }
  const mark = new Int32Array(nodes.length).fill(-1);
  for (let frame = 0; frame < frameCount; frame++) {
    for (let node = last[frame]!; node !== 0; node = before[node]!) {
      const parent = nodes.parent[node]!;
      if (mark[parent] === frame) return true;
      mark[parent] = frame;
    }
  }
  return false;
}

/** 1 for each new frame that nodes of different frames have. */
function sharedFrames(frame: Int32Array, renamed: Int32Array, frameCount: number): Uint8Array {
  const shared = new Uint8Array(frameCount);
  const first = new Int32Array(frameCount).fill(-1);
  for (let node = 1; node < frame.length; node++) {
    const to = renamed[node]!;
    if (first[to] === -1) first[to] = frame[node]!;
    else if (first[to] !== frame[node]) shared[to] = 1;
  }
  return shared;
}
