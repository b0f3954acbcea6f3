import { createHash } from 'node:crypto';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { sizeInWords } from '../../core/words/numbers.ts';
import { Refusal } from '../http/problem.ts';
import { notFound } from '../http/not-found.ts';
import type { CompareOptions, Library, Stored, Upload } from '../library.ts';
import type { ComparisonRow, Ports } from '../ports.ts';
import type { KeyLock } from '../store/key-lock.ts';
import type { Wire } from '../trackers/client.ts';
import type { TrackersConfig } from '../trackers/config.ts';
import { openTracker } from '../trackers/open.ts';
import { ticketPlace } from '../trackers/references.ts';
import { MARKER_LENGTH } from '../trackers/tracker.ts';
import type { Ticket, TicketAttachment, Tracker } from '../trackers/tracker.ts';
import { COMMENT_FRAME } from './comment.ts';
import { guessSides } from './guess.ts';
import type { Guess } from './guess.ts';
import type { TicketStore } from './ports.ts';
import { postReport, previewReport } from './post.ts';
import type { Posted, Posting, Preview } from './post.ts';
import { isReportFile } from './report.ts';
import type { TicketFileFacts, TicketWorkers } from './work.ts';

export interface TicketPorts extends Pick<Ports, 'profiles' | 'blobs' | 'clock' | 'limits'> {
  readonly library: Library;
  readonly workers: TicketWorkers;
  readonly tickets: TicketStore;
  readonly trackers: TrackersConfig;
  readonly wire: Wire;
  readonly lock: KeyLock;
}

/** A ticket as somebody who wants to compare sees it. */
export interface SeenTicket {
  readonly tracker: string;
  readonly ticket: Ticket;
  readonly files: readonly SeenFile[];
}

/** An attachment: what it is, or why that is not known. */
export interface SeenFile {
  readonly attachment: TicketAttachment;
  readonly facts: TicketFileFacts | null;
  readonly problem: Fault | null;
  readonly guess: Guess;
}

/** Attachments by name, when the guess is not to be used. */
export interface ChosenSides {
  readonly base: readonly string[];
  readonly head: readonly string[];
}

const MAX_FILES = 40;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_ALL_BYTES = 256 * 1024 * 1024;
/** Pictures, documents and films are no recordings. */
const NEVER_READ =
  /\.(?:png|jpe?g|gif|webp|bmp|ico|pdf|docx?|xlsx?|pptx?|odt|mp4|webm|mov|avi|mp3|rpm|deb|exe|so|dll|diff|patch)$/i;
const NO_GUESS: Guess = { side: null, why: 'it is neither a profile nor numbers of a run', chosen: false };

/** From tickets and to tickets. Methods throw `Refusal` for what the person who asked has to hear. */
export class Tickets {
  readonly #ports: TicketPorts;

  constructor(ports: TicketPorts) {
    this.#ports = ports;
  }

  get trackers(): TrackersConfig['trackers'] {
    return this.#ports.trackers.trackers;
  }

  /** The ticket that is meant by an address or a key. */
  place(reference: string): { readonly tracker: Tracker; readonly key: string } {
    const place = ticketPlace(reference, this.trackers);
    if (!place.ok) throw new Refusal(place.error);
    return { tracker: openTracker(place.value.tracker, this.#ports.wire), key: place.value.key };
  }

  show(reference: string, thumbnails: boolean): Promise<SeenTicket> {
    return this.#withFiles(reference, thumbnails, async (seen) => Promise.resolve(seen));
  }

  /** Compares files of a ticket, by the guess or as chosen, and stores the comparison. */
  compare(
    reference: string,
    chosen: ChosenSides,
    options: CompareOptions,
  ): Promise<{ readonly seen: SeenTicket; readonly stored: Stored<ComparisonRow> }> {
    return this.#withFiles(reference, false, async (seen, uploads) => {
      const sides = sidesOf(seen, chosen);
      const filesOf = (files: readonly SeenFile[]) =>
        files.flatMap(({ attachment }) => uploads.get(attachment.id) ?? []);
      const stored = await this.#ports.library.compareUploads(filesOf(sides.base), filesOf(sides.head), options);
      return { seen, stored };
    });
  }

