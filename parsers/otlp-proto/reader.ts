import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex, Profile } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import type { Count, Range } from '../pprof/tables.ts';
import { WireReader } from '../pprof/wire.ts';
import { Dictionary } from './dictionary.ts';
import { numberIn, numbersIn, takeApart } from './message.ts';
import type { Message } from './message.ts';
import { sampleFieldsOf } from './versions.ts';
import type { SampleFields } from './versions.ts';

/**
 * Reads `ProfilesData` (or the request of a collector, which has the same fields) of protocol version 1.7 and later, where
 * one dictionary serves all profiles. Every sample type is a column; resources and attributes of samples are added up.
 */
export function parseOtlp(bytes: Uint8Array, context: ReadContext): Result<ParsedFile, Fault> {
  const result = new OtlpReader(bytes, context).read();
  return result.ok ? result : err(ofOtlp(result.error));
}

/** The reader of protobuf is shared with pprof and names its faults after it. */
function ofOtlp(found: Fault): Fault {
  return { ...found, code: found.code.replace(/^pprof-/, 'otlp-proto-') };
}

interface Column {
  readonly name: string;
  readonly unit: string;
  readonly at: number;
  records: number;
  squares: number;
}

class OtlpReader {
  readonly #bytes: Uint8Array;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #problems = new ProblemLog();
  readonly #columns = new Map<string, Column>();
  #fault: Fault | null = null;
  #period: Profile['period'] = null;
  #event: string | null = null;
  #nanoseconds = 0;

  constructor(bytes: Uint8Array, context: ReadContext) {
    this.#bytes = bytes;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
  }

