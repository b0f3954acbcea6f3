/**
 * The result of comparing two sides under one set of rules: what `compare` makes and every face draws, prints or sends.
 * Shares are fractions of 1 (not percent), counts are in `valueType.unit`, deltas are head minus base.
 */
import type { ComparedMetrics } from '../metrics/rows.ts';
import type { Metric, Pruned, Source } from '../model/profile.ts';
import type { SymbolQuality } from '../normalize/quality.ts';
import type { Problem } from '../model/problem.ts';
import type { UnionTree } from '../tree/union.ts';

export interface Comparison {
  readonly version: 1;
  /** The column that was compared. */
  readonly valueType: { readonly name: string; readonly unit: string };
  readonly base: SideSummary;
  readonly head: SideSummary;
  readonly normalization: NormalizationSummary;
  /** `sides[0]` is base, `sides[1]` is head. */
  readonly tree: UnionTree;
  /** Parallel to `tree.functions`. */
  readonly functions: FunctionColumns;
  /** Parallel to `tree.functions`: subsystems that the rules put each in, such as `innodb.purge`; mostly none. */
  readonly functionTags: readonly (readonly string[])[];
  /** Ranked, strongest first (DIFF-SPEC 5). */
  readonly explanations: readonly Explanation[];
  /** d of DIFF-SPEC 1: expected head/base ratio of everything outside the confirmed explanations; 1 when there is none. */
  readonly dilution: number;
  /** Part of the difference beyond noise that the explanations account for, 0..1; null when there is none (DIFF-SPEC 5). */
  readonly coverage: number | null;
  /** CPUs busy on each side; null unless both count CPU time and know how long they recorded (DIFF-SPEC 2). */
  readonly cpusBusy: { readonly base: number; readonly head: number } | null;
  /** How well differences can be told from noise (DIFF-SPEC 3). */
  readonly evidence: EvidenceSummary;
  /** Benchmark numbers of both sides, and what they say together with the shares (DIFF-SPEC 10). */
  readonly metrics: ComparedMetrics;
  /** Suggested renames and inlinings: display only, never in numbers (DIFF-SPEC 6). */
  readonly alignment: readonly AlignedPair[];
  /** What makes the sides hard to compare, beside the problems of each input (DESIGN 5, DIFF-SPEC 11). */
  readonly problems: readonly Problem[];
}

export interface SideSummary {
  readonly runs: readonly RunSummary[];
  /** T, without rounding. */
  readonly total: number | bigint;
  /** Number of samples of all runs together, null when the files hold only weights. */
  readonly samples: number | null;
  /** Set when any run was read from a drawing that left narrow frames out. */
  readonly pruned: Pruned | null;
  /** Share of the total in frames without a name, 0..1. */
  readonly unknownShare: number;
}

export interface RunSummary {
  readonly source: Source;
  readonly total: number | bigint;
  readonly samples: number | null;
  readonly event: string | null;
  readonly durationSeconds: number | null;
  /** Set when the run was read from a drawing that left narrow frames out. */
  readonly pruned: Pruned | null;
  readonly labels: ReadonlyMap<string, string>;
  readonly metrics: readonly Metric[];
  /** How well its names are known, after normalizing; absent in what was stored before it was kept. */
  readonly symbols?: SymbolQuality;
  readonly problems: readonly Problem[];
}

export type NormalizationLevel = 'none' | 'syntax' | 'default' | 'aggressive';

export interface NormalizationSummary {
  readonly level: NormalizationLevel;
  readonly packs: readonly UsedPack[];
  /** Names that became one, largest weight first; names that only changed spelling alone are counted, not listed. */
  readonly merged: readonly MergedNames[];
  /** Rules that changed stacks (dropped, cut, split or folded frames). */
  readonly reshaped: readonly ReshapedStacks[];
  /** Distinct names that a rule rewrote. */
  readonly rewritten: number;
}

export interface UsedPack {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the text of rules that a user wrote, hex; null for the packs that come with Firebreak. */
  readonly hash: string | null;
}

/** Weights are inclusive values of the names as recorded, both sides together, in the unit of the default value type. */
export interface MergedNames {
  readonly name: string;
  /** By name. */
  readonly from: readonly MergedName[];
  readonly weight: number;
  /** Of the names that were rewritten: what moved to another name. */
  readonly moved: number;
}

export interface MergedName {
  readonly name: string;
  /** `pack/id` of the rules that rewrote it, in order; empty for a name that was kept. */
  readonly rules: readonly string[];
  readonly weight: number;
}

export interface ReshapedStacks {
  /** `pack/id` */
  readonly rule: string;
  readonly action: 'drop' | 'collapse-direct' | 'collapse-cyclic' | 'reroot-above' | 'reroot-below' | 'split';
  readonly nodes: number;
  /** Sum of the totals of these nodes. */
  readonly weight: number;
}

/**
 * `diluted`: changed only because confirmed explanations changed the rest: smaller beside growth, larger beside shrinkage
 * (DIFF-SPEC 1). `undecided`: a drawing cannot tell, or a side is empty (DIFF-SPEC 7). `unseen`: on one side only, but too
 * rare to be called new or gone.
 */
