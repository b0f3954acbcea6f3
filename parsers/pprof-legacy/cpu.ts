import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { LegacyProfile, LegacySample } from './legacy.ts';
import { MemoryMap, beginsMap } from './memory-map.ts';
import { Names } from './names.ts';

/** How the machine that recorded it writes a word. */
export interface WordFormat {
  readonly bytes: 4 | 8;
  readonly isLittle: boolean;
}

const FORMATS: readonly WordFormat[] = [
  { bytes: 8, isLittle: true },
  { bytes: 4, isLittle: true },
  { bytes: 8, isLittle: false },
  { bytes: 4, isLittle: false },
];
const HEADER_WORDS = 5;
/** No profiler takes samples more rarely than every hour, in microseconds. */
const LONGEST_PERIOD = 3_600_000_000n;

/** The words 0, 3, version (0; 1 for Java), period in microseconds, 0. Null when `bytes` do not begin so. */
export function cpuFormat(bytes: Uint8Array): (WordFormat & { readonly isJava: boolean }) | null {
  for (const format of FORMATS) {
    if (bytes.length < HEADER_WORDS * format.bytes) continue;
    const words = new Words(bytes, format);
    const [zero, three, version, period, padding] = Array.from({ length: HEADER_WORDS }, () => words.next());
    const isHeader = zero === 0n && three === 3n && padding === 0n && (version === 0n || version === 1n);
    if (isHeader && period !== undefined && period > 0n && period < LONGEST_PERIOD) {
      return { ...format, isJava: version === 1n };
    }
  }
  return null;
}

class Words {
  at = 0;
  readonly #view: DataView;
  readonly #format: WordFormat;

  constructor(bytes: Uint8Array, format: WordFormat) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#format = format;
  }

  /** Whole words from here to the end. */
  get left(): number {
    return Math.floor((this.#view.byteLength - this.at) / this.#format.bytes);
  }

  next(): bigint {
    const { bytes, isLittle } = this.#format;
    const at = this.at;
    this.at += bytes;
    return bytes === 8 ? this.#view.getBigUint64(at, isLittle) : BigInt(this.#view.getUint32(at, isLittle));
  }
}

/**
 * Reads the CPU profile of gperftools: after the header records of count, depth and addresses, then one of (0, 1, 0) that
 * ends them, then text: the memory map, or the names of a Java profile.
 */
export function readCpu(bytes: Uint8Array): Result<LegacyProfile, Fault> {
  const format = cpuFormat(bytes);
  if (format === null) return err(fault('legacy-cpu-header', { byte: 0 }));
  const words = new Words(bytes, format);
  for (let i = 0; i < 3; i++) words.next();
  const period = Number(words.next());
  words.next();
  const problems = new ProblemLog();
  const samples: LegacySample[] = [];
  let isEnded = false;
  while (!isEnded && words.left > 0) {
    const start = words.at;
    const cut = () => err(fault('legacy-cpu-truncated', { byte: start, facts: { samples: samples.length } }));
    if (words.left < 3) return cut();
    const count = words.next();
    const depth = words.next();
    if (depth === 0n || count > BigInt(Number.MAX_SAFE_INTEGER)) {
      return err(fault('legacy-cpu-record', { byte: start, facts: { count: String(count), depth: String(depth) } }));
    }
    if (depth > BigInt(words.left)) return cut();
    const addresses = Array.from({ length: Number(depth) }, () => words.next());
    isEnded = count === 0n && depth === 1n && addresses[0] === 0n;
    // The leaf may stand there twice: from the signal and from unwinding.
    if (addresses.length > 1 && addresses[0] === addresses[1]) addresses.shift();
    if (!isEnded) samples.push({ addresses, values: [Number(count), Number(count) * period * 1000] });
  }
  if (!isEnded) return err(fault('legacy-cpu-truncated', { byte: bytes.length, facts: { samples: samples.length } }));
  const names = new Names();
  const map = new MemoryMap();
  const lines = new TextDecoder().decode(bytes.subarray(words.at)).split(/\r?\n/);
  for (const line of lines) {
    const isRead = line.trim() === '' || beginsMap(line) || (format.isJava && names.readJava(line)) || map.read(line);
    if (!isRead && !/^\s*\w+\s*=/.test(line)) problems.add('note', 'text-lines-ignored', { seen: line });
  }
  return ok({
    kind: format.isJava ? 'CPU profiler of Java' : 'gperftools CPU profiler',
    types: [
      ['samples', 'count'],
      ['cpu', 'nanoseconds'],
    ],
    samples,
    period: { value: period * 1000, unit: 'nanoseconds' },
    names: names.byAddress,
    map,
    problems,
    lines: 0,
  });
}
