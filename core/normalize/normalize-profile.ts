import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { ROOT } from '../model/profile.ts';
import type { FrameIndex, NodeIndex, Profile } from '../model/profile.ts';
import { ok } from '../result.ts';
import type { Result } from '../result.ts';
import { AuditLog } from './audit.ts';
import type { Audit } from './audit.ts';
import { FrameNames, NamedFrames } from './frame-names.ts';
import { languageOf } from './language.ts';
import type { FrameShape, NormalizedName, Normalizer } from './normalizer.ts';
import { overloadsOf } from './overloads.ts';
import { renameFrames } from './rename-frames.ts';

export interface NormalizedProfile {
  readonly profile: Profile;
  readonly audit: Audit;
  /** Tags by normalized name; names without tags are left out. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/**
 * The profile with its frames renamed and its stacks changed as the rules say. Totals stay: a dropped frame leaves its
 * value to its caller, a cut stack to the frame it was cut at. Frames with one name become one frame (module, file and
 * line of the first seen), as the union tree counts them. At level `none` the profile is given back as it is.
 *
 * `overloads`: names that keep their argument lists, as `overloadsOf` all profiles of a comparison; absent: of this one.
 * The only fault is `limit-exceeded` of the builder.
 */
export function normalizeProfile(
  profile: Profile,
  normalizer: Normalizer,
  limits?: BuildLimits,
  overloads: ReadonlySet<string> = overloadsOf([profile], normalizer),
): Result<NormalizedProfile, Fault> {
  const language = normalizer.language ?? languageOf(profile);
  const rules = normalizer.forLanguage(language);
  const log = new AuditLog(profile, rules, language);
  if (rules.level === 'none') return ok({ profile, audit: log.finish(), tags: new Map() });

  const names = new FrameNames(profile, rules, overloads);
  const tags = new Map<string, readonly string[]>();
  const saw = (frame: number, made: NormalizedName) => {
    if (made.tags.length > 0) tags.set(made.name, made.tags);
    log.saw(frame, made);
  };
  const renamed = renameFrames(profile, names, saw, limits);
  if (renamed !== null) return ok({ profile: renamed, audit: log.finish(), tags });

  const tree = new Rebuilt(profile, limits);
  for (let node = 1; node < profile.nodes.length; node++) {
    const placed = names.isPlaced(node);
    if (!placed && tree.addAgain(node)) continue;
    const made = names.of(node, placed);
    const frame = profile.nodes.frame[node]!;
    saw(frame, made);
    if (tree.add(node, frame, made)) log.reshaped(node, made.shape!);
    if (!placed && made.shape === null) tree.remember(frame, node);
    if (tree.builder.overflow !== null) break;
  }
  tree.addValues();
  const finished = tree.builder.finish(profile);
  return finished.ok ? ok({ profile: finished.value, audit: log.finish(), tags }) : finished;
}

/** The new tree, grown node by node; parents come before children on both sides, so nothing recurses. */
class Rebuilt {
  readonly builder: ProfileBuilder;
  readonly #profile: Profile;
  /** Node of the old tree → node of the new one. */
  readonly #nodeOf: Int32Array;
  /** 1: below a `reroot: below`, all values go to the cut. */
  readonly #cut: Uint8Array;
  /** 1: a `reroot: above` has happened on this path; the outermost one counts. */
  readonly #rerooted: Uint8Array;
  readonly #frames: NamedFrames;
  /** Frame of the old tree → frame of the new one where that is all there is to do, wherever it stands; else -1. */
  readonly #image: Int32Array;
  /** By new node: nearest node at or above it that a cyclic collapse may continue; 0 for none. Empty before the first. */
  readonly #cyclic: number[] = [];

  constructor(profile: Profile, limits?: BuildLimits) {
    this.#profile = profile;
    this.builder = new ProfileBuilder(profile.valueTypes.length, limits, profile.nodes.length);
    this.#frames = new NamedFrames(profile, this.builder);
    this.#image = new Int32Array(profile.frames.length).fill(-1);
    this.#nodeOf = new Int32Array(profile.nodes.length);
    this.#cut = new Uint8Array(profile.nodes.length);
    this.#rerooted = new Uint8Array(profile.nodes.length);
  }

