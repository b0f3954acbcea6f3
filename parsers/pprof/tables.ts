import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { BYTES, VARINT, WireReader } from './wire.ts';

/** Ids are names, not positions: sparse, in any order, up to 2^64. */
export type Id = number | bigint;
export type Count = number | bigint;

/** Where a message stands in the file: samples are read again from there, strings only when needed. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Location {
  readonly mapping: Id;
  readonly address: Id;
  /** Function ids, innermost inlined one first, the function that holds the code last. */
  readonly functions: readonly Id[];
}

export interface PprofTables {
  readonly bytes: Uint8Array;
  /** [type, unit] as string indexes. */
  readonly sampleTypes: readonly (readonly [Id, Id])[];
  readonly samples: readonly Range[];
  readonly locations: ReadonlyMap<Id, Location>;
  /** Function id -> name and file as string indexes. */
  readonly functions: ReadonlyMap<Id, { readonly name: Id; readonly file: Id }>;
  /** Mapping id -> file as string index. */
  readonly mappings: ReadonlyMap<Id, Id>;
  readonly strings: readonly Range[];
  readonly durationNanos: Count;
  readonly periodType: readonly [Id, Id] | null;
  readonly period: Count;
  readonly defaultSampleType: Id;
}

/** Field numbers of `message Profile`. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  string: 6,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  defaultSampleType: 14,
} as const;

/** Reads the tables of a profile.proto message. Samples stay bytes; everything else is small. */
export function readTables(bytes: Uint8Array): Result<PprofTables, Fault> {
  const reader = new WireReader(bytes);
  const sampleTypes: (readonly [Id, Id])[] = [];
  const samples: Range[] = [];
  const locations = new Map<Id, Location>();
  const functions = new Map<Id, { name: Id; file: Id }>();
  const mappings = new Map<Id, Id>();
  const strings: Range[] = [];
  let durationNanos: Count = 0;
  let periodType: readonly [Id, Id] | null = null;
  let period: Count = 0;
  let defaultSampleType: Id = 0;
  while (reader.more) {
    reader.varint();
    const field = reader.low >>> 3;
    const wireType = reader.low & 7;
    if (wireType === BYTES) {
      const end = reader.length();
      const start = reader.at;
      if (field === PROFILE.sampleType) sampleTypes.push(readValueType(reader, end));
      else if (field === PROFILE.sample) samples.push({ start, end });
      else if (field === PROFILE.mapping) {
        const message = readNumbers(reader, end);
        define(reader, 'mapping', mappings, message.get(1) ?? 0, message.get(5) ?? 0);
      } else if (field === PROFILE.location) readLocation(reader, end, locations);
      else if (field === PROFILE.function) {
        const message = readNumbers(reader, end);
        const entry = { name: message.get(2) ?? 0, file: message.get(4) ?? 0 };
        define(reader, 'function', functions, message.get(1) ?? 0, entry);
      } else if (field === PROFILE.string) strings.push({ start, end });
      else if (field === PROFILE.periodType) periodType = readValueType(reader, end);
      if (reader.fault === null) reader.at = end;
    } else if (wireType === VARINT) {
      const value = reader.signed();
      if (field === PROFILE.durationNanos) durationNanos = value;
      else if (field === PROFILE.period) period = value;
      else if (field === PROFILE.defaultSampleType) defaultSampleType = value;
    } else reader.skip(wireType);
  }
  if (reader.fault !== null) return err(reader.fault);
  if (sampleTypes.length === 0) return err(fault('pprof-no-sample-types', { expected: 'at least one sample_type' }));
  return ok({
    bytes,
    sampleTypes,
    samples,
    locations,
    functions,
    mappings,
    strings,
    durationNanos,
    periodType,
    period,
    defaultSampleType,
  });
}

/** A message of which only the number fields matter: field -> value. */
function readNumbers(outer: WireReader, end: number): Map<number, Id> {
  const reader = inner(outer, end);
  const numbers = new Map<number, Id>();
  while (reader.more) {
    reader.varint();
    const field = reader.low >>> 3;
    const wireType = reader.low & 7;
    if (wireType === VARINT) numbers.set(field, reader.unsigned());
    else reader.skip(wireType);
  }
  outer.fault ??= reader.fault;
  return numbers;
}

function readValueType(outer: WireReader, end: number): readonly [Id, Id] {
  const message = readNumbers(outer, end);
  return [message.get(1) ?? 0, message.get(2) ?? 0];
}

function readLocation(outer: WireReader, end: number, locations: Map<Id, Location>): void {
  const reader = inner(outer, end);
  let id: Id = 0;
  let mapping: Id = 0;
  let address: Id = 0;
  const functions: Id[] = [];
  while (reader.more) {
    reader.varint();
    const field = reader.low >>> 3;
    const wireType = reader.low & 7;
    if (wireType === VARINT) {
      const value = reader.unsigned();
      if (field === 1) id = value;
      else if (field === 2) mapping = value;
      else if (field === 3) address = value;
    } else if (wireType === BYTES && field === 4) {
      const lineEnd = reader.length();
      functions.push(readNumbers(reader, lineEnd).get(1) ?? 0);
      if (reader.fault === null) reader.at = lineEnd;
    } else reader.skip(wireType);
  }
  outer.fault ??= reader.fault;
  define(outer, 'location', locations, id, { mapping, address, functions });
}

/**
 * Two rows with one id would make the samples that name it mean either, as the reference tool says too. Only 0, which
 * stands for no row at all, is given to several by some writers.
 */
function define<Row>(reader: WireReader, table: string, rows: Map<Id, Row>, id: Id, row: Row): void {
  if (id !== 0 && rows.has(id)) {
    reader.fault ??= fault('pprof-duplicate-id', { byte: reader.at, facts: { table, id: String(id) } });
  }
  rows.set(id, row);
}

function inner(outer: WireReader, end: number): WireReader {
  return new WireReader(outer.bytes, outer.at, end);
}
