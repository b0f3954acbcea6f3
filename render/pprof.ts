import { gzipSync } from 'fflate';
import type { Comparison } from '../core/diff/comparison.ts';
import { problem } from '../core/model/problem.ts';
import type { Problem } from '../core/model/problem.ts';
import { frameModule, frameName } from '../core/model/profile.ts';
import type { Profile } from '../core/model/profile.ts';
import { BASE, HEAD } from '../core/tree/union.ts';
import { decimalsOf } from './decimal.ts';
import { WireWriter } from './pprof-wire.ts';

/** A gzipped pprof file (github.com/google/pprof, proto/profile.proto), and what could not be said in it. */
export interface PprofFile {
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/** Compresses in one member, with no time in it. */
export type Gzip = (bytes: Uint8Array) => Uint8Array;

/** Works anywhere; Node has one that is faster. */
const pureGzip: Gzip = (bytes) => gzipSync(bytes, { mtime: 0 });

/** Label by which pprof knows the samples of the base in a difference: its values are negative. */
const BASE_LABEL = 'pprof::base';

/** Fractions are kept by a smaller unit as far as this many decimals; further ones are rounded, and said so. */
const MAX_DECIMALS = 6;

/** All value types of `profile`. Counts are exact 64-bit integers; a column with fractions gets a smaller unit. */
export function profileToPprof(profile: Profile, gzip = pureGzip): PprofFile {
  const writer = new PprofWriter();
  const columns = profile.valueTypes.map((type, t) =>
    scaledColumn(type, [profile.exactValues[t] ?? profile.values[t] ?? new Float64Array(0)]),
  );
  for (const { type } of columns) writer.valueType(type.name, type.unit);
  const { nodes, frames } = profile;
  for (let frame = 0; frame < frames.length; frame++) {
    writer.location(
      frameName(profile, frame),
      frameModule(profile, frame),
      profile.strings[frames.file[frame]!] ?? '',
      frames.line[frame]!,
    );
  }
  for (let node = 0; node < nodes.length; node++) {
    const values = columns.map(({ at }) => at(0, node));
    if (values.some((value) => value !== 0 && value !== 0n)) {
      writer.sample(node, nodes.parent, nodes.frame, values, false);
    }
  }
  if (profile.durationSeconds !== null) writer.durationNanos(Math.round(profile.durationSeconds * 1e9));
  if (profile.period !== null) writer.period(profile.event ?? 'period', profile.period.unit, profile.period.value);
  for (const [name, value] of profile.labels) writer.comment(`${name}=${value}`);
  writer.defaultValueType(columns[profile.defaultValueType]?.type.name ?? '');
  return { bytes: gzip(writer.finish()), problems: columns.flatMap(({ problems }) => problems) };
}

/** head minus base, as `pprof -diff_base` makes it: samples of the base are negative and labelled `pprof::base`. */
export function comparisonToPprof(
  { tree, valueType }: Pick<Comparison, 'tree' | 'valueType'>,
  gzip = pureGzip,
): PprofFile {
  const base = tree.sides[BASE]?.self ?? new Float64Array(tree.length);
  const head = tree.sides[HEAD]?.self ?? new Float64Array(tree.length);
  const { type, at, problems } = scaledColumn(valueType, [base, head]);
  const writer = new PprofWriter();
  writer.valueType(type.name, type.unit);
  const { names, modules, length } = tree.functions;
  for (let func = 0; func < length; func++) writer.location(names[func] ?? '', modules[func] ?? null, '', 0);
  for (let node = 0; node < tree.length; node++) {
    if (base[node] !== 0) writer.sample(node, tree.parent, tree.func, [-at(BASE, node)], true);
    if (head[node] !== 0) writer.sample(node, tree.parent, tree.func, [at(HEAD, node)], false);
  }
  return { bytes: gzip(writer.finish()), problems };
}

interface ScaledColumn {
  readonly type: { readonly name: string; readonly unit: string };
  /** Value of a node as an integer. */
  readonly at: (column: number, node: number) => number | bigint;
  readonly problems: readonly Problem[];
}

/** pprof holds integers only: 0.125 seconds become 125 "seconds/1000", the same factor for all columns given. */
function scaledColumn(
  type: { readonly name: string; readonly unit: string },
  columns: readonly (Float64Array | BigInt64Array)[],
): ScaledColumn {
  let decimals = 0;
  for (const column of columns) {
    if (column instanceof BigInt64Array) continue;
    for (const value of column) if (!Number.isInteger(value)) decimals = Math.max(decimals, decimalsOf(value));
  }
  if (decimals === 0) return { type, at: (column, node) => integer(columns[column]?.[node] ?? 0), problems: [] };
  const scale = 10 ** Math.min(decimals, MAX_DECIMALS);
  const problems = [problem('note', 'pprof-scaled', { facts: { valueType: type.name, scale } })];
  if (decimals > MAX_DECIMALS)
    problems.push(problem('warning', 'pprof-rounded', { facts: { valueType: type.name, decimals: MAX_DECIMALS } }));
  return {
    type: { name: type.name, unit: `${type.unit}/${scale}` },
    at: (column, node) => integer(Math.round(Number(columns[column]?.[node] ?? 0) * scale)),
    problems,
  };
}

function integer(value: number | bigint): number | bigint {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Field numbers are those of profile.proto. Tables grow in the order of use, so the same input gives the same bytes. */
class PprofWriter {
  readonly #profile = new WireWriter();
  readonly #message = new WireWriter();
  readonly #inner = new WireWriter();
  readonly #strings = new Map<string, number>([['', 0]]);
  readonly #mappings = new Map<string, number>();
  readonly #functions = new Map<string, number>();
  #locations = 0;

  valueType(name: string, unit: string): void {
    this.#profile.block(1, this.#valueTypeMessage(name, unit));
  }

  /** Adds the next location; the ids are 1, 2, 3… in the order of the calls. */
  location(name: string, module: string | null, file: string, line: number): void {
    const mapping = module === null ? 0 : this.#mapping(module);
    const func = this.#function(name, file);
    this.#inner.reset();
    this.#inner.integer(1, func);
    this.#inner.integer(2, line);
    this.#message.reset();
    this.#message.integer(1, ++this.#locations);
    this.#message.integer(2, mapping);
    this.#message.blockOf(4, this.#inner);
    this.#profile.blockOf(4, this.#message);
  }

  /** The stack that ends at `node`; location ids are frame + 1, leaf first. */
  sample(
    node: number,
    parent: Int32Array,
    frame: Int32Array,
    values: readonly (number | bigint)[],
    isBase: boolean,
  ): void {
    this.#message.reset();
    this.#inner.reset();
    for (let at = node; at > 0; at = parent[at]!) this.#inner.varint(frame[at]! + 1);
    this.#message.blockOf(1, this.#inner);
    this.#inner.reset();
    for (const value of values) this.#inner.varint(value);
    this.#message.blockOf(2, this.#inner);
    if (isBase) {
      this.#inner.reset();
      this.#inner.integer(1, this.#string(BASE_LABEL));
      this.#inner.integer(2, this.#string('true'));
      this.#message.blockOf(3, this.#inner);
    }
    this.#profile.blockOf(2, this.#message);
  }

  durationNanos(nanos: number): void {
    this.#profile.integer(10, integer(nanos));
  }

  period(name: string, unit: string, value: number): void {
    this.#profile.block(11, this.#valueTypeMessage(name, unit));
    this.#profile.integer(12, integer(Math.round(value)));
  }

  comment(text: string): void {
    this.#profile.integer(13, this.#string(text));
  }

  defaultValueType(name: string): void {
    this.#profile.integer(14, this.#string(name));
  }

  finish(): Uint8Array {
    const encoder = new TextEncoder();
    for (const text of this.#strings.keys()) this.#profile.block(6, encoder.encode(text));
    return this.#profile.bytes();
  }

  #valueTypeMessage(name: string, unit: string): Uint8Array {
    this.#message.reset();
    this.#message.integer(1, this.#string(name));
    this.#message.integer(2, this.#string(unit));
    return this.#message.bytes();
  }

  #mapping(module: string): number {
    const known = this.#mappings.get(module);
    if (known !== undefined) return known;
    const id = this.#mappings.size + 1;
    this.#mappings.set(module, id);
    this.#message.reset();
    this.#message.integer(1, id);
    this.#message.integer(5, this.#string(module));
    this.#message.integer(7, 1);
    this.#profile.blockOf(3, this.#message);
    return id;
  }

  #function(name: string, file: string): number {
    const key = `${this.#string(name)},${this.#string(file)}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const id = this.#functions.size + 1;
    this.#functions.set(key, id);
    this.#message.reset();
    this.#message.integer(1, id);
    this.#message.integer(2, this.#string(name));
    this.#message.integer(3, this.#string(name));
    this.#message.integer(4, this.#string(file));
    this.#profile.blockOf(5, this.#message);
    return id;
  }

  #string(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const id = this.#strings.size;
    this.#strings.set(text, id);
    return id;
  }
}
