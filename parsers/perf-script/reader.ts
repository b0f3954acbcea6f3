import { ProfileBuilder } from '../../core/model/builder.ts';
import { ProblemLog, fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { FrameIndex } from '../../core/model/profile.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { ByteInterner, doubled } from '../bytes/interner.ts';
import { BLANK_LINE } from '../bytes/line-scanner.ts';
import type { LineScanner } from '../bytes/line-scanner.ts';
import { LineSplitter } from '../bytes/line-splitter.ts';
import type { ParsedFile, ReadContext, Reader } from '../importer.ts';
import { StackTable } from '../stack-table.ts';
import { lineScanner } from '../wasm/line-scanner.ts';
import { PerfEvent, UNNAMED_EVENT } from './events.ts';
import { readFrame } from './frame.ts';
import { FrameLines, UNUSUAL } from './frame-lines.ts';
import { isOtherRecord, readBareHeader, readHeader } from './header.ts';
import type { SampleHeader } from './header.ts';
import { Metadata } from './metadata.ts';
import { PlainHeader } from './plain-header.ts';
import { readSourceFile } from './source-line.ts';
import { tooManyBytes } from '../too-many-bytes.ts';

const HASH = 35;
const CLOSE_PARENTHESIS = 41;

/** No line of perf's is longer; a file without line feeds must not grow in memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Each event is a column; more of them than any recording has would be an attack on memory. */
const MAX_EVENTS = 1024;
const LOST = /PERF_RECORD_LOST(?:_SAMPLES)?\D+(\d+)/;
const LOST_LENGTH = 512;

/**
 * Reads the text of `perf script` in memory bounded by the tree. The scanner tells lines apart and numbers frame lines,
 * so a frame line is parsed once however often it occurs. Each event becomes a value type of its own, since a sum of
 * cycles and instructions means nothing.
 *
 * A blank line or the next header ends a sample, and so does the end of the file. Any other line is noise (warnings,
 * messages of addr2line): it ends no sample, and is counted.
 */
export function perfScriptReader(context: ReadContext, scanner: LineScanner = lineScanner()): Reader {
  const reader = new PerfScriptReader(context, scanner);
  return { feed: (chunk) => reader.feed(chunk), finish: () => reader.finish() };
}

class PerfScriptReader {
  readonly #context: ReadContext;
  readonly #scanner: LineScanner;
  readonly #builder: ProfileBuilder;
  readonly #stacks: StackTable;
  readonly #lines: FrameLines;
  readonly #problems = new ProblemLog();
  readonly #metadata = new Metadata();
  readonly #splitter: LineSplitter;
  readonly #plain = new PlainHeader();

  /** The sample being read: its frames, leaf first, and what its header says. `#event` is null between samples. */
  #frames = new Int32Array(256);
  #depth = 0;
  #event: PerfEvent | null = null;
  #root = 0 as FrameIndex;
  #period = Number.NaN;
  /** True after a header that says by itself that it is one. */
  #hasHeaders = false;
  /** The line above, if it could be a header with less in it. */
  #bare: { readonly text: string; readonly line: number } | null = null;

  /** Names of threads and events, known by their bytes, with what they stand for. */
  readonly #comms = new ByteInterner();
  readonly #rootOfComm: FrameIndex[] = [];
  readonly #eventNames = new ByteInterner();
  readonly #eventOfName: PerfEvent[] = [];
  readonly #events = new Map<string, PerfEvent>();

  #lineNumber = 0;
  #bytes = 0;
  #lost = 0;
  #firstTime = Number.POSITIVE_INFINITY;
  #lastTime = Number.NEGATIVE_INFINITY;
  #stopped: Fault | null = null;

  constructor(context: ReadContext, scanner: LineScanner) {
    this.#context = context;
    this.#scanner = scanner;
    this.#builder = new ProfileBuilder(0, context.limits);
    this.#stacks = new StackTable(this.#builder);
    this.#lines = new FrameLines(scanner, this.#builder);
    const take = (tokens: Int32Array, used: number, bytes: Uint8Array) => this.#take(tokens, used, bytes);
    this.#splitter = new LineSplitter((buffer, start, end) => {
      if (this.#stopped === null) this.#scanner.scan(buffer, start, end, take);
    });
  }

  feed(chunk: Uint8Array): Fault | null {
    const { maxBytes } = this.#context.limits;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) return tooManyBytes(maxBytes);
    this.#lines.forgetWhenLarge();
    this.#splitter.feed(chunk);
    if (this.#splitter.pending > MAX_LINE_BYTES) {
      return fault('perf-line-too-long', { line: this.#lineNumber + 1, facts: { maximum: MAX_LINE_BYTES } });
    }
    return this.#stopped;
  }

  #take(tokens: Int32Array, used: number, bytes: Uint8Array): void {
    for (let i = 0; i < used && this.#stopped === null; ) {
      const token = tokens[i++]!;
      this.#lineNumber++;
      if (token >= 0) {
        const frame = token < this.#lines.known ? this.#lines.frame[token]! : this.#lines.learn(token);
        if (frame !== UNUSUAL && (this.#event !== null || this.#openBare())) this.#push(frame);
        else this.#unusual(token);
      } else if (token === BLANK_LINE) {
        this.#forgetBare();
        this.#closeSample();
      } else {
        this.#other(bytes, tokens[i]!, tokens[i + 1]!);
        i += 2;
      }
    }
  }

  #push(frame: number): void {
    // One place is kept for the thread.
    if (this.#depth + 1 >= this.#frames.length) this.#frames = doubled(this.#frames);
    this.#frames[this.#depth++] = frame;
    if (this.#depth > this.#context.limits.maxDepth) this.#tooDeep();
  }

  #tooDeep(): void {
    this.#stopped ??= fault('stack-too-deep', {
      line: this.#lineNumber,
      facts: { maximum: this.#context.limits.maxDepth },
    });
  }

  /** A line that begins like a frame, and stands for several, for none, or outside of a sample. */
  #unusual(token: number): void {
    const several = this.#lines.several(token);
    if (several.length > 0 && (this.#event !== null || this.#openBare()))
      for (const frame of several) this.#push(frame);
    else this.#careful(this.#lines.text(token));
  }

  #other(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === HASH && this.#comment(textOf(bytes, start, end))) return;
    if (this.#plain.read(bytes, start, end)) this.#openPlain(bytes, this.#plain);
    else this.#careful(textOf(bytes, start, end));
  }

  /** True for `# name : value` and `# remark`; a thread may be called `#1`. */
  #comment(text: string): boolean {
    if (!/^#+(?:\s|$)/.test(text) && readHeader(text) !== null) return false;
    if (this.#events.size === 0) this.#metadata.read(text);
    return true;
  }

  #careful(text: string): void {
    const header = readHeader(text);
    if (header !== null) this.#openCareful(header);
    else if (this.#event === null) this.#keepBare(text);
    else if (isOtherRecord(text)) this.#noise(text);
    else if (!this.#looseFrame(text) && !this.#sourceLine(text)) this.#noise(text);
  }

  /** A line outside of samples: noise, unless it turns out to be the header of a frame below it. */
  #keepBare(text: string): void {
    this.#forgetBare();
    // Where `-F` left ordinary headers, a line that is none is damage.
    const mayBeHeader = !this.#hasHeaders && !isOtherRecord(text) && readFrame(text) === null;
    if (mayBeHeader) this.#bare = { text, line: this.#lineNumber };
    else this.#noise(text);
  }

  /** Begins a sample under the line above; false when that is no header. */
  #openBare(): boolean {
    if (this.#bare === null) return false;
    const header = readBareHeader(this.#bare.text);
    this.#bare = null;
    this.#begin(header);
    return true;
  }

  #forgetBare(): void {
    if (this.#bare === null) return;
    this.#noise(this.#bare.text, this.#bare.line);
    this.#bare = null;
  }

  /** Old versions of perf print some frames without an indent. */
  #looseFrame(text: string): boolean {
    const frames = this.#lines.framesIn(text);
    for (const frame of frames) this.#push(frame);
    return frames.length > 0;
  }

  #sourceLine(text: string): boolean {
    const file = readSourceFile(text);
    if (file === undefined || this.#depth === 0) return false;
    if (file !== null) this.#frames[this.#depth - 1] = this.#lines.inFile(this.#frames[this.#depth - 1]!, file);
    return true;
  }

  #openPlain(bytes: Uint8Array, header: PlainHeader): void {
    this.#hasHeaders = true;
    this.#forgetBare();
    this.#closeSample();
    const root = this.#rootOf(bytes, header.commStart, header.commEnd);
    this.#open(root, this.#eventOf(bytes, header.eventStart, header.eventEnd), header.period, header.time);
    if (header.restEnd > header.restStart && bytes[header.restEnd - 1] === CLOSE_PARENTHESIS) {
      this.#looseFrame(textOf(bytes, header.restStart, header.restEnd));
    }
  }

  #openCareful(header: SampleHeader): void {
    this.#hasHeaders = true;
    this.#forgetBare();
    this.#closeSample();
    this.#begin(header);
    // Without call graphs the only frame stands on the header line; a tracepoint has its payload there instead.
    if (header.rest.endsWith(')')) this.#looseFrame(header.rest);
  }

  #begin({ comm, event, period, time }: SampleHeader): void {
    const root = this.#builder.frame(comm === '' ? '[unknown]' : comm);
    this.#open(root, this.#eventNamed(event ?? UNNAMED_EVENT), period ?? Number.NaN, time);
  }

  #open(root: FrameIndex, event: PerfEvent, period: number, time: number | null): void {
    this.#event = event;
    this.#root = root;
    this.#period = period;
    if (time === null) return;
    if (time < this.#firstTime) this.#firstTime = time;
    if (time > this.#lastTime) this.#lastTime = time;
  }

  #rootOf(bytes: Uint8Array, start: number, end: number): FrameIndex {
    const comm = this.#comms.of(bytes, start, end);
    return (this.#rootOfComm[comm] ??= this.#builder.frame(textOf(bytes, start, end)));
  }

  #eventOf(bytes: Uint8Array, start: number, end: number): PerfEvent {
    const name = this.#eventNames.of(bytes, start, end);
    return (this.#eventOfName[name] ??= this.#eventNamed(textOf(bytes, start, end)));
  }

  #eventNamed(name: string): PerfEvent {
    const known = this.#events.get(name);
    if (known !== undefined) return known;
    if (this.#events.size === MAX_EVENTS) {
      this.#stopped ??= fault('perf-too-many-events', { line: this.#lineNumber, facts: { maximum: MAX_EVENTS } });
    }
    const made = new PerfEvent(name, this.#builder);
    this.#events.set(name, made);
    return made;
  }

  #closeSample(): void {
    if (this.#event === null) return;
    this.#frames[this.#depth] = this.#root;
    this.#event.add(this.#stacks.node(this.#frames, this.#depth + 1), this.#period);
    this.#event = null;
    this.#depth = 0;
    const { overflow } = this.#builder;
    if (overflow !== null) this.#stopped ??= { ...overflow, position: { line: this.#lineNumber, byte: null } };
  }

  #noise(text: string, line = this.#lineNumber): void {
    const found = LOST.exec(text.slice(0, LOST_LENGTH));
    if (found !== null) {
      this.#lost += Number(found[1]);
      return;
    }
    this.#problems.add('note', 'perf-lines-ignored', { line, seen: text.trim() });
  }

  finish(): Result<ParsedFile, Fault> {
    this.#splitter.finish();
    this.#forgetBare();
    this.#closeSample();
    if (this.#stopped !== null) return err(this.#stopped);
    const events = [...this.#events.values()];
    const [first] = events;
    if (first === undefined) return err(noSamples(this.#problems, this.#lineNumber));
    if (this.#lost > 0) this.#problems.add('warning', 'perf-lost-events', { facts: { lost: this.#lost } });
    const isOnly = events.length === 1;
    if (!isOnly) {
      const others = events.slice(1).map(({ name }) => name);
      this.#problems.add('note', 'perf-several-events', { facts: { shown: first.name, others } });
    }
    const { labels, version } = this.#metadata;
    const finished = this.#builder.finish({
      valueTypes: events
        .flatMap((event) => event.valueTypes(isOnly))
        .sort(([a], [b]) => a - b)
        .map(([, type]) => type),
      event: isOnly && first.name !== UNNAMED_EVENT ? first.name : null,
      period: first.period,
      durationSeconds: this.#lastTime > this.#firstTime ? this.#lastTime - this.#firstTime : null,
      source: {
        fileName: this.#context.fileName,
        format: 'perf-script',
        generator: version === null ? 'perf script' : `perf script, recorded by perf ${version}`,
        sha256: null,
      },
      labels,
      problems: this.#problems.list(),
    });
    return finished.ok ? ok({ profiles: [{ name: null, side: 'single', profile: finished.value }] }) : finished;
  }
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

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(buffer: Uint8Array, start: number, end: number): string {
  return decoder.decode(buffer.subarray(start, end));
}
