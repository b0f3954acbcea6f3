import { FrameInterner } from './frame-interner.ts';
import type { FrameLimits } from './frame-interner.ts';
import { fault } from './problem.ts';
import type { Fault, Problem } from './problem.ts';
import { FRAME_KINDS, MODEL_VERSION, NONE, ROOT } from './profile.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type {
  Drawing,
  FrameIndex,
  FrameKind,
  Metric,
  NodeIndex,
  Profile,
  Pruned,
  Source,
  ValueType,
} from './profile.ts';

/** Upper bounds that keep a hostile file from eating the machine. Reached = a fault, never a truncation. */
export interface BuildLimits extends FrameLimits {
  readonly maxNodes: number;
  /** Left out: it may take as long as it takes. */
  readonly time?: TimeLimit;
}

/** How long somebody waits; who sets it has the clock. */
export interface TimeLimit {
  readonly seconds: number;
  readonly isOver: () => boolean;
}

/** The fault of a time limit, `time-limit`; `byte`: how far the file was read. */
export function tooSlow({ seconds }: TimeLimit, byte?: number): Fault {
  return fault('time-limit', { ...(byte === undefined ? {} : { byte }), facts: { seconds } });
}

export const DEFAULT_BUILD_LIMITS: BuildLimits = {
  maxNodes: 40_000_000,
  maxFrames: 8_000_000,
  maxStringCharacters: 1_000_000_000,
};

export interface FrameDetails {
  readonly module?: string | null;
  readonly file?: string | null;
  readonly line?: number;
  readonly kind?: FrameKind;
}

/** Everything of a profile beside its tables. */
export interface ProfileFacts {
  readonly valueTypes: readonly ValueType[];
  readonly defaultValueType?: number;
  readonly event?: string | null;
  readonly period?: Profile['period'];
  readonly durationSeconds?: number | null;
  readonly source: Source;
  readonly drawing?: Drawing | null;
  readonly pruned?: Pruned | null;
  readonly labels?: ReadonlyMap<string, string>;
  readonly metrics?: readonly Metric[];
  readonly problems?: readonly Problem[];
}

/** Children are found by walking a sibling list up to this many; beyond it the (parent, frame) hash table serves. */
const LIST_LIMIT = 12;
/** More children than make a difference. */
const MANY = LIST_LIMIT + 2;
const FEW_NODES = 1024;

/**
 * Grows the tables of a profile while a file is read; `finish` gives the frozen Profile and ends the builder.
 *
 * Self values are added in doubles. A column of integers is moved to exact 64-bit integers as soon as one of them passes
 * 2^53, so no count is ever rounded. Only a column that mixes fractions with such integers stays in doubles (`isRounded`).
 */
export class ProfileBuilder {
  readonly #limits: BuildLimits;
  readonly #frames: FrameInterner;

  #nodeCount = 1;
  #parent: Int32Array<ArrayBuffer>;
  #frame: Int32Array<ArrayBuffer>;
  #firstChild: Int32Array<ArrayBuffer>;
  #nextSibling: Int32Array<ArrayBuffer>;
  /** Children, counted up to `MANY`. */
  #fanOut: Uint8Array<ArrayBuffer>;

  #hash = new Int32Array(1024);
  #hashed = 0;

  readonly #values: Float64Array[];
  readonly #exact: (bigint[] | null)[];
  /** Columns that have met a fraction: integers past 2^53 cannot be exact beside it, so they stay doubles. */
  readonly #fractional: boolean[];
  #overflow: Fault | null = null;

