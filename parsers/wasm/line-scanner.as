/**
 * The inner loop of `line-scanner.ts` in AssemblyScript with SIMD; `scripts/build-wasm.mjs` compiles it. The TypeScript
 * class `PlainLineScanner` is its twin and says what the tokens mean; both give the same ones.
 *
 * Memory: [cache | tokens | heap]. The heap grows upwards and holds the input area, the hash table, the records of all
 * distinct frame lines and the pointers to them by id. It is only given back as a whole, by `clear`.
 *
 * A record is {hash: u32, length: u32, id: u32, 0, bytes of the line, LF}.
 */

const LINE_FEED: u8 = 10;
const BLANK: i32 = -1;
const OTHER: i32 = -2;

const RECORD_HEADER: usize = 16;
/** SIMD reads go up to this many bytes past what they look at, and so past what is allocated. */
const PADDING: usize = 32;

/** Record of the last line seen with certain first 16 bytes, by their hash. */
const CACHE: usize = 1024;
const CACHE_BITS: u64 = 17;
const CACHE_BYTES: usize = 4 << <usize>CACHE_BITS;
const TOKENS: usize = CACHE + CACHE_BYTES;
const TOKEN_CAPACITY: i32 = 1 << 15;
const HEAP: usize = TOKENS + <usize>TOKEN_CAPACITY * 4;

const MULTIPLY: u64 = 0x9e3779b97f4a7c15;

let top: usize = HEAP;
let input: usize = 0;
let inputBytes: usize = 0;
let table: usize = 0;
let tableMask: usize = 0;
let records: usize = 0;
let recordCapacity: i32 = 0;
let count: i32 = 0;
let consumed: usize = 0;

function allocate(bytes: usize): usize {
  const start = top;
  top = (top + bytes + 15) & ~15;
  const needed = <i32>((top + PADDING + 0xffff) >> 16) - memory.size();
  if (needed > 0 && memory.grow(max(needed, memory.size() >> 3)) < 0 && memory.grow(needed) < 0) unreachable();
  return start;
}

/** Forgets all lines. Stands first; the next `reserve` makes a new input area. */
export function clear(): void {
  top = HEAP;
  inputBytes = 0;
  count = 0;
  tableMask = (1 << 12) - 1;
  table = allocate((tableMask + 1) << 2);
  recordCapacity = 1 << 11;
  records = allocate(<usize>recordCapacity << 2);
  memory.fill(CACHE, 0, CACHE_BYTES);
  memory.fill(table, 0, (tableMask + 1) << 2);
}

/** Where to put the next `bytes` bytes of input. */
export function reserve(bytes: usize): usize {
  if (bytes > inputBytes) {
    inputBytes = bytes;
    input = allocate(bytes + PADDING);
  }
  return input;
}

export function tokens(): usize {
  return TOKENS;
}

/** Bytes in use. */
export function held(): usize {
  return top;
}

/** How far the last `scan` came. */
export function position(): usize {
  return consumed;
}

export function textStart(id: i32): usize {
  return <usize>load<u32>(records + (<usize>id << 2)) + RECORD_HEADER;
}

export function textLength(id: i32): usize {
  return load<u32>(load<u32>(records + (<usize>id << 2)), 4);
}

/** Scans the whole lines in [start, end), which ends in a line feed; stops early when the token buffer is full. */
export function scan(start: usize, end: usize): i32 {
  let at = start;
  let used: i32 = 0;
  while (at < end && used <= TOKEN_CAPACITY - 3) {
    const first = afterBlanks(at);
    if (first > at && load<u8>(first) > 13) {
      // A frame line seen before is told by its first 16 bytes, and then compared up to its line feed.
      const low = load<u64>(first);
      const high = load<u64>(first, 8);
      const mixed = (low ^ (high * MULTIPLY)) * MULTIPLY;
      const entry = CACHE + (<usize>(mixed >> (64 - CACHE_BITS)) << 2);
      const record = <usize>load<u32>(entry);
      const feed = lineFeed(first, record + RECORD_HEADER);
      if (isSame) {
        used = put(used, load<i32>(record, 8));
        at = feed + 1;
        continue;
      }
      if (startsWithAddress(first)) {
        const known = intern(first, feed - first);
        store<u32>(entry, <u32>known);
        used = put(used, load<i32>(known, 8));
      } else used = other(used, at, feed);
      at = feed + 1;
      continue;
    }
    const feed = lineFeed(first, first);
    if (isBlank(first, feed)) used = put(used, BLANK);
    else used = other(used, at, feed);
    at = feed + 1;
  }
  consumed = at;
  return used;
}

@inline
function put(used: i32, token: i32): i32 {
  store<i32>(TOKENS + (<usize>used << 2), token);
  return used + 1;
}

@inline
function other(used: i32, start: usize, feed: usize): i32 {
  const end = feed > start && load<u8>(feed - 1) == 13 ? feed - 1 : feed;
  const token = TOKENS + (<usize>used << 2);
  store<i32>(token, OTHER);
  store<u32>(token, <u32>start, 4);
  store<u32>(token, <u32>end, 8);
  return used + 3;
}

