/** What the first line of a text profile says. */
export interface Kind {
  /** How its lines of samples are written; `pairs` are value and count. */
  readonly name: 'heap' | 'pairs' | 'counts' | 'threads';
  readonly generator: string;
  /** What `counts` count: `threadcreate`, `goroutine`. */
  readonly counted: string;
  /** Bytes between two sampled allocations; 1 when all are recorded. */
  readonly rate: number;
  /** What was allocated since the start is recorded beside what is in use. */
  readonly hasAllocated: boolean;
  /** What the header says all samples have together, before scaling; null where it says nothing. */
  readonly announced: number | null;
  /** `pairs` of bytes and objects, not of delay and contentions. */
  readonly isHeap: boolean;
}

const PLAIN = { counted: '', rate: 1, hasAllocated: false, announced: null, isHeap: false };
const HEAP =
  /^heap profile: *(\d{1,18}): *(\d{1,18}) *\[ *(\d{1,18}): *(\d{1,18}) *\] *@ *([a-z_0-9]+)\/?(\d{0,15})\s*$/;

/** Null when the line is no header of an old profile. */
export function kindOf(line: string): Kind | null {
  const heap = HEAP.exec(line.trim());
  if (heap !== null) return heapKind(heap);
  const counts = /^([a-z]\w{0,40}) profile: total (\d{1,15})\s*$/i.exec(line);
  if (counts !== null) {
    return { ...PLAIN, name: 'counts', generator: 'Go', counted: counts[1] ?? '', announced: Number(counts[2]) };
  }
  if (/^--- heapz \d+ ---/.test(line))
    return { ...PLAIN, name: 'pairs', generator: 'heap profiler of Java', isHeap: true };
  if (/^--- (?:contentionz|mutex|contention)\b/.test(line))
    return { ...PLAIN, name: 'pairs', generator: 'contention profiler' };
  if (/^--- (?:threadz \d+ ---|Thread [0-9a-f]+ \(name: )/i.test(line)) {
    return { ...PLAIN, name: 'threads', generator: 'threadz' };
  }
  return null;
}

/** `heap profile: COUNT: BYTES [COUNT: BYTES] @ heapz_v2/524288`; `heapprofile` and `growthz` record everything. */
function heapKind(parts: RegExpExecArray): Kind | null {
  const [, count, bytes, allocatedCount, allocatedBytes, kind = '', rate = ''] = parts;
  const kinds: Readonly<Record<string, number>> = {
    heapz_v2: Number(rate),
    heap_v2: Number(rate),
    heap: Number(rate) / 2,
  };
  const isSampled = Object.hasOwn(kinds, kind);
  if (!isSampled && kind !== 'heapprofile' && !/^(?:growth|fragmentation)z?$/.test(kind)) return null;
  const differs = (allocated: string | undefined, inUse: string | undefined) =>
    allocated !== inUse && allocated !== '0';
  return {
    ...PLAIN,
    name: 'heap',
    generator: kind === 'heap' ? 'Go' : 'gperftools heap profiler',
    announced: Number(count),
    rate: isSampled ? (kinds[kind] ?? 1) : 1,
    hasAllocated: differs(allocatedCount, count) || differs(allocatedBytes, bytes),
  };
}