export const STATES = ['same', 'grew', 'shrank', 'new', 'gone', 'diluted', 'undecided', 'unseen'] as const;
export type State = (typeof STATES)[number];

/** Counts of each function; inclusive counts once a stack (DIFF-SPEC 1). */
export interface FunctionCounts {
  readonly baseSelf: Float64Array;
  readonly headSelf: Float64Array;
  readonly baseTotal: Float64Array;
  readonly headTotal: Float64Array;
  /** Index into STATES, of the inclusive value. */
  readonly state: Uint8Array;
}

/** The same with the test of each function over the runs (DIFF-SPEC 3); NaN where a function was not tested. */
export interface FunctionColumns extends FunctionCounts {
  /** q of the inclusive and of the self value: Benjamini-Hochberg with measured spread, Bonferroni else. */
  readonly q: Float64Array;
  readonly selfQ: Float64Array;
  /** 95 % interval of the delta of the inclusive share. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** N node subtree, S self of an inner node, F function inclusive, G function self on all paths, E caller -> callee edge. */
export type RegionKind = 'N' | 'S' | 'F' | 'G' | 'E';

export interface Explanation {
  readonly kind: RegionKind;
  /** Function that the region is named after (index into tree.functions); for E the callee. */
  readonly func: number;
  /** E only: the caller; -1 otherwise. */
  readonly caller: number;
  /** N, S: the node; for the other kinds the outermost node with the largest head + base share (a place to zoom to). */
  readonly node: number;
  /** N: the chain of frames of (nearly) the same mass, outermost `entry` to innermost `focus`; else both equal `node`. */
  readonly entry: number;
  readonly focus: number;
  /** Conditional shares B and H of the region when it was picked. */
  readonly base: number;
  readonly head: number;
  /** Unconditional shares, as the tables show them. */
  readonly baseShare: number;
  readonly headShare: number;
  /** X of DIFF-SPEC 1: part of head that would not be there had the region grown only like the rest. */
  readonly excess: number;
  /** |A| / se. */
  readonly z: number;
  readonly score: number;
  /**
   * (1 - H) / (1 - B), the part of the dilution that this explains; 1 when B is all of base, which has no rest to compare.
   * The scan may come back to a region: the factors of all its rounds are multiplied.
   */
  readonly complement: number;
  readonly label: 'confirmed' | 'suspected' | 'noise';
  /** q of the moderated test of the region, when both sides have at least three runs. */
  readonly q: number | null;
  /** A move between siblings under an unchanged parent joins two regions in one line (DIFF-SPEC 5, cost shift). */
  readonly shiftWith: number | null;
  /** Side whose drawing has no frame of the region: it may have left it out (DIFF-SPEC 7), so nothing is new or gone. */
  readonly undrawn: 'base' | 'head' | null;
  /**
   * Most that the undrawn side may hide of the region, as a share with the changes of the explanations above taken out,
   * like `base` and `head`; null when nothing is undrawn, or when the region has too many places for a bound.
   */
  readonly undrawnMost: number | null;
  /** What moved, when `shiftWith` is set. */
  readonly shift: Shift | null;
}

/** Two explanations that are one statement (DIFF-SPEC 5). */
export interface Shift {
  /** `siblings`: cost moved between children of one parent. `callers`: one function, unchanged in total, is called from elsewhere. */
  readonly kind: 'siblings' | 'callers';
  /** The unchanged parent (node) for `siblings`; the function (index into tree.functions) for `callers`. */
  readonly at: number;
  /** Share that moved, 0..1. */
  readonly moved: number;
}

export type EvidenceLevel = 'measured' | 'calibrated' | 'assumed' | 'none';

export interface EvidenceSummary {
  readonly level: EvidenceLevel;
  readonly baseRuns: number;
  readonly headRuns: number;
  /** Run-to-run spread tau used, sd on the logit scale, per side. */
  readonly tauBase: number;
  readonly tauHead: number;
  /** Size of the family that q is about: functions tested, inclusive and self. */
  readonly tested: number;
  /** What these runs could have seen of a function of 5 %; null at level none or when nothing was tested. */
  readonly detectable: Detectability | null;
  /** Sides whose own runs differ much among themselves (DIFF-SPEC 3.2a). */
  readonly disagreements: readonly RunDisagreement[];
}

export interface Detectability {
  /** Share that a function of 5 % would have to reach to be seen, with the runs given. */
  readonly reaches: number;
  /** The same with five runs per side at this spread. */
  readonly withFiveRuns: number;
}

export interface RunDisagreement {
  readonly side: 'base' | 'head';
  /** Index into tree.functions; `isSelf`: its own time. */
  readonly func: number;
  readonly isSelf: boolean;
  /** Largest over smallest share among the runs. */
  readonly ratio: number;
  readonly runs: number;
}

export interface AlignedPair {
  readonly kind: 'rename' | 'inline' | 'outline';
  /** Functions (index into tree.functions). */
  readonly base: number;
  readonly head: number;
  readonly score: number;
  /** True from 0.70: the aligned view puts the two rows together. */
  readonly joined: boolean;
}
