import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/**
 * The container in which columnar data crosses a process, a worker or the network: a JSON header and raw columns.
 *
 *     'FBK1' | u32 header bytes | header JSON | padding to 8 | column | padding to 8 | column …
 *
 * Little endian. The header is {head, columns: [[name, type, length], …]}; columns follow in that order. Reading copies
 * nothing: the columns are views, so a million nodes decode in the time it takes to look at the header.
 */
const MAGIC = 0x314b4246;

export type Column = Int32Array | Float64Array | Uint8Array;

const COLUMN_TYPES = { i32: Int32Array, f64: Float64Array, u8: Uint8Array } as const;
type ColumnType = keyof typeof COLUMN_TYPES;

export function pack(head: unknown, columns: ReadonlyMap<string, Column>): Uint8Array {
  const listed = [...columns].map(([name, column]) => [name, typeOf(column), column.length]);
  const header = utf8(JSON.stringify({ head, columns: listed }, writeSpecial));
  let size = padded(8 + header.length);
  for (const column of columns.values()) size += padded(column.byteLength);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, header.length, true);
  bytes.set(header, 8);
  let at = padded(8 + header.length);
  for (const column of columns.values()) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += padded(column.byteLength);
  }
  return bytes;
}

export interface Unpacked {
  readonly head: unknown;
  readonly columns: ReadonlyMap<string, Column>;
}

export function unpack(bytes: Uint8Array): Result<Unpacked, Fault> {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const view = new DataView(aligned.buffer, aligned.byteOffset, aligned.byteLength);
  if (aligned.length < 8 || view.getUint32(0, true) !== MAGIC) return err(fault('pack-not-ours', { byte: 0 }));
  const headerLength = view.getUint32(4, true);
  if (8 + headerLength > aligned.length) return err(fault('pack-truncated', { byte: aligned.length }));
  const header = parseHeader(aligned.subarray(8, 8 + headerLength));
  if (header === null) return err(fault('pack-header', { byte: 8 }));
  const columns = new Map<string, Column>();
  let at = padded(8 + headerLength);
  for (const [name, type, length] of header.columns) {
    const Type = COLUMN_TYPES[type];
    const byteLength = length * Type.BYTES_PER_ELEMENT;
    if (at + byteLength > aligned.length)
      return err(fault('pack-truncated', { byte: aligned.length, facts: { column: name } }));
    columns.set(name, new Type(aligned.buffer as ArrayBuffer, aligned.byteOffset + at, length));
    at += padded(byteLength);
  }
  return ok({ head: header.head, columns });
}

interface Header {
  readonly head: unknown;
  readonly columns: readonly (readonly [string, ColumnType, number])[];
}

function parseHeader(bytes: Uint8Array): Header | null {
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes), readSpecial);
    if (typeof header !== 'object' || header === null || !('columns' in header) || !Array.isArray(header.columns))
      return null;
    const known = header.columns.every(
      (column: unknown) =>
        Array.isArray(column) &&
        typeof column[0] === 'string' &&
        typeof column[1] === 'string' &&
        Object.hasOwn(COLUMN_TYPES, column[1]) &&
        Number.isSafeInteger(column[2]) &&
        column[2] >= 0,
    );
    return known ? (header as unknown as Header) : null;
  } catch {
    return null;
  }
}

function typeOf(column: Column): ColumnType {
  if (column instanceof Int32Array) return 'i32';
  return column instanceof Float64Array ? 'f64' : 'u8';
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** JSON knows neither 64-bit integers nor maps: they travel as one-key objects. */
function writeSpecial(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (value instanceof Map) return { $map: [...value] };
  return value;
}

function readSpecial(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bigint' in value && typeof value.$bigint === 'string') return BigInt(value.$bigint);
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map as [unknown, unknown][]);
  return value;
}