  read(): Result<ParsedFile, Fault> {
    const file = this.#apart({ start: 0, end: this.#bytes.length });
    const tables = file.ranges.get(2)?.at(-1);
    if (this.#fault === null && tables === undefined) this.#fault = fault('otlp-proto-version');
    if (this.#fault !== null || tables === undefined) return err(this.#fault ?? fault('otlp-proto-version'));
    const dictionary = new Dictionary(this.#bytes, this.#apart(tables), this.#builder, this.#context.limits.maxDepth);
    const resources = file.ranges.get(1) ?? [];
    for (const resource of resources) {
      for (const scope of this.#apart(resource).ranges.get(2) ?? []) {
        for (const profile of this.#apart(scope).ranges.get(2) ?? []) {
          this.#profile(this.#apart(profile), dictionary);
          this.#fault ??= dictionary.fault ?? this.#builder.overflow;
          if (this.#fault !== null) return err(this.#fault);
        }
      }
    }
    if (resources.length > 1)
      this.#problems.add('note', 'otlp-resources-merged', { facts: { resources: resources.length } });
    return this.#finish();
  }

  #profile(profile: Message, dictionary: Dictionary): void {
    const samples = (profile.ranges.get(2) ?? []).map((range) => ({ range, message: this.#apart(range) }));
    if (samples.length === 0 || this.#fault !== null) return;
    const fields = sampleFieldsOf(
      this.#bytes,
      profile,
      samples.map(({ message }) => message),
    );
    const types = (profile.ranges.get(1) ?? []).map((range) => this.#column(range, dictionary));
    const [first] = types;
    if (first === undefined) {
      this.#fault ??= fault('otlp-no-samples');
      return;
    }
    this.#facts(profile, fields, dictionary);
    const slice = fields.stack === null ? numbersIn(this.#bytes, profile, 3) : [];
    for (const { range, message } of samples) {
      const node =
        fields.stack === null
          ? this.#slice(message, slice, dictionary, range)
          : dictionary.stack(numberIn(message, fields.stack));
      if (this.#fault !== null || dictionary.fault !== null) return;
      this.#values(message, node, fields, types, range);
      if (this.#builder.overflow !== null) return;
    }
  }

  /** Version 1.7: a sample names a part of the profile's list of locations. */
  #slice(message: Message, locations: readonly Count[], dictionary: Dictionary, { start }: Range): NodeIndex {
    const from = Number(numberIn(message, 1));
    const length = Number(numberIn(message, 2));
    if (!(from >= 0 && length >= 0 && from + length <= locations.length)) {
      this.#fault ??= fault('otlp-index', {
        byte: start,
        facts: { table: 'location_indices', index: String(from + length), rows: locations.length },
      });
    }
    return dictionary.nodeOf(this.#fault === null ? locations.slice(from, from + length) : [], start);
  }

  /** A sample has values, or one moment for each time it was seen, or both; without values it counts its moments. */
  #values(message: Message, node: NodeIndex, fields: SampleFields, types: readonly Column[], { start }: Range): void {
    const values = numbersIn(this.#bytes, message, fields.values);
    const moments = momentsIn(this.#bytes, message, fields);
    if (values.length === 0 && moments === 0)
      this.#fault ??= fault('otlp-index', { byte: start, facts: { table: 'values', index: '0', rows: 0 } });
    if (message.ranges.has(fields.attributes) || message.numbers.has(fields.attributes))
      this.#problems.add('note', 'otlp-attributes-merged');
    const [first] = types;
    if (first === undefined) return;
    if (values.length === 0) this.#add(first, node, moments, moments);
    for (const [at, value] of values.entries())
      this.#add((types.length > 1 ? types[at] : first) ?? first, node, value, 1);
  }

  #add(column: Column, node: NodeIndex, value: Count, records: number): void {
    if (typeof value === 'bigint') this.#builder.addSelfExact(node, value, column.at);
    else this.#builder.addSelf(node, value, column.at);
    column.records += records;
    column.squares += records === 1 ? Number(value) ** 2 : records;
  }

  #column(range: Range, dictionary: Dictionary): Column {
    const [name, unit] = this.#valueType(range, dictionary);
    const key = `${name}\0${unit}`;
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const made = { name, unit, at: this.#builder.addValueType(), records: 0, squares: 0 };
    this.#columns.set(key, made);
    return made;
  }

  #valueType(range: Range, dictionary: Dictionary): readonly [name: string, unit: string] {
    const type = this.#apart(range);
    return [dictionary.text(numberIn(type, 1)) || 'samples', dictionary.text(numberIn(type, 2)) || 'count'];
  }

  #facts(profile: Message, fields: SampleFields, dictionary: Dictionary): void {
    this.#nanoseconds = Math.max(this.#nanoseconds, Number(numberIn(profile, fields.duration)));
    const period = Number(numberIn(profile, fields.period));
    const type = profile.ranges.get(fields.periodType)?.at(-1);
    if (!(period > 0) || this.#period !== null || type === undefined) return;
    const [event, unit] = this.#valueType(type, dictionary);
    this.#period = { value: period, unit };
    this.#event = event;
  }

  #finish(): Result<ParsedFile, Fault> {
    if (this.#columns.size === 0) return err(fault('otlp-no-samples'));
    const finished = this.#builder.finish({
      valueTypes: [...this.#columns.values()].map(({ name, unit, records, squares }) => ({
        name,
        unit,
        sampling: records > 0 && squares > 0 ? { records, sumOfSquares: squares } : null,
      })),
      event: this.#event,
      period: this.#period,
      durationSeconds: this.#nanoseconds > 0 ? this.#nanoseconds / 1e9 : null,
      source: { fileName: this.#context.fileName, format: 'otlp-profile', generator: null, sha256: null },
      problems: this.#problems.list(),
    });
    return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
  }

  #apart({ start, end }: Range): Message {
    const reader = new WireReader(this.#bytes, start, end);
    const message = takeApart(reader);
    this.#fault ??= reader.fault;
    return message;
  }
}

/** Moments are of eight bytes each since version 1.8, and varints before. */
function momentsIn(bytes: Uint8Array, message: Message, { moments, stack }: SampleFields): number {
  if (stack === null) return numbersIn(bytes, message, moments).length;
  const packed = (message.ranges.get(moments) ?? []).reduce((sum, { start, end }) => sum + (end - start) / 8, 0);
  return Math.floor(packed) + (message.fixed.get(moments) ?? 0);
}
