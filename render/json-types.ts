/**
 * The JSON that the CLI prints and the API sends; docs/json.md says the same for people. Shares are fractions of 1.
 * Nothing here is ever NaN, infinite, undefined or negative zero; what does not exist is null.
 */
import type { SymbolQuality } from '../core/normalize/quality.ts';
import type { ComparedSplit, MetricRow } from '../core/metrics/rows.ts';
import type { Refusal } from '../core/metrics/split.ts';
import type { PerScale } from '../core/diff/per.ts';
import type { NormalizationLevel, RegionKind, State } from '../core/diff/comparison.ts';

/** A count in the unit of the value type. Integers beyond 2^53 are strings of decimal digits, so none is rounded. */
export type JsonCount = number | string;

export interface JsonProblem {
  readonly code: string;
  readonly severity: 'warning' | 'note';
  /** From 1; null where the format has no lines. */
  readonly line: number | null;
  /** From 0; null where it is not known. */
  readonly byte: number | null;
  /** How many places of the input have this problem; the position and `text` are of the first. */
  readonly count: number;
  /** Excerpt of the input. Hostile text. */
  readonly text: string | null;
  readonly message: string;
  readonly advice: string | null;
}

export interface JsonValueType {
  readonly name: string;
  readonly unit: string;
  readonly total: JsonCount;
  /** Number of real samples behind the column; null when the file holds only weights. */
  readonly samples: number | null;
}

export interface JsonPruned {
  /** Frames below this weight were not drawn, in `unit`. */
  readonly weight: number;
  readonly estimated: boolean;
}

export interface JsonProfileFacts {
  /** What tells several recordings of one file apart; null when there is one. */
  readonly name: string | null;
  readonly side: 'single' | 'base' | 'head';
  readonly generator: string | null;
  readonly event: string | null;
  readonly valueTypes: readonly JsonValueType[];
  /** Of the value type that is shown first, as are `unit` and `stacks`. */
  readonly total: JsonCount;
  readonly unit: string;
  /** Different stacks: positions of the tree with a value of their own. */
  readonly stacks: number;
  /** Positions of the call tree, the root not counted. */
  readonly nodes: number;
  readonly maxDepth: number;
  /** How well the names are known: shares of the total by self value. */
  readonly symbols: SymbolQuality;
  readonly pruned: JsonPruned | null;
  readonly inverted: boolean;
  readonly problems: readonly JsonProblem[];
}

/** `firebreak inspect --json`. The facts beside `profiles` are those of the first profile; of head in a differential file. */
export interface InspectionJson extends Omit<JsonProfileFacts, 'name' | 'side'> {
  readonly file: string | null;
  readonly format: string;
  readonly title: string;
  readonly because: string;
  readonly compression: string | null;
  readonly bytes: number;
  readonly differential: boolean;
  readonly profiles: readonly JsonProfileFacts[];
}

export interface JsonRun {
  readonly file: string | null;
  readonly format: string;
  readonly generator: string | null;
  readonly sha256: string | null;
  readonly total: JsonCount;
  readonly samples: number | null;
  readonly event: string | null;
  readonly durationSeconds: number | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly metrics: readonly { readonly name: string; readonly unit: string; readonly values: readonly number[] }[];
  /** After normalizing; null in comparisons stored before it was kept. */
  readonly symbols: SymbolQuality | null;
  readonly problems: readonly JsonProblem[];
}

export interface JsonSide {
  readonly total: JsonCount;
  readonly samples: number | null;
  readonly pruned: JsonPruned | null;
  readonly unknownShare: number;
  readonly runs: readonly JsonRun[];
}

export interface JsonFunctionSide {
  /** Count of stacks that end in the function. */
  readonly self: JsonCount;
  /** Count of stacks that hold the function at least once. */
  readonly total: JsonCount;
  /** `total` as a share of the side; null when the side has no samples. */
  readonly share: number | null;
  readonly selfShare: number | null;
}