/** True when from `first`, the first byte that is neither blank nor tab, there is at most the carriage return. */
@inline
function isBlank(first: usize, feed: usize): bool {
  return first == feed || (first + 1 == feed && load<u8>(first) == 13);
}

/** First byte from `at` that is neither blank nor tab. A line feed stops it in any case. */
@inline
function afterBlanks(at: usize): usize {
  if (load<u8>(at) > 32) return at;
  let others = othersIn(at);
  while (others == 0) {
    at += 16;
    others = othersIn(at);
  }
  return at + <usize>ctz(others);
}

/** Which of the next 16 bytes are neither blank nor tab, a bit each. */
@inline
function othersIn(at: usize): i32 {
  const bytes = v128.load(at);
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(32)), i8x16.eq(bytes, i8x16.splat(9)))) ^ 0xffff;
}

/** What `lineFeed` found out beside: whether all bytes up to the line feed stand at `other` as well. */
let isSame: bool = false;

/**
 * First line feed from `at`; there is one. It is looked for in the input alone, so the next line begins without waiting
 * for the record to come from memory. Nothing is read far beyond `other`: its own line feed ends the likeness.
 */
@inline
function lineFeed(at: usize, other: usize): usize {
  const wanted = i8x16.splat(LINE_FEED);
  let bytes = v128.load(at);
  let found = i8x16.bitmask(i8x16.eq(bytes, wanted));
  while (found == 0 && i8x16.bitmask(i8x16.eq(bytes, v128.load(other))) == 0xffff) {
    at += 16;
    other += 16;
    bytes = v128.load(at);
    found = i8x16.bitmask(i8x16.eq(bytes, wanted));
  }
  if (found != 0) {
    const upTo = found ^ (found - 1);
    isSame = (i8x16.bitmask(i8x16.eq(bytes, v128.load(other))) & upTo) == upTo;
    return at + <usize>ctz(found);
  }
  isSame = false;
  while (found == 0) {
    at += 16;
    found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
  }
  return at + <usize>ctz(found);
}

/** Hexadecimal digits and then a blank or tab. */
function startsWithAddress(at: usize): bool {
  const start = at;
  let byte = <u32>load<u8>(at);
  while (byte - 48 <= 9 || (byte | 32) - 97 <= 5) byte = load<u8>(++at);
  return at > start && (byte == 32 || byte == 9);
}

function hashOf(at: usize, length: usize): u32 {
  let hash: u64 = <u64>length * MULTIPLY;
  let i: usize = 0;
  for (; i + 8 <= length; i += 8) {
    hash = (hash ^ load<u64>(at + i)) * MULTIPLY;
    hash ^= hash >> 32;
  }
  const rest = length - i;
  if (rest > 0) {
    hash = (hash ^ (load<u64>(at + i) & (((<u64>1) << (<u64>rest << 3)) - 1))) * MULTIPLY;
    hash ^= hash >> 32;
  }
  return <u32>(hash ^ (hash >> 17));
}

/** Record of the line, made when it is new. */
function intern(start: usize, length: usize): usize {
  const hash = hashOf(start, length);
  let slot = <usize>hash & tableMask;
  for (let record = <usize>load<u32>(table + (slot << 2)); record != 0; record = load<u32>(table + (slot << 2))) {
    if (
      load<u32>(record) == hash &&
      load<u32>(record, 4) == <u32>length &&
      memory.compare(record + RECORD_HEADER, start, length) == 0
    )
      return record;
    slot = (slot + 1) & tableMask;
  }
  const record = allocate(RECORD_HEADER + length + 1);
  store<u32>(record, hash);
  store<u32>(record, <u32>length, 4);
  store<u32>(record, <u32>count, 8);
  memory.copy(record + RECORD_HEADER, start, length);
  store<u8>(record + RECORD_HEADER + length, LINE_FEED);
  store<u32>(table + (slot << 2), <u32>record);
  if (count == recordCapacity) growRecords();
  store<u32>(records + (<usize>count << 2), <u32>record);
  count++;
  if ((<usize>count << 1) > tableMask) growTable();
  return record;
}

function growRecords(): void {
  const bigger = allocate(<usize>recordCapacity << 3);
  memory.copy(bigger, records, <usize>recordCapacity << 2);
  records = bigger;
  recordCapacity <<= 1;
}

function growTable(): void {
  tableMask = (tableMask << 1) | 1;
  table = allocate((tableMask + 1) << 2);
  memory.fill(table, 0, (tableMask + 1) << 2);
  for (let id: i32 = 0; id < count; id++) {
    const record = load<u32>(records + (<usize>id << 2));
    let slot = <usize>load<u32>(record) & tableMask;
    while (load<u32>(table + (slot << 2)) != 0) slot = (slot + 1) & tableMask;
    store<u32>(table + (slot << 2), record);
  }
}
