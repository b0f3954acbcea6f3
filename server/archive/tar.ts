import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';

/**
 * Plain tar archives (POSIX ustar) as streams: what any `tar` reads and writes, as far as files with short names go. Of our
 * own, since tar-stream takes an archive that was cut between two entries for a whole one: an import would lose the rest
 * and say that all is there.
 */

const BLOCK = 512;
/** Eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1;

/** Everything of an entry but its bytes: `bytes` of them follow, then `padding`. Names have at most 100 ASCII characters. */
export function tarHeader(name: string, bytes: number, milliseconds: number): Buffer {
  if (Buffer.byteLength(name) > 100 || bytes > MOST_BYTES) throw new Error(`no room in a tar header: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'ascii');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(bytes, 11)}\0`, 124);
  header.write(`${octal(Math.floor(milliseconds / 1000), 11)}\0`, 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

export function padding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}

/** What an archive ends with. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** Of all bytes, those of the sum itself as spaces. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** To be read before the next entry is asked for; what is left is passed over. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The files of an archive, in order. Folders and extended headers are passed over. Refuses what is no archive, or cut. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.upTo(BLOCK);
    if (header.length < BLOCK) throw malformed('it is cut short');
    if (header.every((byte) => byte === 0)) return;
    if (Number.parseInt(text(header, 148, 8), 8) !== sumOf(header)) throw malformed('it is no tar archive');
    const bytes = Number.parseInt(text(header, 124, 12), 8);
    if (!Number.isSafeInteger(bytes)) throw malformed('an entry has no size');
    const type = text(header, 156, 1);
    const part = new Part(reader, bytes);
    const name = text(header, 0, 100).replace(/^\.\//, '');
    if (type === '0' || type === '') yield { name, bytes, body: part.chunks() };
    for await (const _ of part.chunks());
    await reader.upTo(padding(bytes).length);
  }
}

function text(header: Buffer, from: number, length: number): string {
  const field = header.toString('latin1', from, from + length);
  const end = field.indexOf('\0');
  return (end === -1 ? field : field.slice(0, end)).trim();
}

function malformed(what: string): Refusal {
  return new Refusal(fault('archive-malformed', { facts: { what } }));
}

/** The bytes of one entry; each once, whoever asks. */
class Part {
  readonly #reader: ByteReader;
  #left: number;

  constructor(reader: ByteReader, bytes: number) {
    this.#reader = reader;
    this.#left = bytes;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const chunk = await this.#reader.some(this.#left);
      if (chunk === null) throw malformed('it is cut short');
      this.#left -= chunk.length;
      yield chunk;
    }
  }
}

/** Bytes of a stream by number. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one and at most `most` bytes; null at the end. */
  async some(most: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return null;
      this.#rest = next.value;
    }
    const chunk = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(chunk.length);
    return chunk;
  }

  /** So many bytes, or what there is. */
  async upTo(bytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    while (length < bytes) {
      const chunk = await this.some(bytes - length);
      if (chunk === null) break;
      chunks.push(chunk);
      length += chunk.length;
    }
    return Buffer.concat(chunks, length);
  }
}
