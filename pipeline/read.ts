import { DEFAULT_BUILD_LIMITS, tooSlow } from '../core/model/builder.ts';
import type { TimeLimit } from '../core/model/builder.ts';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import { validateProfile } from '../core/model/validate.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { HEAD_BYTES } from '../parsers/importer.ts';
import type { Head, ParsedFile, ReadLimits } from '../parsers/importer.ts';
import { MAX_METRICS_BYTES } from '../parsers/metrics/metrics-importer.ts';
import type { ParsedMetrics } from '../parsers/metrics/metrics-importer.ts';
import { recogniseMetrics } from '../parsers/metrics/registry.ts';
import type { RecognisedMetrics } from '../parsers/metrics/registry.ts';
import { importerNamed, recognise } from '../parsers/registry.ts';
import type { Recognised } from '../parsers/registry.ts';
import type { Host } from './host.ts';
import { FaultError, compressionOf, inflated } from './inflate.ts';
import type { Compression } from './inflate.ts';
import { toUtf8 } from './to-utf8.ts';

export const DEFAULT_READ_LIMITS: ReadLimits = {
  ...DEFAULT_BUILD_LIMITS,
  maxDepth: 1_000_000,
  maxBytes: 4 * 1024 * 1024 * 1024,
};

/** Seconds that reading a file may take: 4 GB of text, the most that is read, take a tenth of it. */
const DEFAULT_READ_SECONDS = 600;

export interface ReadOptions {
  readonly fileName: string | null;
  readonly limits?: ReadLimits;
  /** Left out: `DEFAULT_READ_SECONDS`. */
  readonly seconds?: number;
  /** Id of an importer, to overrule detection. */
  readonly format?: string;
}

interface Recognition {
  /** Id and title of the importer, and why it was chosen. */
  readonly format: string;
  readonly title: string;
  readonly because: string;
  /** Layers of compression, outermost first. */
  readonly compression: readonly Compression[];
  /** Size as given, before inflating. */
  readonly bytes: number;
}

export interface ReadResult extends Recognition {
  readonly file: ParsedFile;
}

/** Numbers of a run: output of a benchmark, status of a server. */
export interface MetricsResult extends Recognition {
  readonly metrics: ParsedMetrics;
}

/** What a file turned out to be. */
export type InputResult =
  | { readonly kind: 'profile'; readonly read: ReadResult }
  | { readonly kind: 'metrics'; readonly read: MetricsResult };

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A zip may hold a gzip; nothing real is nested deeper. */
const MAX_LAYERS = 2;

/**
 * bytes ─ inflate ─ decode ─ detect ─ parse ─ validate ─► profiles. The source is read once, in chunks; memory is
 * bounded by the call tree, and by the size of the file only for formats that must be read whole. A file of metrics is
 * refused: `metrics-not-profile`.
 */
export async function readFileWith(
  host: Host,
  source: ByteSource,
  options: ReadOptions,
): Promise<Result<ReadResult, Fault>> {
  const input = await caught(read(host, source, options, 'profile'));
  if (!input.ok) return input;
  if (input.value.kind === 'profile') return ok(input.value.read);
  return err(fault('metrics-not-profile', { facts: { title: input.value.read.title } }));
}

/** The same for a file that may hold a profile or metrics, whatever its content says. */
export function readInputWith(
  host: Host,
  source: ByteSource,
  options: ReadOptions,
): Promise<Result<InputResult, Fault>> {
  return caught(read(host, source, options, 'any'));
}

/** Metrics of a run. Other files are refused: `metrics-unknown`. */
export async function readMetricsWith(
  host: Host,
  source: ByteSource,
  options: Omit<ReadOptions, 'format'>,
): Promise<Result<MetricsResult, Fault>> {
  const input = await caught(read(host, source, options, 'metrics'));
  if (!input.ok) return input;
  if (input.value.kind === 'metrics') return ok(input.value.read);
  return err(fault('metrics-unknown', { facts: { title: input.value.read.title } }));
}

/** What a file is, from its beginning alone; it is not read further. Faults: those of a file that nobody reads. */
export function kindOfFileWith(host: Host, source: ByteSource): Promise<Result<InputResult['kind'], Fault>> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* source;
  }
  async function kind(): Promise<Result<InputResult['kind'], Fault>> {
    const opened = await open(host, chunks(), DEFAULT_READ_LIMITS.maxBytes);
    if (!opened.ok) return opened;
    const found = recogniseInput(opened.value.head, undefined, 'any');
    await leave(opened.value.all);
    return found.ok ? ok(found.value.kind) : found;
  }
  return caught(kind());
}

async function caught<T>(reading: Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FaultError) return err(error.fault);
    throw error;
  }
}

type Wanted = 'profile' | 'metrics' | 'any';

