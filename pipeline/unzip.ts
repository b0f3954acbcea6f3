import { Inflate } from 'fflate';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Sizes and offsets that stand elsewhere, in the 64-bit extension. */
const IN_ZIP64 = 0xffff_ffff;

/** Instruments saves a folder, which people pack to send it; what is in it only Instruments can read. */
const INSTRUMENTS_TRACE = fault('format-known-unreadable', {
  byte: 0,
  facts: {
    what: 'a recording of Instruments (.trace)',
    advice:
      'Open it on a Mac and export the samples: xcrun xctrace export --input FILE.trace --xpath \'/trace-toc/run[@number="1"]/data/table[@schema="time-profile"]\' > samples.xml',
  },
});

interface Entry {
  /** It lies in a folder that is called `….trace`. */
  readonly inTrace: boolean;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly size: number;
  readonly originalSize: number;
  readonly offset: number;
}

/**
 * The only file of a zip archive, its size and checksum verified. Folders and the resource forks that macOS adds do not
 * count. `allowed` says whether a size is acceptable before anything is inflated.
 */
export function unzipped(
  archive: Uint8Array,
  allowed: (size: number, originalSize: number) => Fault | null,
): Result<Uint8Array, Fault> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries = directoryOf(archive, view);
  if (entries === null) return damaged('its directory is missing or cut');
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) {
    return err(
      entry?.inTrace === true ? INSTRUMENTS_TRACE : fault('zip-entries', { facts: { entries: entries.length } }),
    );
  }
  if ((entry.flags & ENCRYPTED) !== 0) return err(fault('zip-unsupported', { facts: { what: 'encryption' } }));
  if (entry.size === IN_ZIP64 || entry.originalSize === IN_ZIP64 || entry.offset === IN_ZIP64) {
    return err(fault('zip-unsupported', { facts: { what: 'the 64-bit extension (files over 4 GiB)' } }));
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return err(fault('zip-unsupported', { facts: { what: `compression method ${entry.method}` } }));
  }
  const refused = allowed(entry.size, entry.originalSize);
  if (refused !== null) return err(refused);
  const data = dataOf(archive, view, entry);
  if (data === null) return damaged('the file lies outside the archive');
  const content = entry.method === STORED ? data : inflatedEntry(data, entry.originalSize);
  if (content === null) return damaged('the compressed data cannot be read');
  if (content.length !== entry.originalSize) return damaged(`${content.length} bytes instead of ${entry.originalSize}`);
  if (crc32(content) !== entry.crc) return damaged('the checksum does not match');
  return ok(content);
}

function damaged(what: string): { readonly ok: false; readonly error: Fault } {
  return err(fault('inflate-damaged', { facts: { compression: 'zip', what } }));
}

/** Files of the archive by its directory, which stands at the end; null when there is none. */
function directoryOf(archive: Uint8Array, view: DataView): readonly Entry[] | null {
  // The end record is 22 bytes, with a comment of at most 65,535 behind it.
  let end = archive.length - 22;
  const least = Math.max(0, end - 0xffff);
  while (end >= least && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < least || end < 0) return null;
  const count = view.getUint16(end + 10, true);
  const files: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return null;
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) {
      files.push({
        inTrace: /(?:^|\/)[^/]+\.trace\//.test(name),
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        size: view.getUint32(at + 20, true),
        originalSize: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

function dataOf(archive: Uint8Array, view: DataView, { offset, size }: Entry): Uint8Array | null {
  if (offset + 30 > archive.length || view.getUint32(offset, true) !== LOCAL_ENTRY) return null;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return start + size > archive.length ? null : archive.subarray(start, start + size);
}

/** Null when the data is damaged, or goes on past the size that the directory names. */
function inflatedEntry(data: Uint8Array, originalSize: number): Uint8Array | null {
  const content = new Uint8Array(originalSize);
  const written = { length: 0 };
  const inflate = new Inflate((chunk) => {
    if (written.length + chunk.length <= originalSize) content.set(chunk, written.length);
    written.length += chunk.length;
  });
  try {
    for (let at = 0; at < data.length && written.length <= originalSize; at += PIECE) {
      inflate.push(data.subarray(at, at + PIECE), at + PIECE >= data.length);
    }
  } catch {
    return null;
  }
  return written.length > originalSize ? null : content.subarray(0, written.length);
}

/** Fed in pieces, so that a file that is longer than its directory says stops early. */
const PIECE = 64 * 1024;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffff_ffff) >>> 0;
}
