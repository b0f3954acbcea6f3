import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import { ByteInterner, hashBytes } from '../bytes/interner.ts';
import { LineSplitter } from '../bytes/line-splitter.ts';
import type { ReadContext, Reader } from '../importer.ts';
import { readFrame } from './frame.ts';
import type { PrintedFrame } from './frame.ts';
import { readHeader } from './header.ts';
import type { SampleHeader } from './header.ts';
import { StackTable } from '../stack-table.ts';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const HASH = 35;

/** No line of perf's is longer; a file without line feeds must not grow in memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LOST = /PERF_RECORD_LOST(?:_SAMPLES)?\D+(\d+)/;
const CLOCK_EVENT = /^(?:cpu-clock|task-clock)\b/;

interface Event {
  readonly name: string;
  readonly valueType: number;
  records: number;
  total: number;
  sumOfSquares: number;
  hasPeriods: boolean;
}

/** What a line stands for that begins like a frame and is none. */
const NO_FRAME: readonly number[] = [];

/**
 * Reads the text of `perf script` line by line, in memory bounded by the tree. A frame line is parsed once however often
 * it occurs: it is known by its bytes. Each event becomes a value type of its own, since a sum of cycles and
 * instructions means nothing.
 *
 * A blank line or the next header ends a sample, and so does the end of the file. Any other line is noise (warnings,
 * messages of addr2line): it ends no sample, and is counted.
 */
