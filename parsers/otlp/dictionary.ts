import type { ProfileBuilder } from '../../core/model/builder.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex } from '../../core/model/profile.ts';
import type { ReadContext } from '../importer.ts';
import { isObject, textOr } from '../json/shape.ts';
import type { JsonObject, Shape } from '../json/shape.ts';
import type { JsonPath } from '../json/walk.ts';

/** The tables that all profiles of an OTLP file share. In the JSON of protobuf an index of 0 is left out. */
export class OtlpDictionary {
  readonly #builder: ProfileBuilder;
  readonly #shape: Shape;
  readonly #context: ReadContext;
  readonly #tables: ReadonlyMap<Table, readonly unknown[]>;
  readonly #stacks = new Map<number, NodeIndex>();
  readonly #frames = new Map<number, readonly FrameIndex[]>();

  constructor(dictionary: JsonObject, builder: ProfileBuilder, shape: Shape, context: ReadContext) {
    this.#builder = builder;
    this.#shape = shape;
    this.#context = context;
    this.#tables = new Map(TABLES.map((name) => [name, shape.arrayOrNone(dictionary[name], 'dictionary', name)]));
  }

  /** Name and unit of a value type. */
  typeOf(value: unknown, path: JsonPath): readonly [string, string] {
    const type = isObject(value) ? value : {};
    const name = this.#text(type['typeStrindex'], [...path, 'typeStrindex']);
    const unit = this.#text(type['unitStrindex'], [...path, 'unitStrindex']);
    return [name === '' ? 'samples' : name, unit === '' ? 'count' : unit];
  }

  stack(index: unknown, path: JsonPath): NodeIndex {
    const [row, entry] = this.#row('stackTable', index, path);
    const known = this.#stacks.get(row);
    if (known !== undefined) return known;
    const where = ['dictionary', 'stackTable', row, 'locationIndices'];
    const locations = this.#shape.arrayOrNone(entry['locationIndices'], ...where);
    this.#shape.depth(locations.length, this.#context.limits, ...where);
    let node = ROOT;
    // Leaf first, as in pprof.
    for (let at = locations.length - 1; at >= 0 && this.#shape.ok; at--) {
      for (const frame of this.#location(locations[at], [...where, at])) node = this.#builder.child(node, frame);
    }
    this.#stacks.set(row, node);
    return node;
  }

  /** Frames of a location, caller first: its lines are inlined into each other, the innermost first. */
  #location(index: unknown, path: JsonPath): readonly FrameIndex[] {
    const [row, entry] = this.#row('locationTable', index, path);
    const known = this.#frames.get(row);
    if (known !== undefined) return known;
    const where = ['dictionary', 'locationTable', row];
    const [, mapping] = this.#row('mappingTable', entry['mappingIndex'], [...where, 'mappingIndex']);
    const module = textOr(this.#text(mapping['filenameStrindex'], [...where, 'mappingIndex']), null);
    const lines = this.#shape.arrayOrNone(entry['lines'] ?? entry['line'], ...where, 'lines');
    const frames = lines.map((value, at) => {
      const line = this.#shape.object(value, ...where, 'lines', at);
      const [functionRow, called] = this.#row('functionTable', line['functionIndex'], [
        ...where,
        'lines',
        at,
        'functionIndex',
      ]);
      const place = ['dictionary', 'functionTable', functionRow];
      const name = this.#text(called['nameStrindex'], [...place, 'nameStrindex']);
      const file = textOr(this.#text(called['filenameStrindex'], [...place, 'filenameStrindex']), null);
      const kind = at < lines.length - 1 ? 'inlined' : module === 'vmlinux' ? 'kernel' : 'unknown';
      return this.#builder.frame(name === '' ? addressOf(entry) : name, { module, file, kind });
    });
    if (frames.length === 0) frames.push(this.#builder.frame(addressOf(entry), { module }));
    frames.reverse();
    this.#frames.set(row, frames);
    return frames;
  }

  #row(table: Table, index: unknown, path: JsonPath): readonly [number, JsonObject] {
    const rows = this.#tables.get(table) ?? [];
    if (index === undefined && rows.length === 0) return [0, {}];
    const row = this.#shape.index(index ?? 0, rows.length, table, ...path);
    return [row, this.#shape.object(rows[row] ?? {}, 'dictionary', table, row)];
  }

  #text(index: unknown, path: JsonPath): string {
    const strings = this.#tables.get('stringTable') ?? [];
    if (index === undefined || index === 0) return '';
    const row = this.#shape.index(index, strings.length, 'stringTable', ...path);
    return this.#shape.text(strings[row] ?? '', 'dictionary', 'stringTable', row);
  }
}

const TABLES = ['stackTable', 'locationTable', 'mappingTable', 'functionTable', 'stringTable'] as const;
type Table = (typeof TABLES)[number];

function addressOf(location: JsonObject): string {
  const { address } = location;
  const text = typeof address === 'string' || typeof address === 'number' ? String(address) : '0';
  return /^[1-9]\d{0,19}$/.test(text) ? `0x${BigInt(text).toString(16)}` : '[unknown]';
}
