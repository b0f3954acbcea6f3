/**
 * What a normalization rule is. Rules are data: built-in packs come from `packs/*.yml`, a team's own from its
 * configuration; both have this shape. Order matters: each rule sees what the rules before it left.
 */
import type { FrameKind } from '../model/profile.ts';
import type { NormalizationLevel } from '../diff/comparison.ts';

/** How much is folded; each level holds the ones before it. */
export const LEVELS = ['none', 'syntax', 'default', 'aggressive'] as const satisfies readonly NormalizationLevel[];
export type RuleLevel = Exclude<NormalizationLevel, 'none'>;

/** `go`: a dot parts package and function, so `main.cold` is a function. Everything else reads alike. */
export const LANGUAGES = ['native', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

export const POSITIONS = ['root', 'leaf'] as const;
export type FramePosition = (typeof POSITIONS)[number];

export interface RuleMatch {
  /** Regular expression that is searched in the name. Built-in: RegExp, vetted by a test; a user's: RE2 syntax. */
  readonly name?: string;
  /** Whole names, or beginnings of names with a `*` at the end. */
  readonly names?: readonly string[];
  /** Regular expression that is searched in the module; a frame without a module does not match. */
  readonly module?: string;
  readonly kind?: FrameKind;
  /** `root`: the outermost frame of a stack. `leaf`: a frame that calls nothing. */
  readonly position?: FramePosition;
  /** Only frames at most this many from the root; the outermost has 1. */
  readonly maxDepth?: number;
}

/** One step. Beside `id`, `level`, `language` and `match` it has exactly one action of ACTIONS. */
export interface Rule {
  readonly id: string;
  /** The lowest level that uses it; `default` when not given. */
  readonly level?: RuleLevel;
  /** Only in profiles of these languages. */
  readonly language?: readonly Language[];
  readonly match?: RuleMatch;
  /** What the matched part becomes; `$1` is the first group. Without `match.name` the whole name. */
  readonly rename?: string;
  /** With `rename`: every match in the name, not only the first. */
  readonly all?: boolean;
  /** With `rename`: the frame's kind is known by it. */
  readonly kind?: FrameKind;
  /** With `rename`: group whose text is the module of a frame that has none. */
  readonly moduleGroup?: number;
  /** A named function of `functions.ts`. */
  readonly fn?: string;
  /**
   * With `rename` or `fn`: takes away argument lists, which tell overloads apart. A name that stands for several functions
   * of one profile keeps them, in all profiles of the comparison (`overloads.ts`).
   */
  readonly overloads?: boolean;
  /** The name stays as it was recorded, whatever other rules of any pack would make of it. */
  readonly keep?: boolean;
  /** The frame goes; what it called, and its own value, belong to its caller. */
  readonly drop?: boolean;
  /** `direct`: a frame right below itself is one. `cyclic`: a frame anywhere below itself continues the outer one. */
  readonly collapse?: 'direct' | 'cyclic';
  /** `above`: stacks begin at the frame (the outermost match). `below`: stacks end at it and it takes their values. */
  readonly reroot?: 'above' | 'below';
  /** The name becomes several frames, cut at this text. */
  readonly split?: string;
  /** Subsystem such as `innodb.purge`. */
  readonly tag?: string;
}

export const ACTIONS = ['keep', 'rename', 'fn', 'drop', 'collapse', 'reroot', 'split', 'tag'] as const;
export type ActionName = (typeof ACTIONS)[number];

/** An example is a test of its pack: `in` becomes `out` and has the tags, or names of one profile stay different. */
export interface RuleExample {
  readonly in?: string;
  readonly out?: string;
  readonly tags?: readonly string[];
  readonly different?: readonly string[];
  /** `default` when not given. */
  readonly level?: RuleLevel;
  readonly language?: Language;
  readonly position?: FramePosition;
  readonly module?: string;
}

export interface RulePack {
  readonly pack: string;
  readonly version: string;
  readonly summary: string;
  readonly rules: readonly Rule[];
}

export interface RulePackWithExamples extends RulePack {
  readonly examples: readonly RuleExample[];
}

export function actionOf(rule: Rule): ActionName | null {
  return ACTIONS.find((action) => rule[action] !== undefined) ?? null;
}