export function perfScriptReader(context: ReadContext): Reader {
  const builder = new ProfileBuilder(0, context.limits);
  const stacks = new StackTable(builder);
  const problems = new ProblemLog();
  const lines = new ByteInterner();
  /** What each distinct frame line stands for, leaf first. */
  const framesOfLine: (readonly number[])[] = [];
  const events = new Map<string, Event>();
  let frames = new Int32Array(256);
  let depth = 0;
  let open: { readonly header: SampleHeader; readonly event: Event } | null = null;
  let lineNumber = 0;
  let bytes = 0;
  let lost = 0;
  let firstTime = Number.POSITIVE_INFINITY;
  let lastTime = Number.NEGATIVE_INFINITY;
  let stopped: Fault | null = null;

  const splitter = new LineSplitter((buffer, start, end) => {
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    for (let at = start; at < end && stopped === null; ) {
      const feed = buffer.indexOf(LINE_FEED, at);
      const next = feed < 0 || feed >= end ? end : feed + 1;
      let lineEnd = feed < 0 || feed >= end ? end : feed;
      if (lineEnd > at && buffer[lineEnd - 1] === CARRIAGE_RETURN) lineEnd--;
      lineNumber++;
      readLine(buffer, view, at, lineEnd);
      at = next;
    }
  });

  function readLine(buffer: Uint8Array, view: DataView, start: number, end: number): void {
    let at = start;
    while (at < end && (buffer[at] === SPACE || buffer[at] === TAB)) at++;
    if (at === end) {
      closeSample();
      return;
    }
    // Frame lines are the bulk of the file, and each is parsed only the first time it occurs.
    if (at > start && open !== null && startsWithAddress(buffer, at, end)) {
      const line = lines.intern(buffer, view, at, end, hashBytes(buffer, view, at, end));
      const known = (framesOfLine[line] ??= framesOf(textOf(buffer, at, end)));
      if (known.length > 0) {
        pushAll(known);
        return;
      }
    }
    if (at === start && buffer[at] === HASH) return;
    const text = textOf(buffer, start, end);
    const header = readHeader(text);
    if (header !== null) openSample(header);
    else if (open !== null) readLooseFrame(text);
    else noise(text);
  }

  function framesOf(text: string): readonly number[] {
    const frame = readFrame(text);
    return frame === null || readHeader(text) !== null ? NO_FRAME : interned(frame);
  }

  /** Old versions of perf print some frames without an indent. */
  function readLooseFrame(text: string): void {
    const frame = readFrame(text);
    if (frame === null) noise(text);
    else pushAll(interned(frame));
  }

  function interned({ names, module, kind }: PrintedFrame): readonly number[] {
    return names.map((name) => builder.frame(name, { module, kind })).reverse();
  }

  function pushAll(leafFirst: readonly number[]): void {
    for (const frame of leafFirst) {
      if (depth + 1 >= frames.length) {
        const bigger = new Int32Array(frames.length * 2);
        bigger.set(frames);
        frames = bigger;
      }
      frames[depth++] = frame;
    }
    if (depth > context.limits.maxDepth) {
      stopped ??= fault('stack-too-deep', { line: lineNumber, facts: { maximum: context.limits.maxDepth } });
    }
  }

  function openSample(header: SampleHeader): void {
    closeSample();
    open = { header, event: eventOf(header) };
    if (header.time !== null) {
      firstTime = Math.min(firstTime, header.time);
      lastTime = Math.max(lastTime, header.time);
    }
    // Without call graphs the only frame stands on the header line; a tracepoint has its payload there instead.
    const frame = header.rest === '' ? null : readFrame(header.rest);
    if (frame !== null && /\)\s*$/.test(header.rest)) pushAll(interned(frame));
  }

  function eventOf({ event }: SampleHeader): Event {
    const name = event ?? 'samples';
    const known = events.get(name);
    if (known !== undefined) return known;
    const made = { name, valueType: builder.addValueType(), records: 0, total: 0, sumOfSquares: 0, hasPeriods: false };
    events.set(name, made);
    return made;
  }

  function closeSample(): void {
    if (open === null) return;
    const { header, event } = open;
    open = null;
    const weight = header.period ?? 1;
    event.records++;
    event.total += weight;
    event.sumOfSquares += weight * weight;
    if (header.period !== null) event.hasPeriods = true;
    frames[depth] = rootFrame(header.comm);
    builder.addSelf(stacks.node(frames, depth + 1), weight, event.valueType);
    depth = 0;
    stopped ??= builder.overflow;
  }

  const roots = new Map<string, FrameIndex>();
  function rootFrame(comm: string): FrameIndex {
    const known = roots.get(comm);
    if (known !== undefined) return known;
    const made = builder.frame(comm === '' ? '[unknown]' : comm);
    roots.set(comm, made);
    return made;
  }

  function noise(text: string): void {
    const found = LOST.exec(text);
    if (found !== null) {
      lost += Number(found[1]);
      return;
    }
    problems.add('note', 'perf-lines-ignored', { line: lineNumber, seen: text.trim() });
  }

  return {
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > context.limits.maxBytes) {
        return fault('limit-exceeded', { facts: { limit: 'maxBytes', maximum: context.limits.maxBytes } });
      }
      splitter.feed(chunk);
      if (splitter.pending > MAX_LINE_BYTES) {
        return fault('perf-line-too-long', { line: lineNumber + 1, facts: { maximum: MAX_LINE_BYTES } });
      }
      return stopped;
    },
    finish() {
      splitter.finish();
      closeSample();
      if (stopped !== null) return err(stopped);
      const [first] = events.values();
      if (first === undefined) return err(noSamples(problems, lineNumber));
      if (lost > 0) problems.add('warning', 'perf-lost-events', { facts: { lost } });
      if (events.size > 1) {
        const others = Array.from(events.keys()).filter((name) => name !== first.name);
        problems.add('note', 'perf-several-events', { facts: { shown: first.name, others } });
      }
      const finished = builder.finish({
        valueTypes: Array.from(events.values(), ({ name, records, sumOfSquares, hasPeriods }) => ({
          name,
          unit: hasPeriods ? (CLOCK_EVENT.test(name) ? 'nanoseconds' : 'count') : 'samples',
          sampling: { records, sumOfSquares },
        })),
        event: events.size === 1 && first.name !== 'samples' ? first.name : null,
        period: constantPeriod(first),
        durationSeconds: lastTime > firstTime ? lastTime - firstTime : null,
        source: { fileName: context.fileName, format: 'perf-script', generator: 'perf script', sha256: null },
        problems: problems.list(),
      });
      return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
    },
  };
}

/** With equal weights the sum of squares is total² / records. */
function constantPeriod({ name, records, total, sumOfSquares, hasPeriods }: Event) {
  if (!hasPeriods || sumOfSquares * records !== total * total) return null;
  return { value: total / records, unit: CLOCK_EVENT.test(name) ? 'nanoseconds' : 'count' };
}

function noSamples(problems: ProblemLog, lines: number): Fault {
  const [first] = problems.list();
  return fault('perf-no-samples', {
    line: first?.position?.line ?? null,
    seen: first?.seen ?? null,
    expected: 'a header line such as "mysqld 1234 5012.345678: 2004008 cpu-clock:"',
    facts: { lines },
  });
}

function startsWithAddress(buffer: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isHexDigit(buffer[at]!)) at++;
  return at > start && at < end && (buffer[at] === SPACE || buffer[at] === TAB);
}

function isHexDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102) || (byte >= 65 && byte <= 70);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(buffer: Uint8Array, start: number, end: number): string {
  return decoder.decode(buffer.subarray(start, end));
}