  /** `expectedNodes`: where it is known about how many nodes there will be, nothing has to be outgrown. */
  constructor(valueTypeCount: number, limits: BuildLimits = DEFAULT_BUILD_LIMITS, expectedNodes = FEW_NODES) {
    this.#limits = limits;
    this.#frames = new FrameInterner(limits, (limit) => this.#stop(limit));
    const length = Math.max(1, Math.min(expectedNodes, limits.maxNodes));
    this.#parent = new Int32Array(length);
    this.#frame = new Int32Array(length);
    this.#firstChild = new Int32Array(length);
    this.#nextSibling = new Int32Array(length);
    this.#fanOut = new Uint8Array(length);
    this.#parent[0] = NONE;
    this.#frame[0] = NONE;
    this.#values = Array.from({ length: valueTypeCount }, () => new Float64Array(length));
    this.#exact = Array.from({ length: valueTypeCount }, () => null);
    this.#fractional = Array.from({ length: valueTypeCount }, () => false);
  }

  get nodeCount(): number {
    return this.#nodeCount;
  }

  get frameCount(): number {
    return this.#frames.count;
  }

  get valueTypeCount(): number {
    return this.#values.length;
  }

  /** Set once a limit was passed; from then on the builder stops growing and `finish` refuses. Check it once a sample. */
  get overflow(): Fault | null {
    return this.#overflow;
  }

  /** Adds a value column, all zero, and gives its position: for formats that name events as they come. */
  addValueType(): number {
    this.#values.push(new Float64Array(this.#parent.length));
    this.#exact.push(null);
    this.#fractional.push(false);
    return this.#values.length - 1;
  }

  /** Interns a frame: same name and details, same index. */
  frame(name: string, details?: FrameDetails): FrameIndex {
    if (details === undefined) return this.#frames.named(name);
    const { module = null, file = null, line = 0, kind = 'unknown' } = details;
    return this.#frames.frame({ name, module, file, line, kind: FRAME_KINDS.indexOf(kind) });
  }

  /** The frame that differs from `frame` in its source file alone. */
  withFile(frame: FrameIndex, file: string): FrameIndex {
    return this.#frames.withFile(frame, file);
  }

