/**
 * Bytes that a reader wants before the rest of a file has arrived:
 *
 *     'FBK2' | u32 number of bytes | the bytes | padding to 8 | the file
 *
 * Little endian. A file without such bytes begins with its own magic.
 */
const MAGIC = 0x324b4246;
const HEADER = 8;

/** The pieces of a file with `ahead` in front. */
export function withAhead(ahead: Uint8Array, file: Uint8Array): readonly Uint8Array[] {
  const header = new Uint8Array(HEADER);
  const view = new DataView(header.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, ahead.length, true);
  return [header, ahead, new Uint8Array(padding(ahead.length)), file];
}

export type Ahead =
  /** Nothing stands in front of the file. */
  | { readonly kind: 'none' }
  /** This many bytes are needed to read what stands in front. */
  | { readonly kind: 'more'; readonly bytes: number }
  | { readonly kind: 'here'; readonly ahead: Uint8Array };

/** What stands in front of the file that begins with `bytes`. */
export function aheadOf(bytes: Uint8Array): Ahead {
  const length = aheadLength(bytes);
  if (length === null) return bytes.length < HEADER ? { kind: 'more', bytes: HEADER } : { kind: 'none' };
  const end = HEADER + length;
  return bytes.length < end ? { kind: 'more', bytes: end } : { kind: 'here', ahead: bytes.subarray(HEADER, end) };
}

/** The file itself. */
export function withoutAhead(bytes: Uint8Array): Uint8Array {
  const length = aheadLength(bytes);
  return length === null ? bytes : bytes.subarray(HEADER + length + padding(length));
}

function aheadLength(bytes: Uint8Array): number | null {
  if (bytes.length < HEADER) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0, true) === MAGIC ? view.getUint32(4, true) : null;
}

function padding(length: number): number {
  return (8 - (length % 8)) % 8;
}
