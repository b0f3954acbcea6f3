import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameDetails } from '../../core/model/builder.ts';
import type { ValueType } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import type { Count, Id, PprofTables, Range } from './tables.ts';
import { readTables } from './tables.ts';
import { BYTES, VARINT, WireReader } from './wire.ts';

/** google/pprof marks the subtracted samples of a difference with this label. */
const BASE_LABEL = 'pprof::base';

const NO_FRAME = -1;

/** Reads a profile.proto, inflated. Samples that differ only in labels are one stack and add up. */
export function parsePprof(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const tables = readTables(bytes);
  if (!tables.ok) return tables;
  return new SampleReader(tables.value, context).read();
}

class SampleReader {
  readonly #tables: PprofTables;
  readonly #context: ReadContext;
  readonly #problems = new ProblemLog();
  readonly #strings: (string | undefined)[] = [];
  /** Of the sample that is read; how far they are filled is counted with it. */
  readonly #locations: Id[] = [];
  readonly #values: Count[] = [];
  readonly #reader: WireReader;
  readonly #sides: readonly Side[];
  #fault: Fault | null = null;
  #labelled = 0;

  constructor(tables: PprofTables, context: ReadContext) {
    this.#tables = tables;
    this.#context = context;
    this.#reader = new WireReader(tables.bytes);
    this.#sides = [newSide(tables, context), newSide(tables, context)];
  }

