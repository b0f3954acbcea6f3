import type { BuildLimits } from '../core/model/builder.ts';
import type { Fault } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Result } from '../core/result.ts';

/**
 * What an importer is: an id, a `detect` that answers with a reason, and a reader that is fed the file in chunks.
 * A new format = one folder here, one line in `registry.ts`, fixtures, one row in `docs/formats.md`.
 */
export interface Importer {
  /** Stable id, as printed by `inspect` and accepted by `--format`: `folded`, `svg`, `perf-script`… */
  readonly id: string;
  /** What people call it: `folded stacks`. */
  readonly title: string;
  readonly detect: (head: Head) => Detection;
  readonly open: (context: ReadContext) => Reader;
}

/** The beginning of a file, after inflating. */
export interface Head {
  /** At most HEAD_BYTES. */
  readonly bytes: Uint8Array;
  /** The same as text: BOM removed, UTF-16 decoded, malformed bytes replaced. */
  readonly text: string;
  /** True when the head is the whole file. */
  readonly complete: boolean;
}

export const HEAD_BYTES = 64 * 1024;

/**
 * `yes`: it is this format; nothing else is tried, and what is wrong with it is this format's fault to report.
 * `unsure`: could be; taken only if no importer says yes, the first in the registry's order.
 * `because` is shown to the user: "line 1 ends in a count".
 */
export interface Detection {
  readonly verdict: 'yes' | 'unsure' | 'no';
  readonly because: string;
}

export interface ReadContext {
  readonly fileName: string | null;
  readonly limits: ReadLimits;
}

export interface ReadLimits extends BuildLimits {
  /** Frames of one stack. */
  readonly maxDepth: number;
  /** Bytes after inflating. */
  readonly maxBytes: number;
}

/** Takes a file piece by piece, in order. `feed` gives a fault to stop early; after one, only dropping it is allowed. */
export interface Reader {
  /** `chunk` is only valid during the call: sources use their buffers again. */
  feed(chunk: Uint8Array): Fault | null;
  finish(): Result<ParsedFile, Fault>;
}

/** What was in the file: one profile, the two sides of a differential one, or several recordings. */
export interface ParsedFile {
  readonly profiles: readonly ParsedProfile[];
}

export interface ParsedProfile {
  /** What tells several recordings of one file apart (a thread, a graph's title); null when there is one. */
  readonly name: string | null;
  /** `base` and `head` for the two sides of a differential file; they stand in this order. */
  readonly side: 'single' | 'base' | 'head';
  readonly profile: Profile;
}
