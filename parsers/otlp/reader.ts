import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { NodeIndex } from '../../core/model/profile.ts';
import type { Result } from '../../core/result.ts';
import type { ParsedFile, ReadContext } from '../importer.ts';
import { Columns } from '../json/columns.ts';
import { finishFile } from '../json/finish.ts';
import { isObject } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';
import { OtlpDictionary } from './dictionary.ts';
import { readOtlpDump } from './dump.ts';

/**
 * Reads OpenTelemetry profiles as JSON, in the form with one `dictionary` (since v1.8 of the protocol). Every sample type
 * is one column; resources (processes, containers) and attributes of samples are added up, which is said.
 */
export function readOtlp(root: unknown, shape: Shape, context: ReadContext): Result<ParsedFile, Fault> {
  const file = shape.object(root);
  if (file['sample_types'] !== undefined) return readOtlpDump(file, shape, context);
  return new OtlpReader(file, shape, context).read();
}

class OtlpReader {
  readonly #file: JsonObject;
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #builder: ProfileBuilder;
  readonly #columns: Columns;
  readonly #problems = new ProblemLog();
  /** Column of the first profile that was taken at a fixed period, and that period. */
  #sampled: { readonly column: number; readonly period: number; readonly unit: string; readonly event: string } | null =
    null;
  #nanoseconds = 0;

  constructor(file: JsonObject, shape: Shape, context: ReadContext) {
    this.#file = file;
    this.#shape = shape;
    this.#context = context;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#columns = new Columns(this.#builder);
  }

  read(): Result<ParsedFile, Fault> {
    const shape = this.#shape;
    if (this.#file['dictionary'] === undefined) shape.stop(fault('otlp-no-dictionary'));
    const dictionary = new OtlpDictionary(
      shape.object(this.#file['dictionary'], 'dictionary'),
      this.#builder,
      shape,
      this.#context,
    );
    const resources = shape.array(this.#file['resourceProfiles'], 'resourceProfiles');
    for (const [r, resource] of resources.entries()) {
      const scopes = shape.arrayOrNone(
        shape.object(resource, 'resourceProfiles', r)['scopeProfiles'],
        'resourceProfiles',
        r,
        'scopeProfiles',
      );
      for (const [s, scope] of scopes.entries()) {
        const path = ['resourceProfiles', r, 'scopeProfiles', s];
        const profiles = shape.arrayOrNone(shape.object(scope, ...path)['profiles'], ...path, 'profiles');
        for (const [p, profile] of profiles.entries()) {
          if (!shape.ok) break;
          this.#readProfile(shape.object(profile, ...path, 'profiles', p), dictionary, [...path, 'profiles', p]);
        }
      }
    }
    if (shape.ok && this.#columns.length === 0) shape.stop(fault('otlp-no-samples'));
    if (resources.length > 1)
      this.#problems.add('note', 'otlp-resources-merged', { facts: { resources: resources.length } });
    const sampled = this.#sampled;
    const facts = {
      defaultValueType: sampled?.column ?? 0,
      event: sampled?.event ?? null,
      period: sampled === null ? null : { value: sampled.period, unit: sampled.unit },
      durationSeconds: this.#nanoseconds > 0 ? this.#nanoseconds / 1e9 : null,
      problems: this.#problems.list(),
    };
    return finishFile(
      { builder: this.#builder, columns: this.#columns, format: 'otlp-profile-json', facts },
      shape,
      this.#context,
    );
  }

  #readProfile(profile: JsonObject, dictionary: OtlpDictionary, path: JsonPath): void {
    const shape = this.#shape;
    const [name, unit] = dictionary.typeOf(profile['sampleType'], [...path, 'sampleType']);
    const samples = shape.arrayOrNone(profile['samples'] ?? profile['sample'], ...path, 'samples');
    if (samples.length === 0 || !shape.ok) return;
    const column = this.#columns.column(name, unit, 'records');
    const period = profile['period'] === undefined ? 0 : shape.number(profile['period'], ...path, 'period');
    if (period > 0 && this.#sampled === null) {
      const [event, periodUnit] = dictionary.typeOf(profile['periodType'], [...path, 'periodType']);
      this.#sampled = { column, period, unit: periodUnit, event };
    }
    if (profile['durationNano'] !== undefined) {
      this.#nanoseconds = Math.max(this.#nanoseconds, shape.number(profile['durationNano'], ...path, 'durationNano'));
    }
    for (const [index, value] of samples.entries()) {
      const where = [...path, 'samples', index];
      const sample = shape.object(value, ...where);
      const node = dictionary.stack(sample['stackIndex'], [...where, 'stackIndex']);
      this.#addValues(sample, node, column, where);
      shape.stop(this.#builder.overflow);
      if (!shape.ok) return;
    }
  }

  /** A sample has values, or one moment for each time it was seen, or both; without values it counts its moments. */
  #addValues(sample: JsonObject, node: NodeIndex, column: number, path: JsonPath): void {
    const shape = this.#shape;
    const values = shape.arrayOrNone(sample['values'], ...path, 'values');
    const moments = shape.arrayOrNone(sample['timestampsUnixNano'], ...path, 'timestampsUnixNano');
    if (values.length === 0 && moments.length === 0)
      shape.wrong(undefined, [...path, 'values'], '"values" or "timestampsUnixNano"');
    if (values.length === 0) this.#columns.addCount(node, moments.length, column);
    for (const [at, value] of values.entries()) {
      const exact = wholeNumber(value);
      if (exact !== null) this.#columns.add(node, exact, column);
      else this.#columns.add(node, shape.number(value, ...path, 'values', at), column);
    }
    if (isObject(sample) && shape.arrayOrNone(sample['attributeIndices'], ...path, 'attributeIndices').length > 0) {
      this.#problems.add('note', 'otlp-attributes-merged');
    }
  }
}

/** 64-bit integers are texts in the JSON of protobuf, and stay exact. */
function wholeNumber(value: unknown): bigint | null {
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : null;
}
