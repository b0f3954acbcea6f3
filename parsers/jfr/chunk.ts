import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { JfrBytes } from './bytes.ts';
import type { Long } from './bytes.ts';
import { layoutOf, readRow } from './layout.ts';
import type { Layout, Row } from './layout.ts';
import { classKey, readMetadata } from './metadata.ts';
import type { Classes, JfrClass } from './metadata.ts';

export interface ChunkHeader {
  /** Offsets of the chunk in the file. */
  readonly start: number;
  readonly end: number;
  readonly metadata: number;
  readonly durationNanos: number;
  readonly ticksPerSecond: number;
}

const HEADER_BYTES = 68;
const METADATA = 0;
const CONSTANTS = 1;

/** Constants that samples refer to; the others are passed over. */
const WANTED_POOLS = new Set([
  'jdk.types.StackTrace',
  'jdk.types.Method',
  'jdk.types.Symbol',
  'jdk.types.FrameType',
  'jdk.types.ThreadState',
  'java.lang.Class',
  'java.lang.String',
]);

/** Reads the header at `start`. A recording is one chunk after another. */
export function readHeader(bytes: Uint8Array, start: number): Result<ChunkHeader, Fault> {
  if (bytes.length - start < HEADER_BYTES)
    return err(fault('jfr-truncated', { byte: bytes.length, expected: 'a chunk header of 68 bytes' }));
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, HEADER_BYTES);
  if (view.getUint32(0) !== 0x464c5200)
    return err(fault('jfr-malformed', { byte: start, expected: 'the next chunk ("FLR")' }));
  const version = `${view.getUint16(4)}.${view.getUint16(6)}`;
  if (view.getUint16(4) !== 2) return err(fault('jfr-version', { byte: start + 4, seen: version }));
  if ((view.getUint32(64) & 1) === 0)
    return err(fault('jfr-version', { byte: start + 64, seen: `${version}, integers not compressed` }));
  const [size, , metadata, , durationNanos, , ticksPerSecond] = [8, 16, 24, 32, 40, 48, 56].map((at) =>
    Number(view.getBigInt64(at)),
  );
  if (!size || size < HEADER_BYTES) return err(fault('jfr-unfinished', { byte: start + 8 }));
  const end = start + size;
  if (end > bytes.length)
    return err(fault('jfr-truncated', { byte: bytes.length, expected: `${end - bytes.length} more bytes` }));
  if (!metadata || metadata < HEADER_BYTES || metadata >= size)
    return err(fault('jfr-malformed', { byte: start + 24, expected: 'the place of the metadata inside the chunk' }));
  return ok({
    start,
    end,
    metadata: start + metadata,
    durationNanos: durationNanos ?? 0,
    ticksPerSecond: ticksPerSecond ?? 0,
  });
}

/** One chunk: its types and constants, and a walk over its events. */
export class Chunk {
  readonly header: ChunkHeader;
  readonly #bytes: Uint8Array;
  readonly #classes: Classes;
  readonly #layouts = new Map<string, Layout | null>();
  /** Rows of constants by class name and id. */
  readonly #pools = new Map<string, Map<Long, Row>>();
  fault: Fault | null = null;

  constructor(bytes: Uint8Array, header: ChunkHeader) {
    this.header = header;
    this.#bytes = bytes;
    const reader = new JfrBytes(bytes, header.metadata, header.end);
    this.#classes = readMetadata(reader);
    this.fault = reader.fault;
    if (this.fault === null) this.#walk((type, reader2) => type === CONSTANTS && this.#readConstants(reader2));
  }

  /** Calls `visit` for each event of a class in `wanted`, with its row. */
  events(wanted: ReadonlySet<string>, visit: (type: JfrClass, layout: Layout, row: Row) => Fault | null): void {
    const counted = new Map<number, readonly [JfrClass, Layout]>();
    for (const type of this.#classes.values()) {
      if (!wanted.has(type.name)) continue;
      const layout = this.#layoutOf(type);
      if (layout !== null) counted.set(Number(type.id), [type, layout]);
    }
    this.#walk((id, reader) => {
      const known = counted.get(id);
      if (known === undefined) return;
      const row = readRow(reader, known[1]);
      if (reader.fault === null) this.fault ??= visit(known[0], known[1], row);
    });
  }

  layoutNamed(name: string): Layout | null {
    for (const type of this.#classes.values()) if (type.name === name) return this.#layoutOf(type);
    return null;
  }

  constant(className: string, id: Long): Row | null {
    return this.#pools.get(className)?.get(id) ?? null;
  }

  /** Events as [size, type, payload]; `visit` reads a payload with a reader that ends where the event does. */
  #walk(visit: (type: number, payload: JfrBytes) => unknown): void {
    const reader = new JfrBytes(this.#bytes, this.header.start + HEADER_BYTES, this.header.end);
    while (reader.more && this.fault === null) {
      const start = reader.at;
      const size = reader.count();
      if (reader.fault !== null) break;
      if (size < 2 || start + size > this.header.end) {
        reader.at = start;
        reader.fail('the size of an event');
        break;
      }
      const type = reader.count();
      const payload = new JfrBytes(this.#bytes, reader.at, start + size);
      if (type !== METADATA) visit(type, payload);
      this.fault ??= payload.fault;
      reader.at = start + size;
    }
    this.fault ??= reader.fault;
  }

  #readConstants(reader: JfrBytes): void {
    for (let i = 0; i < 3; i++) reader.long(); // Start, duration, distance to the next such event.
    reader.byte();
    const pools = reader.count();
    for (let pool = 0; pool < pools && reader.fault === null; pool++) {
      const type = this.#classes.get(classKey(reader.long()));
      const layout = type === undefined ? null : this.#layoutOf(type);
      const count = reader.count();
      if (type === undefined || layout === null) {
        reader.fail('a constant of a type that the metadata has');
        return;
      }
      if (count > reader.end - reader.at) reader.fail(`${count} constants`);
      this.#readPool(reader, type, layout, count);
    }
  }

  #readPool(reader: JfrBytes, type: JfrClass, layout: Layout, count: number): void {
    const isWanted = WANTED_POOLS.has(type.name);
    let rows = this.#pools.get(type.name);
    if (rows === undefined) {
      rows = new Map();
      this.#pools.set(type.name, rows);
    }
    for (let i = 0; i < count && reader.fault === null; i++) {
      const id = reader.long();
      const row = type.name === 'java.lang.String' ? [reader.text()] : readRow(reader, layout);
      if (isWanted && reader.fault === null) rows.set(id, row);
    }
  }

  #layoutOf(type: JfrClass): Layout | null {
    const known = this.#layouts.get(type.id);
    if (known !== undefined) return known;
    const made = layoutOf(this.#classes, type);
    this.#layouts.set(type.id, made);
    return made;
  }
}