export interface JsonFunction {
  readonly name: string;
  readonly module: string | null;
  readonly base: JsonFunctionSide;
  readonly head: JsonFunctionSide;
  /** Percentage points: 100 x (head share - base share); null when a side has no samples. */
  readonly delta: number | null;
  /** The same of the self values. */
  readonly deltaSelf: number | null;
  /** head total - base total, not scaled. */
  readonly deltaCount: JsonCount;
  /** head share / base share; null when new, gone or undefined. */
  readonly ratio: number | null;
  readonly state: State;
  /** Label of the strongest explanation that is about this function; null when there is none. */
  readonly evidence: JsonEvidenceLabel | null;
  /** q of the inclusive and of the self value; null where not tested. Bonferroni p with fewer than three runs a side. */
  readonly q: number | null;
  readonly selfQ: number | null;
  /** 95 % interval of `delta`, in points; null where not tested. */
  readonly interval: readonly [number, number] | null;
  /** Where a side is a drawing: what the delta lies between, in points, and whether its sign is proven. Null else. */
  readonly bounds: readonly [number, number] | null;
  readonly proven: boolean | null;
  /** What became of it and how sure that is, to stand behind the name. */
  readonly sentence: string;
  /** Inclusive values in the unit of `per`, and head over base; only when asked for with `--per`. */
  readonly absolute?: { readonly base: number; readonly head: number; readonly ratio: number | null };
}

export type JsonEvidenceLabel = 'confirmed' | 'suspected' | 'noise';

export interface JsonNode {
  /** Function names, root first. Null below 1,000 frames; follow `parent` there. */
  readonly path: readonly string[] | null;
  readonly name: string;
  /** Position of the caller in `nodes`; -1 for the first frame of a stack. */
  readonly parent: number;
  readonly base: JsonCount;
  readonly head: JsonCount;
  readonly baseSelf: JsonCount;
  readonly headSelf: JsonCount;
  /** Percentage points, of the inclusive value. */
  readonly delta: number | null;
  readonly state: State;
}

export interface JsonExplanation {
  /** From 1, strongest first. */
  readonly rank: number;
  readonly kind: RegionKind;
  readonly name: string;
  /** E only: the caller. */
  readonly caller: string | null;
  /** From the first frame to the place to zoom to; at most 1,000 names, the innermost ones. */
  readonly path: readonly string[];
  /** The outermost and the innermost frame of a chain with the same mass. */
  readonly entry: string;
  readonly focus: string;
  /** Unconditional shares. */
  readonly base: number;
  readonly head: number;
  /** Percentage points. */
  readonly delta: number;
  readonly ratio: number | null;
  readonly excess: number;
  readonly z: number;
  readonly q: number | null;
  readonly label: JsonEvidenceLabel;
  /**
   * Side whose drawing has no frame of the region, and the most it may hide there with the changes above taken out, as a
   * share; `most` is null when nothing bounds it. The zero of that side is then no measurement.
   */
  readonly undrawn: { readonly side: 'base' | 'head'; readonly most: number | null } | null;
  /** Rank of the explanation that this one is joined with as one move of cost; null otherwise. */
  readonly shiftWith: number | null;
  readonly sentence: string;
  /** N: what the chain of equal mass means. */
  readonly chain: string | null;
  readonly verdict: string;
  /** In words, what moved, when `shiftWith` is set. */
  readonly shift: string | null;
}

export interface JsonAlignedPair {
  readonly kind: 'rename' | 'inline' | 'outline';
  readonly base: string;
  readonly head: string;
  readonly score: number;
  readonly joined: boolean;
  readonly sentence: string;
}

/** Benchmark numbers beside the diff. `split` says what throughput and profile say together; see docs/json.md. */
export interface JsonMetrics {
  readonly rows: readonly MetricRow[];
  readonly split: ComparedSplit | null;
  /** Why there is no split although both sides have a throughput. */
  readonly refusal: Refusal | null;
  readonly sentences: readonly string[];
}

