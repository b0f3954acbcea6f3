import type { FrameKind, Profile } from '../model/profile.ts';
import type { NormalizationLevel, ReshapedStacks, UsedPack } from '../diff/comparison.ts';
import { NAME_FUNCTIONS } from './functions.ts';
import { TagIndex } from './name-lists.ts';
import { marksOf } from './prefilter.ts';
import type { Language, Rule } from './rule.ts';
import { Fired, StepList } from './step-list.ts';
import type { Rewriting } from './step-list.ts';
import { depthLimitOf, frameTest, isPlainList, nameStep } from './steps.ts';
import type { CompilePattern, FrameContext, FrameTest } from './steps.ts';

export interface NamedRule {
  readonly rule: Rule;
  /** `pack/id`. */
  readonly id: string;
  readonly compile: CompilePattern;
  readonly builtIn: boolean;
}

export interface NormalizerParts {
  readonly level: NormalizationLevel;
  readonly packs: readonly UsedPack[];
  readonly rules: readonly NamedRule[];
  readonly language: Language | null;
}

/** What the rules make of one frame. */
export interface NormalizedName {
  readonly name: string;
  /** Set where the name told it (`_[k]`), else null. */
  readonly kind: FrameKind | null;
  readonly module: string | null;
  readonly tags: readonly string[];
  /** `pack/id` of the rules that rewrote it, in order. */
  readonly fired: readonly string[];
  /** Rules that change the tree at this frame; null for nearly every frame. */
  readonly shape: FrameShape | null;
}

export interface FrameShape {
  /** `pack/id` of the rule that decided, for the audit. */
  readonly rule: string;
  readonly action: ReshapedStacks['action'];
  /** With `split`: the frames, outermost first. */
  readonly parts: readonly string[];
}

/** One rewriting of a name, for people who ask why. */
export interface ExplainedStep {
  readonly rule: string;
  readonly before: string;
  readonly after: string;
}

export interface NameDetails {
  readonly module?: string | null;
  readonly kind?: FrameKind;
  /** Frames from the root, the outermost has 1; 0 when not known: rules that ask for a place do not apply then. */
  readonly depth?: number;
  readonly leaf?: boolean;
}

const NOTHING: readonly string[] = [];
const NO_DETAILS: FrameContext = { module: null, kind: 'unknown', depth: 0, leaf: false };
/** More results than this fall out of the processor's caches, and looking for them costs more than making them again. */
const MOST_KNOWN = 1 << 13;

/**
 * A class, because V8 puts literals into the old generation once it has seen the first of them live long, as those do
 * that a Normalizer remembers: the others would wait there for a full collection.
 */
class Made implements NormalizedName {
  readonly name: string;
  readonly kind: FrameKind | null;
  readonly module: string | null;
  readonly tags: readonly string[];
  readonly fired: readonly string[];
  readonly shape: FrameShape | null;

  constructor(
    { name, context, fired }: Rewriting,
    given: FrameContext,
    tags: readonly string[],
    shape: FrameShape | null,
  ) {
    this.name = name;
    this.kind = context.kind === given.kind ? null : context.kind;
    this.module = context.module === given.module ? null : context.module;
    this.tags = tags;
    this.fired = fired.rules;
    this.shape = shape;
  }
}

/**
 * Rules of one level, ready to run. Remembers the frames it was asked for, as many as most profiles have: let it live
 * as long as one comparison (or one request), not as long as a server.
 */
export class Normalizer {
  readonly level: NormalizationLevel;
  readonly packs: NormalizerParts['packs'];
  readonly language: Language | null;
  /** Names may depend on the place for nodes up to this depth. */
  readonly depthLimit: number;
  readonly asksForLeaf: boolean;
  readonly #parts: NormalizerParts;
  /** Built-in rules run until nothing changes, so that normalizing twice is normalizing once. */
  readonly #repeated: StepList;
  /** Those of them that do not ask for a place: for the many frames whose place is not looked at. */
  readonly #anywhere: StepList;
  /** Rules of users run once, in their order: what they make of names is their own affair. */
  readonly #once: StepList;
  /** Names that stay as they were recorded. */
  readonly #keepers: readonly FrameTest[];
  readonly #tests: readonly FrameTest[];
  readonly #tagTests: readonly FrameTest[];
  readonly #tagIndex: TagIndex;
  readonly #unfired = new Fired(NOTHING);
  readonly #known = new Map<string, NormalizedName>();
  readonly #languages = new Map<Language, Normalizer>();
  /** What the frames of a profile become wherever they stand, as far as asked for: the runs of a comparison are asked twice. */
  readonly frames = new WeakMap<Profile['frames'], (NormalizedName | undefined)[]>();
  /** `pack/id` of the rules that take argument lists away; none at the aggressive level, where overloads are one. */
  readonly #overloads: ReadonlySet<string>;
  #keeping: Normalizer | null = null;

