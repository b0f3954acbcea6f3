import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { ROOT } from '../../core/model/profile.ts';
import type { FrameIndex, NodeIndex, Profile, Sampling } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { ByteInterner, doubled, mixLength, mixWord } from '../bytes/interner.ts';
import { LineSplitter } from '../bytes/line-splitter.ts';
import type { ParsedFile, ReadContext, Reader } from '../importer.ts';
import { readFoldedLine } from './line.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const HASH = 35;
const SEMICOLON = 59;
const SEMICOLONS = 0x3b3b3b3b | 0;
const LOW_BITS = 0x01010101 | 0;
const HIGH_BITS = 0x80808080 | 0;

/** Longest line: a stack 1,000,000 frames deep with long names still fits. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
/** Marks a name that only the slow path may read: empty, blanks around it, or cut inside a Java signature. */
const NOT_PLAIN = -1;
/** `set(Ljava/lang/String` of `set(Ljava/lang/String;I)V`: the semicolon belongs to the name. */
const OPEN_SIGNATURE = /\((?:\[|L|[BCDFIJSZ])[^)]*$/;
const REPLACEMENT = '\ufffd';
/** Digits that a double holds without doubt. */
const SAFE_DIGITS = 15;

/**
 * Reads folded stacks in one pass over the bytes, in memory bounded by the tree.
 *
 * Lines of the plain form take the fast path: frames are hashed four bytes at a time and interned without making
 * strings, and the frames that a line shares with the line before it are not looked at again. Every other line (blanks
 * around names, fractions, parentheses, bad lines) is decoded and read by `readFoldedLine`.
 *
 * Whether the file is differential is known only at its end ("every line ends in two numbers"). Until a line says
 * otherwise both readings are built; for an ordinary file the first line decides.
 */
export function foldedReader(context: ReadContext): Reader {
  const single = new ProfileBuilder(1, context.limits);
  let pair: ProfileBuilder | null = new ProfileBuilder(2, context.limits);
  const problems = new ProblemLog();
  const names = new ByteInterner();
  let frameOfName = new Int32Array(512);
  let lineNumber = 0;
  let stacks = 0;
  let read = 0;
  let total = 0;
  let stopped: Fault | null = null;
  /** Names seen so far, and how many of them hold bytes that are not UTF-8. */
  let known = 0;
  let malformed = 0;

  // The line before, for the shared prefix: where it stands in this buffer, ends of its frames and their nodes.
  let frameEnd = new Int32Array(1024);
  let frameNode = new Int32Array(1024);
  let previousDepth = 0;
  let previousStart = 0;
  let previousLength = 0;

  const splitter = new LineSplitter((buffer, start, end) => {
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    previousDepth = 0;
    previousLength = 0;
    for (let at = start; at < end && stopped === null; ) {
      const feed = buffer.indexOf(LINE_FEED, at);
      const next = feed < 0 || feed >= end ? end : feed + 1;
      let lineEnd = feed < 0 || feed >= end ? end : feed;
      if (lineEnd > at && buffer[lineEnd - 1] === CARRIAGE_RETURN) lineEnd--;
      lineNumber++;
      if (!readFast(buffer, view, at, lineEnd)) readSlow(buffer, at, lineEnd);
      const overflow = single.overflow ?? pair?.overflow ?? null;
      if (overflow !== null) stopped = { ...overflow, position: { line: lineNumber, byte: null } };
      at = next;
    }
  });

  /** Reads `frames count` where the count is a plain integer; false leaves the line to the slow path, untouched. */
  function readFast(buffer: Uint8Array, view: DataView, start: number, lineEnd: number): boolean {
    let at = lineEnd - 1;
    let count = 0;
    let scale = 1;
    for (; at > start; at--) {
      const digit = buffer[at]! - 48;
      if (digit < 0 || digit > 9) break;
      count += digit * scale;
      scale *= 10;
    }
    const end = at;
    if (end <= start || buffer[end] !== SPACE || lineEnd - 1 - end > SAFE_DIGITS || lineEnd - 1 === end) return false;
    const beforeCount = buffer[end - 1]!;
    if (beforeCount <= SPACE || buffer[start]! <= SPACE || buffer[start] === HASH) return false;
    // Until the file is known not to be differential, a line that could be a pair needs the careful reading.
    if (pair !== null) {
      if ((beforeCount >= 48 && beforeCount <= 57) || beforeCount === 46) return false;
      pair = null;
    }
    return addFrames(buffer, view, start, end, count);
  }

  function addFrames(buffer: Uint8Array, view: DataView, start: number, end: number, count: number): boolean {
    let depth = sharedFrames(buffer, view, start, end);
    let node = depth > 0 ? (frameNode[depth - 1] as NodeIndex) : ROOT;
    let at = depth > 0 ? start + frameEnd[depth - 1]! + 1 : start;
    while (at <= end) {
      let hash = 0;
      let i = at;
      let ended = false;
      // Four bytes at a time until one of them is a semicolon.
      while (i + 4 <= end) {
        const word = view.getInt32(i, true);
        const semicolon = word ^ SEMICOLONS;
        const found = (semicolon - LOW_BITS) & ~semicolon & HIGH_BITS;
        if (found === 0) {
          hash = mixWord(hash, word);
          i += 4;
          continue;
        }
        const before = (31 - Math.clz32(found & -found)) >> 3;
        if (before > 0) hash = mixWord(hash, word & ((1 << (before << 3)) - 1));
        i += before;
        ended = true;
        break;
      }
      if (!ended) {
        let word = 0;
        let bits = 0;
        for (; i < end && buffer[i] !== SEMICOLON; i++, bits += 8) word |= buffer[i]! << bits;
        if (bits > 0) hash = mixWord(hash, word);
      }
      const frame = frameOf(names.intern(buffer, view, at, i, mixLength(hash, i - at)));
      if (frame === NOT_PLAIN) {
        previousLength = 0;
        return false;
      }
      if (depth >= context.limits.maxDepth) {
        stopped ??= tooDeep();
        return true;
      }
      node = single.child(node, frame);
      if (depth === frameEnd.length) {
        frameEnd = doubled(frameEnd);
        frameNode = doubled(frameNode);
      }
      frameEnd[depth] = i - start;
      frameNode[depth] = node;
      depth++;
      at = i + 1;
    }
    single.addSelf(node, count);
    stacks++;
    total += count;
    previousDepth = depth;
    previousStart = start;
    previousLength = end - start;
    return true;
  }

  /** Number of frames that this line has in common with the line before, which stands in the same buffer. */
  function sharedFrames(buffer: Uint8Array, view: DataView, start: number, end: number): number {
    const limit = Math.min(end - start, previousLength);
    let same = 0;
    while (same + 4 <= limit && view.getInt32(start + same, true) === view.getInt32(previousStart + same, true))
      same += 4;
    while (same < limit && buffer[start + same] === buffer[previousStart + same]) same++;
    if (same === 0) return 0;
    // Frames that end before the first difference; the last one counts only if it ends there in both lines.
    let low = 0;
    let high = previousDepth;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (frameEnd[middle]! < same) low = middle + 1;
      else high = middle;
    }
    if (low < previousDepth && frameEnd[low] === same && (start + same === end || buffer[start + same] === SEMICOLON))
      low++;
    return low;
  }

  /** Frame of an interned name. What needs careful reading is decided once a name, when it is new. */
  function frameOf(name: number): FrameIndex | typeof NOT_PLAIN {
    if (name >= known) {
      if (name >= frameOfName.length) frameOfName = doubled(frameOfName);
      const text = names.text(name);
      const isPlain = text !== '' && text.trim() === text && !OPEN_SIGNATURE.test(text);
      if (isPlain && text.includes(REPLACEMENT)) malformed++;
      frameOfName[name] = isPlain ? single.frame(text) : NOT_PLAIN;
      known = name + 1;
    }
    return frameOfName[name] as FrameIndex | typeof NOT_PLAIN;
  }

  function readSlow(buffer: Uint8Array, start: number, end: number): void {
    previousLength = 0;
    const line = readFoldedLine(decoder.decode(buffer.subarray(start, end)), lineNumber, problems);
    if (line === null) return;
    if (line.frames.length > context.limits.maxDepth) {
      stopped ??= tooDeep();
      return;
    }
    stacks++;
    add(single, line.frames, line.count, 0);
    total += Number(line.count);
    if (line.pair === null) pair = null;
    if (pair !== null && line.pair !== null) {
      add(pair, line.pair.frames, line.pair.base, 0);
      add(pair, line.pair.frames, line.count, 1);
    }
  }

  function tooDeep(): Fault {
    return fault('stack-too-deep', { line: lineNumber, facts: { maximum: context.limits.maxDepth } });
  }

  return {
    feed(chunk) {
      read += chunk.length;
      if (read > context.limits.maxBytes) {
        return tooManyBytes(context.limits.maxBytes);
      }
      splitter.feed(chunk);
      if (splitter.pending > MAX_LINE_BYTES) {
        return fault('folded-line-too-long', { line: lineNumber + 1, facts: { maximum: MAX_LINE_BYTES } });
      }
      return stopped;
    },
    finish() {
      splitter.finish();
      if (stopped !== null) return err(stopped);
      if (stacks === 0) return err(nothingRead(problems, lineNumber));
      addSkippedLines(problems, lineNumber);
      if (malformed > 0) problems.add('warning', 'invalid-utf8', { facts: { places: malformed } });
      if (pair !== null) return finishPair(pair, context, problems, stacks);
      if (single.isRounded()) problems.add('warning', 'values-rounded');
      const finished = single.finish(profileFacts(context, problems, samplingOf(single, total)));
      return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
    },
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function add(builder: ProfileBuilder, frames: readonly string[], count: number | bigint, valueType: number): void {
  const node = builder.stack(frames.map((name) => builder.frame(name)));
  if (typeof count === 'bigint') builder.addSelfExact(node, count, valueType);
  else builder.addSelf(node, count, valueType);
}

/**
 * Plain counts of whole samples weigh one each, so the sum of squares is the total. Fractions are no sample counts;
 * counts that share a divisor are settled when comparing (DIFF-SPEC 3.2a, inferred period).
 */
function samplingOf(builder: ProfileBuilder, total: number): Sampling | null {
  for (let node = 0; node < builder.nodeCount; node++) {
    if (!Number.isInteger(builder.selfOf(node as NodeIndex))) return null;
  }
  return { records: total, sumOfSquares: total };
}

function profileFacts(context: ReadContext, problems: ProblemLog, sampling: Sampling | null) {
  return {
    valueTypes: [{ name: 'samples', unit: 'samples', sampling }],
    source: { fileName: context.fileName, format: 'folded', generator: null, sha256: null },
    problems: problems.list(),
  };
}

/** A differential file: two columns of one tree become two profiles, base first. */
function finishPair(
  both: ProfileBuilder,
  context: ReadContext,
  problems: ProblemLog,
  lines: number,
): Result<ParsedFile, Fault> {
  problems.add('note', 'folded-differential', { facts: { lines } });
  const finished = both.finish({
    ...profileFacts(context, problems, null),
    valueTypes: [
      { name: 'base', unit: 'samples', sampling: null },
      { name: 'head', unit: 'samples', sampling: null },
    ],
  });
  if (!finished.ok) return finished;
  const sides = (['base', 'head'] as const).map((side, column) => ({
    name: null,
    side,
    profile: columnOf(finished.value, column),
  }));
  return ok({ profiles: sides });
}

function columnOf(profile: Profile, column: number): Profile {
  const values = profile.values[column]!;
  const isCounted = values.every((value) => Number.isInteger(value));
  let total = 0;
  for (const value of values) total += value;
  const sampling = isCounted ? { records: total, sumOfSquares: total } : null;
  return {
    ...profile,
    valueTypes: [{ name: 'samples', unit: 'samples', sampling }],
    values: [values],
    exactValues: [profile.exactValues[column] ?? null],
  };
}

const SKIPPING = [
  'folded-no-count',
  'folded-negative-count',
  'folded-grouped-count',
  'folded-count-too-large',
] as const;

function skippedLines(problems: ProblemLog): number {
  return SKIPPING.reduce((sum, code) => sum + problems.countOf(code), 0);
}

function addSkippedLines(problems: ProblemLog, lines: number): void {
  const skipped = skippedLines(problems);
  if (skipped > 0) problems.add('warning', 'folded-lines-skipped', { facts: { skipped, lines } });
}

function nothingRead(problems: ProblemLog, lines: number): Fault {
  const first = problems
    .list()
    .filter((entry) => SKIPPING.some((code) => code === entry.code))
    .sort((a, b) => (a.position?.line ?? 0) - (b.position?.line ?? 0))[0];
  return fault('folded-no-stacks', {
    line: first?.position?.line ?? null,
    seen: first?.seen ?? null,
    expected: 'frames joined by ";", a blank and a count',
    facts: { lines },
  });
}
