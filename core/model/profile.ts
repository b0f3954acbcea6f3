import type { Problem } from './problem.ts';

/**
 * The profile: one recording as columnar tables. Everything that Firebreak reads becomes this, and everything that it
 * compares, draws or exports starts from this.
 *
 * Reading order: `strings` ← `frames` (a function name with its module) ← `nodes` (positions in the call tree) ←
 * `values` (one column of SELF values a value type). A stack is a node; its frames are found by walking `parent`.
 *
 * Invariants (checked by `validateProfile`):
 *  - node 0 is the root. It stands for no frame (`frame[0] = -1`, `parent[0] = -1`) and carries what has no stack.
 *  - `parent[i] < i` for every other node, so totals are one loop from the end, without recursion.
 *  - no two children of a node have the same frame.
 *  - values are finite; negative ones only where the format has them (subtracted pprof), and then said in `problems`.
 */
export const MODEL_VERSION = 1;

export type Brand<T, B extends string> = T & { readonly __brand: B };
export type FrameIndex = Brand<number, 'frame'>;
export type NodeIndex = Brand<number, 'node'>;

export const ROOT = 0 as NodeIndex;
/** In `frames.module`, `frames.file`: the format did not say. */
export const NONE = -1;

/** Kind of code a frame belongs to, as a small number in `frames.kind`. */
export const FRAME_KINDS = ['unknown', 'user', 'kernel', 'jit', 'inlined'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

export interface FrameTable {
  readonly length: number;
  /** Position in `strings` of the name as the file spells it (normalization happens when comparing, never here). */
  readonly name: Int32Array;
  /** Position in `strings` of the module (DSO, package, script), or NONE. */
  readonly module: Int32Array;
  /** Position in `strings` of the source file, or NONE. */
  readonly file: Int32Array;
  /** Source line, or 0 when unknown. */
  readonly line: Int32Array;
  /** Index into FRAME_KINDS. */
  readonly kind: Uint8Array;
}

export interface NodeTable {
  readonly length: number;
  /** NodeIndex of the caller; -1 for the root. */
  readonly parent: Int32Array;
  /** FrameIndex; -1 for the root. */
  readonly frame: Int32Array;
}

/** One column of values: what was counted, and how the sampling went, as far as the format tells. */
export interface ValueType {
  /** `samples`, `cpu`, `cycles:u`, `alloc_space`, `COUNT_STAR`… */
  readonly name: string;
  /** `samples`, `count`, `nanoseconds`, `bytes`… lower case, never abbreviated. */
  readonly unit: string;
  /** Real number of samples behind the column, or null when the file holds only weights (DIFF-SPEC 1, 3.2a). */
  readonly sampling: Sampling | null;
}

export interface Sampling {
  /** Number of sample records. */
  readonly records: number;
  /** Sum of the squared weights of the records: Kish n_eff = total² / sumOfSquares (DIFF-SPEC 1). */
  readonly sumOfSquares: number;
}

export interface Source {
  readonly fileName: string | null;
  /** Id of the importer that read it, such as `folded` or `svg`. */
  readonly format: string;
  /** The program that wrote the file, when it can be told: `flamegraph.pl 2013`, `inferno 0.11`. */
  readonly generator: string | null;
  /** SHA-256 of the bytes as uploaded, hex; null until the host has computed it. */
  readonly sha256: string | null;
}

/** A drawing leaves out frames that are too narrow (DIFF-SPEC 7). */
export interface Pruned {
  /** Frames below this weight were not drawn, in the unit of the default value type. */
  readonly weight: number;
  /** True when `weight` is inferred from the narrowest drawn frame instead of stated by the file. */
  readonly estimated: boolean;
}

/** Facts of the picture that a profile was read back from. */
export interface Drawing {
  readonly title: string | null;
  readonly inverted: boolean;
  readonly frames: number;
}

export interface Metric {
  /** `tps`, `latency_p95`… */
  readonly name: string;
  readonly unit: string;
  /** Repeats are kept as repeats. */
  readonly values: readonly number[];
}

export interface Profile {
  readonly version: typeof MODEL_VERSION;
  readonly strings: readonly string[];
  readonly frames: FrameTable;
  readonly nodes: NodeTable;
  readonly valueTypes: readonly ValueType[];
  /** Self values, `values[t][node]`, as the nearest doubles. */
  readonly values: readonly Float64Array[];
  /**
   * The same values as integers, `exactValues[t]`, for a column whose values or total pass 2^53; null for every other
   * column, whose doubles are exact. No count is ever rounded on the way out: writers use this column where it exists.
   */
  readonly exactValues: readonly (BigInt64Array | null)[];
  /** Position in `valueTypes` of the one to show first. */
  readonly defaultValueType: number;
  /** Name of the sampled event when there is exactly one (`cycles:u`, `cpu-clock`). */
  readonly event: string | null;
  /** Distance between samples, when constant and known. */
  readonly period: { readonly value: number; readonly unit: string } | null;
  readonly durationSeconds: number | null;
  readonly source: Source;
  readonly drawing: Drawing | null;
  readonly pruned: Pruned | null;
  readonly labels: ReadonlyMap<string, string>;
  readonly metrics: readonly Metric[];
  readonly problems: readonly Problem[];
}

/** Name of the frame of `node`; the root has none and gives the empty string. */
export function nodeName(profile: Profile, node: number): string {
  const frame = profile.nodes.frame[node] ?? NONE;
  return frame < 0 ? '' : frameName(profile, frame);
}

export function frameName(profile: Profile, frame: number): string {
  return profile.strings[profile.frames.name[frame] ?? NONE] ?? '';
}

export function frameModule(profile: Profile, frame: number): string | null {
  const module = profile.frames.module[frame] ?? NONE;
  return module < 0 ? null : (profile.strings[module] ?? null);
}