  /** Use `compileRules`. */
  constructor(parts: NormalizerParts) {
    this.#parts = parts;
    this.level = parts.level;
    this.packs = parts.packs;
    this.language = parts.language;
    const language = parts.language ?? 'native';
    const rules = parts.rules.filter(({ rule }) => rule.language === undefined || rule.language.includes(language));
    const tags = rules.filter(({ rule }) => rule.tag !== undefined);
    const names = rules.filter(({ rule }) => rule.rename !== undefined || rule.fn !== undefined);
    const keepers = rules.filter(({ rule }) => rule.keep === true);
    const shapes = rules.filter((one) => !tags.includes(one) && !names.includes(one) && !keepers.includes(one));
    const steps = names.map(({ rule, id, compile, builtIn }) => ({ builtIn, step: nameStep(rule, id, compile) }));
    const repeated = steps.filter(({ builtIn }) => builtIn).map(({ step }) => step);
    this.#repeated = new StepList(repeated);
    const apart = parts.level === 'aggressive' ? [] : rules.filter(({ rule }) => rule.overloads === true);
    this.#overloads = new Set(apart.map(({ id }) => id));
    this.#anywhere = new StepList(
      repeated.filter(({ rule }) => depthLimitOf(rule) === 0 && rule.match?.position === undefined),
    );
    this.#once = new StepList(steps.filter(({ builtIn }) => !builtIn).map(({ step }) => step));
    this.#keepers = keepers.map(({ rule, id, compile }) => frameTest(rule, id, compile));
    this.#tests = shapes.map(({ rule, id, compile }) => frameTest(rule, id, compile));
    this.#tagIndex = new TagIndex();
    for (const { rule } of tags) if (isPlainList(rule.match)) this.#tagIndex.add(rule.match.names, rule.tag ?? '');
    this.#tagTests = tags
      .filter(({ rule }) => !isPlainList(rule.match))
      .map(({ rule, id, compile }) => frameTest(rule, id, compile));
    this.depthLimit = rules.reduce((deepest, { rule }) => Math.max(deepest, depthLimitOf(rule)), 0);
    this.asksForLeaf = rules.some(({ rule }) => rule.match?.position === 'leaf');
  }

  /** The same rules for names of `language`. */
  forLanguage(language: Language): Normalizer {
    if (this.language === language) return this;
    let other = this.#languages.get(language);
    if (other === undefined) {
      other = new Normalizer({ ...this.#parts, language });
      this.#languages.set(language, other);
    }
    return other;
  }

  /** What the rules make of a frame. */
  name(name: string, details?: NameDetails): NormalizedName {
    const key = details === undefined ? name : keyOf(name, details);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#make(name, this.#context(details), null);
    if (this.#known.size < MOST_KNOWN) this.#known.set(key, made);
    return made;
  }

  /** Whether any rule takes argument lists away that tell overloads apart. */
  get hasOverloads(): boolean {
    return this.#overloads.size > 0;
  }

  /** Whether the name has lost an argument list. */
  isOverload({ fired }: NormalizedName): boolean {
    return fired.some((rule) => this.#overloads.has(rule));
  }

  /** The same with the argument list where it has one; tags and changes of the tree are those of the name without. */
  apart(name: string, details?: NameDetails): NormalizedName {
    const made = this.name(name, details);
    if (!this.isOverload(made)) return made;
    this.#keeping ??= new Normalizer({ ...this.#parts, rules: this.#parts.rules.flatMap(keepingArguments) });
    const { name: whole, fired } = this.#keeping.name(name, details);
    return { ...made, name: whole, fired };
  }

  /** Every rewriting of a name in order: what `firebreak normalize --explain` prints. */
  explain(name: string, details?: NameDetails): readonly ExplainedStep[] {
    const steps: ExplainedStep[] = [];
    this.#make(name, this.#context(details), steps);
    return steps;
  }

  #context(details: NameDetails | undefined): FrameContext {
    if (details === undefined) return NO_DETAILS;
    const { module = null, kind = 'unknown', depth = 0, leaf = false } = details;
    return { module, kind, depth, leaf };
  }

  #make(raw: string, given: FrameContext, explained: ExplainedStep[] | null): NormalizedName {
    const frame: Rewriting = { name: raw, marks: marksOf(raw), context: given, fired: this.#unfired, explained };
    const steps = given.depth === 0 && !given.leaf ? this.#anywhere : this.#repeated;
    if (!this.#keepers.some((keeper) => keeper.matches(raw, given))) {
      steps.repeat(frame);
      this.#once.once(frame);
    }
    const { name, context } = frame;
    return new Made(frame, given, this.#tagsOf(name, context), this.#shapeOf(name, context));
  }

  #tagsOf(name: string, context: FrameContext): readonly string[] {
    const tags = this.#tagIndex.of(name);
    if (this.#tagTests.length === 0) return tags;
    const more = this.#tagTests.filter((test) => test.matches(name, context)).map(({ rule }) => rule.tag ?? '');
    return more.length === 0 ? tags : [...new Set([...tags, ...more])].sort();
  }

  #shapeOf(name: string, context: FrameContext): FrameShape | null {
    for (const { rule, id, matches } of this.#tests) {
      if (!matches(name, context)) continue;
      if (rule.drop === true) return { rule: id, action: 'drop', parts: NOTHING };
      if (rule.collapse !== undefined) return { rule: id, action: `collapse-${rule.collapse}`, parts: NOTHING };
      if (rule.reroot !== undefined) return { rule: id, action: `reroot-${rule.reroot}`, parts: NOTHING };
      const parts = name.split(rule.split ?? '').filter((part) => part !== '');
      if (parts.length > 1) return { rule: id, action: 'split', parts };
    }
    return null;
  }
}

/** The rule as it is where argument lists are kept: another function, or none. */
function keepingArguments(one: NamedRule): readonly NamedRule[] {
  if (one.rule.overloads !== true) return [one];
  const keeping = one.rule.fn === undefined ? undefined : NAME_FUNCTIONS.get(one.rule.fn)?.keeping;
  return keeping === undefined ? [] : [{ ...one, rule: { ...one.rule, fn: keeping, overloads: false } }];
}

function keyOf(name: string, { module, kind, depth, leaf }: NameDetails): string {
  return `${name}\n${module ?? ''}\n${kind ?? ''}\n${depth ?? 0}\n${leaf === true ? 1 : 0}`;
}