  read(): Result<ParsedFile, Fault> {
    const { sampleTypes, samples } = this.#tables;
    const types = sampleTypes.map(([name, unit]) => ({
      name: this.#string(name, 'sample_type'),
      unit: this.#string(unit, 'sample_type'),
    }));
    if (this.#fault !== null) return err(this.#fault);
    for (const [index, range] of samples.entries()) {
      this.#readSample(range, index);
      if (this.#fault !== null) return err(this.#fault);
    }
    if (this.#labelled > 0) this.#problems.add('note', 'pprof-labels-merged', { facts: { samples: this.#labelled } });
    const [main, base] = this.#sides;
    if (main === undefined || base === undefined || base.records === 0) return this.#finish(main, types, 'single');
    const baseFile = this.#finish(base, types, 'base');
    const headFile = this.#finish(main, types, 'head');
    if (!baseFile.ok) return baseFile;
    if (!headFile.ok) return headFile;
    return ok({ profiles: [...baseFile.value.profiles, ...headFile.value.profiles] });
  }

  #readSample({ start, end }: Range, index: number): void {
    const { sampleTypes } = this.#tables;
    const [reader, values, locations] = [this.#reader, this.#values, this.#locations];
    reader.at = start;
    reader.end = end;
    let valueCount = 0;
    let locationCount = 0;
    let isBase = false;
    let hasLabels = false;
    while (reader.more) {
      reader.varint();
      const field = reader.low >>> 3;
      const wireType = reader.low & 7;
      if (wireType === BYTES) {
        const fieldEnd = reader.length();
        if (field === 1) while (reader.more && reader.at < fieldEnd) locations[locationCount++] = reader.unsigned();
        else if (field === 2) while (reader.more && reader.at < fieldEnd) values[valueCount++] = reader.signed();
        else if (field === 3) {
          if (this.#isBaseLabel(reader, fieldEnd)) isBase = true;
          else hasLabels = true;
        }
        if (reader.fault === null) reader.at = fieldEnd;
      } else if (wireType === VARINT && field === 1) locations[locationCount++] = reader.unsigned();
      else if (wireType === VARINT && field === 2) values[valueCount++] = reader.signed();
      else reader.skip(wireType);
    }
    if (reader.fault !== null) this.#fault = reader.fault;
    if (this.#fault === null && valueCount !== sampleTypes.length) {
      this.#fault = fault('pprof-value-count', {
        byte: start,
        facts: { sample: index, values: valueCount, types: sampleTypes.length },
      });
    }
    if (this.#fault !== null) return;
    if (hasLabels) this.#labelled++;
    this.#addSample(isBase, locationCount, index, start);
  }

  /** Adds the sample that stands in `#locations` and `#values`. */
  #addSample(isBase: boolean, locationCount: number, index: number, byte: number): void {
    const side = this.#sides[isBase ? 1 : 0];
    if (side === undefined) return;
    const depth = this.#stackOf(side, locationCount, index, byte);
    if (this.#fault !== null) return;
    const node = side.stacks.node(side.leafFirst, depth);
    for (let t = 0; t < this.#tables.sampleTypes.length; t++) {
      const value = this.#values[t] ?? 0;
      const signed = isBase ? negated(value) : value;
      if (signed < 0) this.#problems.add('warning', 'pprof-negative-values', { byte });
      if (typeof signed === 'bigint') side.builder.addSelfExact(node, signed, t);
      else side.builder.addSelf(node, signed, t);
    }
    side.records++;
    this.#fault ??= side.builder.overflow;
  }

  /** Puts the frames of the sample's locations into `side.leafFirst`; gives how many there are. */
  #stackOf(side: Side, locationCount: number, index: number, byte: number): number {
    const { maxDepth } = this.#context.limits;
    let depth = 0;
    for (let i = 0; i < locationCount; i++) {
      const location = this.#locations[i] ?? 0;
      const single = typeof location === 'number' ? (side.single[location] ?? NO_FRAME) : NO_FRAME;
      const frames = single === NO_FRAME ? this.#framesOf(side, location, index, byte) : null;
      const count = frames === null ? 1 : frames.length;
      // Checked here, since few locations with many lines each would make a stack without end.
      if (depth + count > maxDepth) {
        this.#fault ??= fault('stack-too-deep', { byte, facts: { maximum: maxDepth } });
        return depth;
      }
      while (depth + count > side.leafFirst.length) side.leafFirst = doubledFrames(side.leafFirst);
      if (frames === null) side.leafFirst[depth++] = single;
      else for (const frame of frames) side.leafFirst[depth++] = frame;
    }
    return depth;
  }

  #framesOf(side: Side, id: Id, index: number, byte: number): readonly number[] {
    const known = side.framesOf.get(id);
    if (known !== undefined) return known;
    const location = this.#tables.locations.get(id);
    if (location === undefined) {
      this.#fault ??= fault('pprof-unknown-id', { byte, facts: { table: 'location', id: String(id), row: index } });
      return [];
    }
    const module = this.#moduleOf(location.mapping);
    const last = location.functions.length - 1;
    const frames = location.functions.map((functionId, line) => {
      const entry = this.#tables.functions.get(functionId);
      // google/pprof reads such a line as one without a function; some .NET writers leave functions out.
      if (entry === undefined) {
        this.#problems.add('warning', 'pprof-function-missing', { byte, facts: { id: String(functionId) } });
        return side.builder.frame(addressName(location.address), frameDetails(module, null, line < last));
      }
      const name = this.#string(entry.name, 'function') || addressName(location.address);
      const file = this.#string(entry.file, 'function') || null;
      return side.builder.frame(name, frameDetails(module, file, line < last));
    });
    if (frames.length === 0)
      frames.push(side.builder.frame(addressName(location.address), frameDetails(module, null, false)));
    side.framesOf.set(id, frames);
    const [only] = frames;
    if (frames.length === 1 && only !== undefined && typeof id === 'number' && id < side.single.length) {
      side.single[id] = only;
    }
    return frames;
  }

  #moduleOf(mapping: Id): string | null {
    const file = this.#tables.mappings.get(mapping);
    return file === undefined ? null : this.#string(file, 'mapping') || null;
  }