  /** The child of `parent` for `frame`, made when it does not exist yet. */
  child(parent: NodeIndex, frame: FrameIndex): NodeIndex {
    let child = this.#firstChild[parent]!;
    const fanOut = this.#fanOut[parent]!;
    if (fanOut <= LIST_LIMIT) {
      while (child !== 0) {
        if (this.#frame[child] === frame) return child as NodeIndex;
        child = this.#nextSibling[child]!;
      }
    } else {
      const mask = this.#hash.length - 1;
      let slot = hashOf(parent, frame) & mask;
      while ((child = this.#hash[slot]!) !== 0) {
        if (this.#parent[child] === parent && this.#frame[child] === frame) return child as NodeIndex;
        slot = (slot + 1) & mask;
      }
    }
    return this.#addNode(parent, frame);
  }

  /** Node of a whole stack, root first. */
  stack(frames: readonly FrameIndex[]): NodeIndex {
    let node = ROOT;
    for (const frame of frames) node = this.child(node, frame);
    return node;
  }

  /** Adds `value` to the self value of `node`. `value` must be finite. */
  addSelf(node: NodeIndex, value: number, valueType = 0): void {
    const exact = this.#exact[valueType];
    if (exact) {
      if (Number.isInteger(value)) exact[node] = (exact[node] ?? 0n) + BigInt(value);
      else this.#addFraction(node, value, valueType);
      return;
    }
    const column = this.#values[valueType]!;
    const sum = column[node]! + value;
    if (Number.isSafeInteger(sum) || this.#fractional[valueType]! || !Number.isInteger(sum)) column[node] = sum;
    else this.addSelfExact(node, BigInt(value), valueType);
    if (!Number.isInteger(value)) this.#fractional[valueType] = true;
  }

  /** Adds an integer of any size up to 64 bits; moves the column to exact integers where doubles would round. */
  addSelfExact(node: NodeIndex, value: bigint, valueType = 0): void {
    if (this.#exact[valueType] === null) {
      const column = this.#values[valueType]!;
      const sum = column[node]! + Number(value);
      if ((value <= SAFE && value >= -SAFE && Number.isSafeInteger(sum)) || this.#fractional[valueType]!) {
        column[node] = sum;
        return;
      }
    }
    const exact = this.#exactColumn(valueType);
    exact[node] = (exact[node] ?? 0n) + value;
  }

  /** Node of a whole stack whose `length` frames stand leaf first, as most tools print them. */
  stackLeafFirst(frames: Int32Array, length: number): NodeIndex {
    let node = ROOT;
    for (let i = length - 1; i >= 0; i--) node = this.child(node, frames[i] as FrameIndex);
    return node;
  }

  /** True when `node` is the node of that stack. */
  isStackLeafFirst(node: NodeIndex, frames: Int32Array, length: number): boolean {
    const [parent, frame] = [this.#parent, this.#frame];
    let at: number = node;
    for (let i = 0; i < length; i++) {
      if (frame[at] !== frames[i]) return false;
      at = parent[at]!;
    }
    return at === ROOT;
  }

  selfOf(node: NodeIndex, valueType = 0): number {
    const exact = this.#exact[valueType];
    return exact ? Number(exact[node] ?? 0n) : this.#values[valueType]![node]!;
  }

  parentOf(node: NodeIndex): NodeIndex {
    return this.#parent[node] as NodeIndex;
  }

  frameOf(node: NodeIndex): FrameIndex {
    return this.#frame[node] as FrameIndex;
  }

  /** True for a column that holds fractions as well as integers past 2^53: its doubles are the nearest there are. */
  isRounded(valueType = 0): boolean {
    return (
      this.#fractional[valueType]! &&
      this.#values[valueType]!.some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)
    );
  }

  /** Freezes the tables, or gives the fault of the limit that was passed (`counts-too-large`: a total beyond 2^63). The builder must not be used afterwards. */
  finish(facts: ProfileFacts): Result<Profile, Fault> {
    if (this.#overflow !== null) return err(this.#overflow);
    const nodes = this.#nodeCount;
    const exactValues = this.#values.map((column, t) => this.#finishExact(t, column));
    if (this.#overflow !== null) return err(this.#overflow);
    const values = this.#values.map((column, t) => {
      const exact = exactValues[t];
      return exact ? Float64Array.from(exact, Number) : column.slice(0, nodes);
    });
    return ok({
      version: MODEL_VERSION,
      strings: this.#frames.strings,
      frames: this.#frames.finish(),
      nodes: { length: nodes, parent: this.#parent.slice(0, nodes), frame: this.#frame.slice(0, nodes) },
      valueTypes: facts.valueTypes,
      values,
      exactValues,
      defaultValueType: facts.defaultValueType ?? 0,
      event: facts.event ?? null,
      period: facts.period ?? null,
      durationSeconds: facts.durationSeconds ?? null,
      source: facts.source,
      drawing: facts.drawing ?? null,
      pruned: facts.pruned ?? null,
      labels: facts.labels ?? new Map(),
      metrics: facts.metrics ?? [],
      problems: facts.problems ?? [],
    });
  }

  /** A column is exact when it was moved, or when its doubles are integers whose total passes 2^53. */
  #finishExact(valueType: number, column: Float64Array): BigInt64Array | null {
    const moved = this.#exact[valueType];
    if (!moved) {
      if (this.#fractional[valueType]!) return null;
      let total = 0;
      for (let node = 0; node < this.#nodeCount; node++) total += Math.abs(column[node]!);
      if (total <= Number.MAX_SAFE_INTEGER) return null;
      for (let node = 0; node < this.#nodeCount; node++) if (!Number.isSafeInteger(column[node])) return null;
      return BigInt64Array.from(column.subarray(0, this.#nodeCount), BigInt);
    }
    const exact = new BigInt64Array(this.#nodeCount);
    let total = 0n;
    for (let node = 0; node < this.#nodeCount; node++) {
      const value = moved[node] ?? 0n;
      exact[node] = value;
      total += value < 0n ? -value : value;
    }
    if (total > MOST) this.#overflow ??= fault('counts-too-large', { facts: { total: total.toString() } });
    return exact;
  }

  /** The first fraction in a column of exact integers: back to doubles, for good. */
  #addFraction(node: NodeIndex, value: number, valueType: number): void {
    const column = this.#values[valueType]!;
    this.#exact[valueType]?.forEach((exact, at) => {
      column[at] = Number(exact);
    });
    this.#exact[valueType] = null;
    this.#fractional[valueType] = true;
    column[node] = column[node]! + value;
  }

  #exactColumn(valueType: number): bigint[] {
    const known = this.#exact[valueType];
    if (known) return known;
    const column = this.#values[valueType]!;
    const exact: bigint[] = [];
    for (let node = 0; node < this.#nodeCount; node++) {
      const value = column[node]!;
      if (value !== 0) exact[node] = BigInt(value);
    }
    this.#exact[valueType] = exact;
    return exact;
  }

  #addNode(parent: NodeIndex, frame: FrameIndex): NodeIndex {
    if (this.#nodeCount >= this.#limits.maxNodes) {
      this.#stop('maxNodes');
      return parent;
    }
    const node = this.#nodeCount++;
    if (node === this.#parent.length) this.#growNodes();
    // Looking at a clock costs more than a node.
    if ((node & 0xffff) === 0 && this.#limits.time?.isOver() === true) this.#overflow ??= tooSlow(this.#limits.time);
    this.#parent[node] = parent;
    this.#frame[node] = frame;
    this.#nextSibling[node] = this.#firstChild[parent]!;
    this.#firstChild[parent] = node;
    const fanOut = Math.min(this.#fanOut[parent]! + 1, MANY);
    this.#fanOut[parent] = fanOut;
    if (fanOut === LIST_LIMIT + 1) {
      for (let child = node; child !== 0; child = this.#nextSibling[child]!) this.#hashNode(child);
    } else if (fanOut === MANY) this.#hashNode(node);
    return node as NodeIndex;
  }

  #hashNode(node: number): void {
    this.#hashed++;
    if (this.#hashed * 2 > this.#hash.length) {
      const old = this.#hash;
      this.#hash = new Int32Array(old.length * 2);
      for (const kept of old) if (kept !== 0) this.#place(kept);
    }
    this.#place(node);
  }

  #place(node: number): void {
    const mask = this.#hash.length - 1;
    let slot = hashOf(this.#parent[node]!, this.#frame[node]!) & mask;
    while (this.#hash[slot] !== 0) slot = (slot + 1) & mask;
    this.#hash[slot] = node;
  }

  /**
   * Fourfold: what is not used yet is never touched and takes no memory, while each column that is outgrown was touched
   * for nothing, and the first touch of a page costs more than all that is done with it.
   */
  #growNodes(): void {
    const length = this.#parent.length * 4;
    this.#parent = grown(this.#parent, length);
    this.#frame = grown(this.#frame, length);
    this.#firstChild = grown(this.#firstChild, length);
    this.#nextSibling = grown(this.#nextSibling, length);
    const fanOut = new Uint8Array(length);
    fanOut.set(this.#fanOut);
    this.#fanOut = fanOut;
    for (let t = 0; t < this.#values.length; t++) {
      const bigger = new Float64Array(length);
      bigger.set(this.#values[t]!);
      this.#values[t] = bigger;
    }
  }

  #stop(limit: Exclude<keyof BuildLimits, 'time'>): void {
    this.#overflow ??= fault('limit-exceeded', { facts: { limit, maximum: this.#limits[limit] } });
  }
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** The largest count that 64 bits hold, and so the largest total. */
const MOST = 2n ** 63n - 1n;

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(length);
  bigger.set(array);
  return bigger;
}

function hashOf(parent: number, frame: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