async function read(
  host: Host,
  source: ByteSource,
  options: ReadOptions,
  wanted: Wanted,
): Promise<Result<InputResult, Fault>> {
  const time = timeLimit(host, options.seconds ?? DEFAULT_READ_SECONDS);
  const limits = { ...(options.limits ?? DEFAULT_READ_LIMITS), time };
  const hasher = host.hasher();
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      hasher.update(chunk);
      yield chunk;
    }
  }
  const opened = await open(host, counted(), limits.maxBytes);
  if (!opened.ok) return opened;
  const { head, all, compression } = opened.value;
  const recognised = recogniseInput(head, options.format, wanted);
  if (!recognised.ok) {
    await leave(all);
    return recognised;
  }
  if (recognised.value.kind === 'metrics') {
    const { importer, because } = recognised.value.found;
    const text = await wholeText(all, Math.min(limits.maxBytes, MAX_METRICS_BYTES));
    if (!text.ok) return text;
    const metrics = importer.parse(text.value);
    if (!metrics.ok) return metrics;
    const { id: format, title } = importer;
    return ok({ kind: 'metrics', read: { format, title, because, compression, bytes, metrics: metrics.value } });
  }
  const { importer, because } = recognised.value.found;
  const reader = importer.open({ fileName: options.fileName, limits });
  let fed = 0;
  for await (const chunk of all) {
    const stop = reader.feed(chunk);
    if (stop !== null) return err(stop);
    fed += chunk.length;
    if (time.isOver()) return err(tooSlow(time, fed));
  }
  const parsed = reader.finish();
  if (!parsed.ok) return parsed;
  for (const { profile } of parsed.value.profiles) {
    const invalid = validateProfile(profile);
    if (invalid !== null) return err(invalid);
  }
  const file = withHash(parsed.value, await hasher.hex());
  const { id: format, title } = importer;
  return ok({ kind: 'profile', read: { format, title, because, compression, bytes, file } });
}

function timeLimit(host: Host, seconds: number): TimeLimit {
  const started = host.now();
  return { seconds, isOver: () => host.now() - started > seconds * 1000 };
}

interface Opened {
  readonly head: Head;
  /** The whole file, inflated, as UTF-8 where it is text. */
  readonly all: AsyncIterable<Uint8Array>;
  readonly compression: readonly Compression[];
}

/** bytes ─ inflate ─ decode. */
async function open(host: Host, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Result<Opened, Fault>> {
  const compression: Compression[] = [];
  let peeked = await peek(source, HEAD_BYTES);
  for (
    let kind = compressionOf(peeked.start);
    kind !== null && compression.length < MAX_LAYERS;
    kind = compressionOf(peeked.start)
  ) {
    compression.push(kind);
    peeked = await peek(inflated(peeked.all, kind, host, maxBytes), HEAD_BYTES);
  }
  if (peeked.start.length === 0) return err(fault('file-empty'));
  const plain = await peek(toUtf8(peeked.all, peeked.start), HEAD_BYTES);
  return ok({ head: headOf(plain.start, plain.complete), all: plain.all, compression });
}

/** Closes a stream that nobody has read from: a generator must have been entered to run its end. */
async function leave(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}

type RecognisedInput =
  | { readonly kind: 'profile'; readonly found: Recognised }
  | { readonly kind: 'metrics'; readonly found: RecognisedMetrics };

/** A form of metrics that is sure of itself stands before an importer of profiles that is not: "tps: 5" ends in a count. */
function recogniseInput(head: Head, format: string | undefined, wanted: Wanted): Result<RecognisedInput, Fault> {
  const profile = format === undefined ? recognise(head) : importerNamed(format);
  // Looking for metrics costs as much as for all forms of profiles: a form that is sure of itself spares it.
  const isSure = profile.ok && profile.value.verdict === 'yes' && wanted !== 'metrics';
  const metrics = format !== undefined || isSure ? null : recogniseMetrics(head);
  const isMetrics = metrics !== null && (wanted === 'metrics' || !profile.ok || metrics.verdict === 'yes');
  if (isMetrics) return ok({ kind: 'metrics', found: metrics });
  if (wanted === 'metrics' && !profile.ok) return err(fault('metrics-unknown', { seen: profile.error.seen }));
  return profile.ok ? ok({ kind: 'profile', found: profile.value }) : profile;
}

async function wholeText(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Result<string, Fault>> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return err(fault('limit-exceeded', { facts: { limit: 'maxBytes', maximum: maxBytes } }));
    text += decoder.decode(chunk, { stream: true });
  }
  return ok(text + decoder.decode());
}

function withHash(file: ParsedFile, sha256: string): ParsedFile {
  const hashed = (profile: Profile): Profile => ({ ...profile, source: { ...profile.source, sha256 } });
  return { profiles: file.profiles.map((parsed) => ({ ...parsed, profile: hashed(parsed.profile) })) };
}

function headOf(bytes: Uint8Array, complete: boolean): Head {
  return { bytes, text: new TextDecoder('utf-8').decode(bytes), complete };
}

interface Peeked {
  /** The first bytes, at most as many as asked for. */
  readonly start: Uint8Array;
  /** True when `start` is all there is. */
  readonly complete: boolean;
  /** The whole stream, the first bytes included. */
  readonly all: AsyncIterable<Uint8Array>;
}

/** Looks at the start of a stream without losing it. */
async function peek(chunks: AsyncIterable<Uint8Array>, wanted: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  let complete = false;
  while (length <= wanted) {
    const next = await iterator.next();
    if (next.done === true) {
      complete = true;
      break;
    }
    // The source may reuse its buffer for the next chunk, so what is held back is copied.
    seen.push(next.value.slice());
    length += next.value.length;
  }
  const start = new Uint8Array(Math.min(length, wanted));
  let at = 0;
  for (const chunk of seen) {
    const part = chunk.subarray(0, Math.max(0, start.length - at));
    start.set(part, at);
    at += part.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen;
      if (complete) return;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, complete: complete && length <= wanted, all: all() };
}