  /** What `post` would do and exactly what it would post. */
  async preview(reference: string, comparisonId: string): Promise<Preview & Posting> {
    const posting = await this.#posting(reference, comparisonId);
    return { ...posting, ...(await previewReport(posting, this.#postPorts())) };
  }

  /** Leaves the report of a comparison on a ticket, or brings the one that is there up to date. */
  async post(reference: string, comparisonId: string): Promise<Posted & Posting> {
    const posting = await this.#posting(reference, comparisonId);
    const { tracker, ticket } = posting;
    return this.#ports.lock.run([`ticket ${tracker.name} ${ticket}`], async () => ({
      ...posting,
      ...(await postReport(posting, this.#postPorts())),
    }));
  }

  #postPorts() {
    const { tickets, clock, wire } = this.#ports;
    return { tickets, clock, wait: wire.wait };
  }

  async #posting(reference: string, comparisonId: string): Promise<Posting> {
    const { profiles, blobs, library, workers, trackers } = this.#ports;
    const { tracker, key } = this.place(reference);
    const found = await profiles.comparison(comparisonId);
    if (found === null) throw notFound('comparison', comparisonId);
    const row = await library.withResult(found);
    const pair = await this.#pairOf(row);
    const permalink = trackers.publicUrl === null ? null : `${trackers.publicUrl}/c/${row.id}`;
    const made = await workers.ticketReport({
      path: blobs.localFile(row.resultHash),
      pair,
      markup: tracker.markup,
      maxLength: tracker.maxCommentLength - COMMENT_FRAME - MARKER_LENGTH,
      permalink,
    });
    if (!made.ok) throw new Refusal(made.error.fault);
    return { tracker, ticket: key, report: { id: row.id, pair, ...made.value } };
  }