  #isBaseLabel(outer: WireReader, end: number): boolean {
    const reader = new WireReader(outer.bytes, outer.at, end);
    let key: Id = 0;
    let text: Id = 0;
    while (reader.more) {
      reader.varint();
      const field = reader.low >>> 3;
      const wireType = reader.low & 7;
      if (wireType !== VARINT) reader.skip(wireType);
      else if (field === 1) key = reader.unsigned();
      else if (field === 2) text = reader.unsigned();
      else reader.varint();
    }
    this.#fault ??= reader.fault;
    return this.#string(key, 'label') === BASE_LABEL && this.#string(text, 'label') === 'true';
  }

  #string(index: Id, table: string): string {
    const at = Number(index);
    const known = this.#strings[at];
    if (known !== undefined) return known;
    const range = this.#tables.strings[at];
    if (range === undefined) {
      // An empty string table and index 0 stand for "no name" in files of some writers.
      if (at !== 0) {
        this.#fault ??= fault('pprof-string-index', {
          facts: { table, index: String(index), strings: this.#tables.strings.length },
        });
      }
      return '';
    }
    const text = decoder.decode(this.#tables.bytes.subarray(range.start, range.end));
    this.#strings[at] = text;
    return text;
  }

  #finish(
    side: Side | undefined,
    types: readonly { name: string; unit: string }[],
    role: 'single' | 'base' | 'head',
  ): Result<ParsedFile, Fault> {
    if (side === undefined) return ok({ profiles: [] });
    const { durationNanos, periodType, period, defaultSampleType } = this.#tables;
    const wanted = this.#string(defaultSampleType, 'default_sample_type');
    const named = wanted === '' ? -1 : types.findIndex(({ name }) => name === wanted);
    if (wanted !== '' && named < 0) this.#problems.add('note', 'pprof-default-unknown', { seen: wanted });
    const periodUnit = periodType === null ? '' : this.#string(periodType[1], 'period_type');
    const event = periodType === null ? '' : this.#string(periodType[0], 'period_type');
    if (this.#fault !== null) return err(this.#fault);
    const finished = side.builder.finish({
      valueTypes: types.map((type, t) => ({ ...type, sampling: samplingOf(type, side, t) })),
      // Without a default the last type is shown, as the reference tool does.
      defaultValueType: named < 0 ? types.length - 1 : named,
      event: event === '' ? null : event,
      period: Number(period) > 0 ? { value: Number(period), unit: periodUnit } : null,
      durationSeconds: Number(durationNanos) > 0 ? Number(durationNanos) / 1e9 : null,
      source: { fileName: this.#context.fileName, format: 'pprof', generator: null, sha256: null },
      problems: this.#problems.list(),
    });
    return finished.ok ? ok({ profiles: [{ name: null, side: role, profile: finished.value }] }) : finished;
  }
}

interface Side {
  readonly builder: ProfileBuilder;
  readonly stacks: StackTable;
  /** Frames of a location, leaf first, by its id. */
  readonly framesOf: Map<Id, readonly number[]>;
  /** The frame of a location that has one alone, as most have, for ids in a small range, as most are. */
  readonly single: Int32Array;
  leafFirst: Int32Array<ArrayBuffer>;
  records: number;
}

function newSide({ sampleTypes, locations }: PprofTables, { limits }: ReadContext): Side {
  const builder = new ProfileBuilder(sampleTypes.length, limits);
  return {
    builder,
    stacks: new StackTable(builder),
    framesOf: new Map(),
    single: new Int32Array(2 * locations.size + 1).fill(NO_FRAME),
    leafFirst: new Int32Array(256),
    records: 0,
  };
}

function frameDetails(module: string | null, file: string | null, isInlined: boolean): FrameDetails {
  const kernel = module !== null && /^\[(?:kernel|guest\.kernel)/.test(module);
  return { module, file, kind: isInlined ? 'inlined' : kernel ? 'kernel' : 'unknown' };
}

function addressName(address: Id): string {
  return address === 0 ? '[unknown]' : `0x${address.toString(16)}`;
}

function negated(value: Count): Count {
  return value === 0 ? 0 : -value;
}

/** Records of a pprof are already merged by stack: only a column that counts samples says how many there were. */
function samplingOf(
  { name, unit }: { readonly name: string; readonly unit: string },
  { builder }: Side,
  t: number,
): ValueType['sampling'] {
  const isSamples = unit === 'count' && /^(?:samples?|cpu_samples|events?)$/.test(name);
  if (!isSamples) return null;
  let total = 0;
  for (let node = 0; node < builder.nodeCount; node++) total += builder.selfOf(node as never, t);
  return total > 0 ? { records: total, sumOfSquares: total } : null;
}

function doubledFrames(frames: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(frames.length * 2);
  bigger.set(frames);
  return bigger;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
