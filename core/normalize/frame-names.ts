import type { ProfileBuilder } from '../model/builder.ts';
import { FRAME_KINDS, NONE, frameModule } from '../model/profile.ts';
import type { FrameIndex, Profile } from '../model/profile.ts';
import { depthsOf } from '../model/totals.ts';
import type { NormalizedName, Normalizer } from './normalizer.ts';
import { apartFrame, normalizedFrame } from './overloads.ts';

/** Normalized names by frame; by node only where a rule asks for the place in the stack. */
export class FrameNames {
  readonly #profile: Profile;
  readonly #rules: Normalizer;
  readonly #overloads: ReadonlySet<string>;
  readonly #byFrame: (NormalizedName | undefined)[];
  readonly #depth: Int32Array;
  readonly #limit: number;
  /** 1: the node has callees; null where no rule asks. */
  readonly #calls: Uint8Array | null;

  constructor(profile: Profile, rules: Normalizer, overloads: ReadonlySet<string>) {
    this.#profile = profile;
    this.#rules = rules;
    this.#overloads = overloads;
    this.#byFrame = Array.from({ length: profile.frames.length }, () => undefined);
    this.#depth = depthsOf(profile.nodes.parent);
    this.#limit = rules.depthLimit;
    this.#calls = rules.asksForLeaf ? callsOf(profile.nodes.parent) : null;
  }

  /** Whether a rule may ask for the place of the node in its stack; its name is then not that of its frame. */
  isPlaced(node: number): boolean {
    return this.#depth[node]! <= this.#limit || this.#calls?.[node] === 0;
  }

  of(node: number, placed: boolean): NormalizedName {
    const frame = this.#profile.nodes.frame[node]!;
    if (placed) return this.#ask(frame, this.#depth[node]!, this.#calls?.[node] === 0);
    return (this.#byFrame[frame] ??= this.#ask(frame, 0, false));
  }

  #ask(frame: number, depth: number, leaf: boolean): NormalizedName {
    const made = normalizedFrame(this.#rules, this.#profile, frame, depth, leaf);
    return this.#overloads.has(made.name) ? apartFrame(this.#rules, this.#profile, frame, depth, leaf) : made;
  }
}

function callsOf(parent: Int32Array): Uint8Array {
  const calls = new Uint8Array(parent.length);
  for (let node = 1; node < parent.length; node++) calls[parent[node]!] = 1;
  return calls;
}

/** Frames of the new profile, one a name, with the details of the first frame that got it. */
export class NamedFrames {
  readonly builder: ProfileBuilder;
  readonly #profile: Profile;
  readonly #frames = new Map<string, FrameIndex>();

  constructor(profile: Profile, builder: ProfileBuilder) {
    this.#profile = profile;
    this.builder = builder;
  }

  of(name: string, from: number, kind: NormalizedName['kind'], module: string | null): FrameIndex {
    const known = this.#frames.get(name);
    if (known !== undefined) return known;
    const { frames, strings } = this.#profile;
    const file = frames.file[from]!;
    const made = this.builder.frame(name, {
      module: module ?? frameModule(this.#profile, from),
      file: file === NONE ? null : (strings[file] ?? null),
      line: frames.line[from]!,
      kind: kind ?? FRAME_KINDS[frames.kind[from]!] ?? 'unknown',
    });
    this.#frames.set(name, made);
    return made;
  }
}