  /** The recordings that were compared, by content: whatever rules and labels, it is the same pair. */
  async #pairOf({ base, head }: ComparisonRow): Promise<string> {
    const rows = await this.#ports.profiles.profilesById([...base, ...head]);
    const hashes = (ids: readonly string[]) => ids.map((id) => rows.get(id)?.contentHash ?? id).sort();
    return createHash('sha256')
      .update(JSON.stringify([hashes(base), hashes(head)]))
      .digest('hex')
      .slice(0, 16);
  }

  // ---- files of a ticket -------------------------------------------------------------------------------------------

  /** Reads a ticket and its files, and removes the files when `action` is done with them. */
  async #withFiles<T>(
    reference: string,
    thumbnails: boolean,
    action: (seen: SeenTicket, uploads: ReadonlyMap<string, Upload>) => Promise<T>,
  ): Promise<T> {
    const { tracker, key } = this.place(reference);
    const ticket = await tracker.ticket(key);
    const uploads = new Map<string, Upload>();
    try {
      const read: Omit<SeenFile, 'guess'>[] = [];
      let bytes = 0;
      for (const [at, attachment] of ticket.attachments.entries()) {
        const skipped =
          at >= MAX_FILES ? `only the first ${MAX_FILES} files of a ticket are read` : skipReason(attachment, bytes);
        const file =
          skipped === null
            ? await this.#read(tracker, key, attachment, thumbnails, uploads)
            : { attachment, facts: null, problem: fault('ticket-file-skipped', { facts: { why: skipped } }) };
        bytes += uploads.get(attachment.id)?.bytes ?? 0;
        read.push(file);
      }
      return await action({ tracker: tracker.name, ticket, files: guessed(read, ticket.text) }, uploads);
    } finally {
      for (const { path } of uploads.values()) await this.#ports.blobs.discard(path);
    }
  }

  /** One file that cannot be fetched or read is no reason not to show the others. */
  async #read(
    tracker: Tracker,
    key: string,
    attachment: TicketAttachment,
    thumbnail: boolean,
    uploads: Map<string, Upload>,
  ): Promise<Omit<SeenFile, 'guess'>> {
    const { blobs, workers, limits } = this.#ports;
    let bytes: Uint8Array;
    try {
      bytes = await tracker.download(key, attachment, MAX_FILE_BYTES);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { attachment, facts: null, problem: error.fault };
    }
    const staged = await blobs.stage(oneChunk(bytes));
    const { fileName } = attachment;
    uploads.set(attachment.id, { ...staged, fileName });
    const maxInflatedBytes = limits.maxInflatedBytes;
    const facts = await workers.ticketFile({ path: staged.path, fileName, maxInflatedBytes, thumbnail });
    return facts.ok
      ? { attachment, facts: facts.value, problem: null }
      : { attachment, facts: null, problem: facts.error.fault };
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function skipReason({ fileName, bytes }: TicketAttachment, before: number): string | null {
  if (isReportFile(fileName)) return 'Firebreak attached it';
  if (NEVER_READ.test(fileName)) return 'files of this kind are no recordings';
  if ((bytes ?? 0) > MAX_FILE_BYTES) return `it is larger than ${sizeInWords(MAX_FILE_BYTES)}`;
  if (before + (bytes ?? 0) > MAX_ALL_BYTES) return `all files together are larger than ${sizeInWords(MAX_ALL_BYTES)}`;
  return null;
}

function guessed(files: readonly Omit<SeenFile, 'guess'>[], text: string): readonly SeenFile[] {
  const candidates = files.flatMap(({ attachment, facts }, at) =>
    facts === null || facts.kind === 'comparison'
      ? []
      : [{ at, name: attachment.fileName, kind: facts.kind, detail: facts.detail }],
  );
  const guesses = guessSides(candidates, text);
  const byFile = new Map(candidates.map(({ at }, index) => [at, guesses[index] ?? NO_GUESS]));
  return files.map((file, at) => ({ ...file, guess: byFile.get(at) ?? NO_GUESS }));
}

interface Sides {
  readonly base: readonly SeenFile[];
  readonly head: readonly SeenFile[];
}

/** Profiles of both sides, each side's metrics behind them. */
function sidesOf({ files, ticket }: SeenTicket, chosen: ChosenSides): Sides {
  const usable = files.filter(({ facts }) => facts !== null && facts.kind !== 'comparison');
  const profiles = usable.filter(({ facts }) => facts?.kind === 'profile');
  const names = usable.map(({ attachment }) => attachment.fileName);
  if (profiles.length < 2) {
    throw new Refusal(
      fault('ticket-no-profiles', { facts: { profiles: profiles.length, attachments: ticket.attachments.length } }),
    );
  }
  const named = (wanted: readonly string[]) =>
    wanted.map((name) => {
      // Of two files with one name, the later one counts: trackers show it as the current one.
      const file = usable.findLast(({ attachment }) => attachment.fileName === name || attachment.id === name);
      if (file === undefined) throw new Refusal(fault('ticket-file-unknown', { facts: { name, files: names } }));
      return file;
    });
  const given = { base: named(chosen.base), head: named(chosen.head) };
  const left = usable.filter((file) => !given.base.includes(file) && !given.head.includes(file));
  const sideOf = (side: 'base' | 'head') => {
    if (given[side].length > 0) return given[side];
    // With one side named and one profile left, there is no doubt.
    const profilesLeft = left.filter(({ facts }) => facts?.kind === 'profile');
    if (given.base.length + given.head.length > 0 && profilesLeft.length === 1) return profilesLeft;
    return left.filter(({ guess }) => guess.chosen && guess.side === side);
  };
  const sides = { base: ordered(sideOf('base')), head: ordered(sideOf('head')) };
  if (![sides.base, sides.head].every(([first]) => first?.facts?.kind === 'profile')) {
    const files = profiles.map(({ attachment }) => attachment.fileName);
    throw new Refusal(fault('ticket-sides-unclear', { facts: { files } }));
  }
  return sides;
}

function ordered(files: readonly SeenFile[]): readonly SeenFile[] {
  return [
    ...files.filter(({ facts }) => facts?.kind === 'profile'),
    ...files.filter(({ facts }) => facts?.kind === 'metrics'),
  ];
}