  /** Adds a node whose frame is known to be renamed alone; false for any other, which is left to `add`. */
  addAgain(node: number): boolean {
    const { parent, frame } = this.#profile.nodes;
    const image = this.#image[frame[node]!]!;
    const above = parent[node]!;
    if (image === -1 || this.#cut[above] === 1) return false;
    this.#rerooted[node] = this.#rerooted[above]!;
    this.#nodeOf[node] = this.#child(this.#nodeOf[above] as NodeIndex, image as FrameIndex);
    return true;
  }

  /** The name of `frame` is the same wherever no rule asks for its place, and no rule changes the tree there: as at `node`. */
  remember(frame: number, node: number): void {
    if (this.#cut[node] === 0) this.#image[frame] = this.builder.frameOf(this.#nodeOf[node] as NodeIndex);
  }

  /** Gives whether a rule changed the tree here. */
  add(node: number, frame: number, { name, kind, module, shape }: NormalizedName): boolean {
    const above = this.#profile.nodes.parent[node]!;
    const parent = this.#nodeOf[above]! as NodeIndex;
    this.#rerooted[node] = this.#rerooted[above]!;
    if (this.#cut[above] === 1) {
      this.#cut[node] = 1;
      this.#nodeOf[node] = parent;
      return false;
    }
    if (shape?.action === 'drop') {
      this.#nodeOf[node] = parent;
      return true;
    }
    if (shape?.action === 'split') {
      this.#nodeOf[node] = shape.parts.reduce(
        (at, part) => this.#child(at, this.#frames.of(part, frame, null, null)),
        parent,
      );
      return true;
    }
    const named = this.#frames.of(name, frame, kind, module);
    const continued = shape === null ? ROOT : this.#continued(parent, named, shape);
    if (continued !== ROOT) {
      this.#nodeOf[node] = continued;
      return true;
    }
    const restarts = shape?.action === 'reroot-above' && this.#rerooted[node] === 0;
    const made = this.#child(restarts ? ROOT : parent, named);
    this.#nodeOf[node] = made;
    if (shape?.action === 'reroot-above') this.#rerooted[node] = 1;
    if (shape?.action === 'reroot-below') this.#cut[node] = 1;
    if (shape?.action === 'collapse-cyclic') this.#startCycle(made);
    return (restarts && parent !== ROOT) || shape?.action === 'reroot-below';
  }

  /** The node that a collapsed frame continues, or ROOT. The walk is as long as the path has collapsible functions. */
  #continued(parent: NodeIndex, frame: FrameIndex, { action }: FrameShape): NodeIndex {
    if (parent === ROOT) return ROOT;
    if (action === 'collapse-direct') return this.builder.frameOf(parent) === frame ? parent : ROOT;
    if (action !== 'collapse-cyclic') return ROOT;
    for (let at = this.#cyclic[parent] ?? 0; at !== 0; at = this.#cyclic[this.builder.parentOf(at as NodeIndex)] ?? 0) {
      if (this.builder.frameOf(at as NodeIndex) === frame) return at as NodeIndex;
    }
    return ROOT;
  }

  #child(parent: NodeIndex, frame: FrameIndex): NodeIndex {
    const child = this.builder.child(parent, frame);
    if (child === this.#cyclic.length) this.#cyclic.push(this.#cyclic[parent]!);
    return child;
  }

  #startCycle(node: NodeIndex): void {
    while (this.#cyclic.length < this.builder.nodeCount) this.#cyclic.push(0);
    this.#cyclic[node] = node;
  }

  addValues(): void {
    for (const [t, column] of this.#profile.values.entries()) {
      const exact = this.#profile.exactValues[t];
      for (let node = 0; node < this.#profile.nodes.length; node++) {
        const to = this.#nodeOf[node]! as NodeIndex;
        if (exact) this.builder.addSelfExact(to, exact[node]!, t);
        else if (column[node] !== 0) this.builder.addSelf(to, column[node]!, t);
      }
    }
  }
}
