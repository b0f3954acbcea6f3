import { ProfileBuilder } from '../model/builder.ts';
import type { BuildLimits, FrameDetails } from '../model/builder.ts';
import type { Fault } from '../model/problem.ts';
import { FRAME_KINDS, NONE, ROOT, frameModule, frameName } from '../model/profile.ts';
import type { FrameIndex, NodeIndex, Profile } from '../model/profile.ts';
import { depthsOf } from '../model/totals.ts';
import { ok } from '../result.ts';
import type { Result } from '../result.ts';
import { AuditLog } from './audit.ts';
import type { Audit } from './audit.ts';
import { languageOf } from './language.ts';
import type { FrameShape, NormalizedName, Normalizer } from './normalizer.ts';

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
 * The only fault is `limit-exceeded` of the builder.
 */
export function normalizeProfile(
  profile: Profile,
  normalizer: Normalizer,
  limits?: BuildLimits,
): Result<NormalizedProfile, Fault> {
  const language = normalizer.language ?? languageOf(profile);
  const rules = normalizer.forLanguage(language);
  const log = new AuditLog(profile, rules, language);
  if (rules.level === 'none') return ok({ profile, audit: log.finish(), tags: new Map() });

  const tree = new Rebuilt(profile, limits);
  const names = new FrameNames(profile, rules);
  const tags = new Map<string, readonly string[]>();
  for (let node = 1; node < profile.nodes.length; node++) {
    const made = names.of(node);
    const frame = profile.nodes.frame[node]!;
    if (made.tags.length > 0) tags.set(made.name, made.tags);
    log.saw(frame, made);
    if (tree.add(node, frame, made)) log.reshaped(node, made.shape!);
    if (tree.builder.overflow !== null) break;
  }
  tree.addValues();
  const finished = tree.builder.finish(profile);
  return finished.ok ? ok({ profile: finished.value, audit: log.finish(), tags }) : finished;
}

/** Normalized names by frame; by node only where a rule asks for the place in the stack. */
class FrameNames {
  readonly #profile: Profile;
  readonly #rules: Normalizer;
  readonly #byFrame: (NormalizedName | undefined)[];
  readonly #depth: Int32Array;
  readonly #calls: Uint8Array;

  constructor(profile: Profile, rules: Normalizer) {
    this.#profile = profile;
    this.#rules = rules;
    this.#byFrame = Array.from({ length: profile.frames.length }, () => undefined);
    this.#depth = depthsOf(profile.nodes.parent);
    this.#calls = new Uint8Array(profile.nodes.length);
    for (let node = 1; node < profile.nodes.length; node++) this.#calls[profile.nodes.parent[node]!] = 1;
  }

  of(node: number): NormalizedName {
    const frame = this.#profile.nodes.frame[node]!;
    const depth = this.#depth[node]!;
    const leaf = this.#rules.asksForLeaf && this.#calls[node] === 0;
    if (depth <= this.#rules.depthLimit || leaf) return this.#ask(frame, depth, leaf);
    return (this.#byFrame[frame] ??= this.#ask(frame, 0, false));
  }

  #ask(frame: number, depth: number, leaf: boolean): NormalizedName {
    const module = frameModule(this.#profile, frame);
    const kind = FRAME_KINDS[this.#profile.frames.kind[frame]!] ?? 'unknown';
    const plain = module === null && kind === 'unknown' && depth === 0 && !leaf;
    const name = frameName(this.#profile, frame);
    return plain ? this.#rules.name(name) : this.#rules.name(name, { module, kind, depth, leaf });
  }
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
  readonly #frames = new Map<string, FrameIndex>();
  /** By new node: nearest node at or above it that a cyclic collapse may continue; 0 for none. */
  readonly #cyclic: number[] = [];

  constructor(profile: Profile, limits?: BuildLimits) {
    this.#profile = profile;
    this.builder = new ProfileBuilder(profile.valueTypes.length, limits);
    this.#nodeOf = new Int32Array(profile.nodes.length);
    this.#cut = new Uint8Array(profile.nodes.length);
    this.#rerooted = new Uint8Array(profile.nodes.length);
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
        (at, part) => this.#child(at, this.#frame(part, frame, null, null)),
        parent,
      );
      return true;
    }
    const named = this.#frame(name, frame, kind, module);
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
    if (shape?.action === 'collapse-cyclic') this.#cyclic[made] = made;
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
    this.#cyclic[child] ??= this.#cyclic[parent] ?? 0;
    return child;
  }

  #frame(name: string, from: number, kind: NormalizedName['kind'], module: string | null): FrameIndex {
    const known = this.#frames.get(name);
    if (known !== undefined) return known;
    const { frames, strings } = this.#profile;
    const file = frames.file[from]!;
    const details: FrameDetails = {
      module: module ?? frameModule(this.#profile, from),
      file: file === NONE ? null : (strings[file] ?? null),
      line: frames.line[from]!,
      kind: kind ?? FRAME_KINDS[frames.kind[from]!] ?? 'unknown',
    };
    const made = this.builder.frame(name, details);
    this.#frames.set(name, made);
    return made;
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