/** `firebreak inspect --json` of a file that holds numbers of a run and no profile. */
export interface MetricsInspectionJson {
  readonly file: string | null;
  readonly format: string;
  readonly title: string;
  readonly because: string;
  readonly compression: string | null;
  readonly bytes: number;
  readonly generator: string | null;
  readonly metrics: readonly { readonly name: string; readonly unit: string; readonly values: readonly number[] }[];
  readonly problems: readonly JsonProblem[];
}

/** Names that became one. Weights are inclusive values as recorded, both sides together. */
export interface JsonMergedNames {
  readonly name: string;
  readonly from: readonly string[];
  readonly weight: number;
  /** Of the rewritten ones among them. */
  readonly moved: number;
  /** Parallel to `from`: its weight, and the rules that rewrote it in order. */
  readonly sources: readonly { readonly weight: number; readonly rules: readonly string[] }[];
}

export interface JsonSubsystem {
  /** Null: stacks without a tagged frame. */
  readonly tag: string | null;
  readonly base: JsonSubsystemSide;
  readonly head: JsonSubsystemSide;
  /** Percentage points of `share`. */
  readonly delta: number;
}

export interface JsonSubsystemSide {
  /** Stacks whose innermost tagged frame has the tag, and their share of the side. */
  readonly total: number;
  readonly share: number;
  /** Stacks with such a frame anywhere. */
  readonly inclusive: number;
  readonly inclusiveShare: number;
}

/** `firebreak diff --json`. */
export interface ComparisonJson {
  readonly version: 1;
  readonly valueType: { readonly name: string; readonly unit: string };
  /** The absolute view that was asked for with `--per`: unit, and what one count of each side is worth in it. */
  readonly per?: PerScale;
  /** The sentences that every face prints (core/words): what to remember, both totals, how noise was told apart. */
  readonly words: {
    readonly headline: string;
    readonly sides: string;
    readonly evidence: string;
    /** Said first when head mostly waited; null else. */
    readonly waiting: string | null;
    readonly notes: readonly string[];
  };
  readonly base: JsonSide;
  readonly head: JsonSide;
  readonly normalization: {
    readonly level: NormalizationLevel;
    readonly packs: readonly { readonly name: string; readonly version: string; readonly hash: string | null }[];
    readonly rewritten: number;
    readonly merged: readonly JsonMergedNames[];
    /** Rules that changed stacks. */
    readonly reshaped: readonly {
      readonly rule: string;
      readonly action: string;
      readonly nodes: number;
      readonly weight: number;
    }[];
  };
  /** Rows of `core/diff/subsystems.ts`; they do not add up, a frame can be in several. */
  readonly subsystems: readonly JsonSubsystem[];
  readonly dilution: number;
  /** Part of the difference beyond noise that the explanations account for; null when there is none. */
  readonly coverage: number | null;
  readonly cpusBusy: { readonly base: number; readonly head: number } | null;
  readonly evidence: {
    readonly level: 'measured' | 'calibrated' | 'assumed' | 'none';
    readonly baseRuns: number;
    readonly headRuns: number;
    readonly tauBase: number;
    readonly tauHead: number;
    /** Functions tested, inclusive and self. */
    readonly tested: number;
    /** Shares that a function of 5 % would have to reach to be seen: with these runs, and with five a side. */
    readonly detectable: { readonly reaches: number; readonly withFiveRuns: number } | null;
  };
  readonly metrics: JsonMetrics;
  readonly explanations: readonly JsonExplanation[];
  readonly alignment: readonly JsonAlignedPair[];
  readonly problems: readonly JsonProblem[];
  /** Largest absolute delta first, then by name. */
  readonly functions: readonly JsonFunction[];
  /** Preorder, only on request. */
  readonly nodes?: readonly JsonNode[];
}

/** A row of `firebreak top --json` for one profile; for two sides the rows are `JsonFunction`. */
export interface JsonProfileFunction {
  readonly name: string;
  readonly module: string | null;
  readonly self: JsonCount;
  readonly total: JsonCount;
  readonly share: number | null;
  readonly selfShare: number | null;
}
