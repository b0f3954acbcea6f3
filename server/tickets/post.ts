import { createHash } from 'node:crypto';
import { fault } from '../../core/model/problem.ts';
import { sizeInWords } from '../../core/words/numbers.ts';
import { Refusal } from '../http/problem.ts';
import type { Clock } from '../ports.ts';
import { Unanswered } from '../trackers/client.ts';
import type { Marker, NewComment, NewFile, OwnComment, TicketAttachment, Tracker } from '../trackers/tracker.ts';
import { commentText } from './comment.ts';
import type { NamedFile } from './comment.ts';
import type { PostedFile, TicketPost, TicketStore } from './ports.ts';
import type { ReportFile, TicketReport } from './report.ts';

/**
 * Leaves a report on a ticket, once. What is about to be done is written down before each request, and what is there
 * already is looked at first: a run that was cut off anywhere is gone on with, and a run with nothing new changes nothing.
 *
 * Order: attach what is missing, then write the comment that speaks of it, then take away what earlier reports attached.
 */
export interface Posting {
  readonly tracker: Tracker;
  readonly ticket: string;
  readonly report: TicketReport;
}

export interface PostPorts {
  readonly tickets: TicketStore;
  readonly clock: Clock;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** What a run did; names of files. */
export interface Posted {
  readonly comment: 'posted' | 'changed' | 'unchanged';
  readonly commentId: string;
  readonly attached: readonly string[];
  readonly present: readonly string[];
  /** Files that the tracker does not take, and why. */
  readonly leftOut: readonly string[];
  readonly removed: number;
}

/** What a run would do. */
export interface Preview {
  readonly comment: 'posted' | 'changed' | 'unchanged';
  /** Exactly what would be posted, without the hidden marker. Where a tracker gives files addresses of its own, their names stand for them. */
  readonly text: string;
  readonly files: readonly { readonly file: ReportFile; readonly isPresent: boolean }[];
  readonly notes: readonly string[];
}

/** Times that is looked whether a request without an answer was carried out, and waits between them. */
const LOOKS = [1000, 5000];

export async function previewReport(posting: Posting, ports: PostPorts): Promise<Preview> {
  const { tracker, ticket, report } = posting;
  const record = await known(posting, ports);
  const files = await presentFiles(posting, record);
  const notes = notesOf(tracker, []);
  const text = composed(posting, tracker.abilities.attach === 'linked' ? files.map(withPlace) : files, notes);
  const existing = await tracker.ownComment(ticket, report.pair, record?.commentId ?? null);
  const comment = existing === null ? 'posted' : existing.textHash === hashOf(text) ? 'unchanged' : 'changed';
  const isPresent = (name: string) =>
    files.some(({ fileName, attachmentId }) => fileName === name && attachmentId !== null);
  return {
    comment,
    text,
    files: wantedFiles(posting).map((file) => ({ file, isPresent: isPresent(file.fileName) })),
    notes,
  };
}

export async function postReport(posting: Posting, ports: PostPorts): Promise<Posted> {
  const { tracker, ticket, report } = posting;
  const before = await known(posting, ports);
  const wanted = new Set(report.files.map(({ fileName }) => fileName));
  const old = before?.files.filter(({ fileName }) => !wanted.has(fileName)) ?? [];
  let record: TicketPost = {
    tracker: tracker.name,
    ticket,
    pair: report.pair,
    comparison: report.id,
    files: wantedFiles(posting).map((file) => recordOf(file, before)),
    stale: [...(before?.stale ?? []), ...old.flatMap(({ attachmentId }) => attachmentId ?? [])],
    commentId: before?.commentId ?? null,
    state: 'posting',
    updatedAt: ports.clock.now(),
  };
  const save = async (change: Partial<TicketPost>): Promise<void> => {
    record = { ...record, ...change, updatedAt: ports.clock.now() };
    await ports.tickets.put(record);
  };
  // Before anything is attached: a comment that cannot be changed must not leave files without one.
  await refuseUneditable(posting, record);
  await save({});

  const files = await presentFiles(posting, record);
  const present = files.flatMap(({ fileName, attachmentId }) => (attachmentId === null ? [] : [fileName]));
  const { attached, leftOut } = await attachMissing(posting, files, ports, (done) => save({ files: done }));
  const notes = notesOf(tracker, leftOut);
  const text = composed(posting, attached, notes);
  const marker: Marker = { pair: report.pair, textHash: hashOf(text) };
  const { own, how } = await writeComment(posting, { text, marker }, record.commentId, ports);
  await save({ files: attached, commentId: own.id });

  const removed = await removeStale(posting, record.stale);
  await save({ stale: [], state: 'posted' });
  return {
    comment: how,
    commentId: own.id,
    attached: attached.map(({ fileName }) => fileName).filter((name) => !present.includes(name)),
    present,
    leftOut: leftOut.map(({ fileName }) => fileName),
    removed,
  };
}

/** In place of the address that a tracker gives a file only when it has it. */
function withPlace(file: PostedFile): PostedFile {
  return { ...file, reference: file.reference ?? file.fileName };
}

function known({ tracker, ticket, report }: Posting, { tickets }: PostPorts): Promise<TicketPost | null> {
  return tickets.post(tracker.name, ticket, report.pair);
}

function wantedFiles({ tracker, report }: Posting): readonly ReportFile[] {
  return tracker.abilities.attach === 'none' ? [] : report.files;
}

function recordOf({ fileName, sha256 }: ReportFile, before: TicketPost | null): PostedFile {
  const old = before?.files.find((file) => file.fileName === fileName);
  return old ?? { fileName, sha256, attachmentId: null, reference: null };
}

// ---- files ---------------------------------------------------------------------------------------------------------

/** The files of the report, with the ids of those that are on the ticket now. */
async function presentFiles(posting: Posting, record: TicketPost | null): Promise<readonly PostedFile[]> {
  const { tracker, ticket } = posting;
  const wanted = wantedFiles(posting);
  const files = wanted.map((file) => recordOf(file, record));
  // Nobody lists files that are only links; what was recorded is there.
  if (tracker.abilities.attach !== 'listed' || wanted.length === 0) return files;
  const { attachments } = await tracker.ticket(ticket);
  const found: PostedFile[] = [];
  for (const [at, file] of wanted.entries()) {
    const recorded = files[at] ?? recordOf(file, null);
    const isListed = attachments.some(({ id }) => id === recorded.attachmentId);
    const adopted = isListed ? null : await sameFile(posting, file, attachments);
    found.push(isListed ? recorded : { ...recorded, attachmentId: adopted?.id ?? null });
  }
  return found;
}

/** An attachment with the name and the very bytes of a file: what a run that was cut off left behind. */
async function sameFile(
  { tracker, ticket }: Posting,
  file: ReportFile,
  attachments: readonly TicketAttachment[],
): Promise<TicketAttachment | null> {
  for (const attachment of attachments) {
    if (attachment.fileName !== file.fileName || (attachment.bytes ?? file.bytes.length) !== file.bytes.length)
      continue;
    const bytes = await tracker.download(ticket, attachment, file.bytes.length);
    if (createHash('sha256').update(bytes).digest('hex') === file.sha256) return attachment;
  }
  return null;
}

/** Attaches what is not there; files that are too large for the tracker are left out, the others are not. */
async function attachMissing(
  posting: Posting,
  files: readonly PostedFile[],
  ports: PostPorts,
  save: (files: readonly PostedFile[]) => Promise<void>,
): Promise<{ readonly attached: readonly PostedFile[]; readonly leftOut: readonly ReportFile[] }> {
  let now = files;
  const leftOut: ReportFile[] = [];
  const missing = () =>
    wantedFiles(posting).filter(
      (file) =>
        !leftOut.includes(file) &&
        now.some(({ fileName, attachmentId }) => fileName === file.fileName && attachmentId === null),
    );
  // Files that are only links cannot be found again: each is written down before the next is sent.
  let together = posting.tracker.abilities.attach === 'listed';
  for (let looks = 0; missing().length > 0; ) {
    const batch = together ? missing() : missing().slice(0, 1);
    try {
      now = withAttached(now, await posting.tracker.attach(posting.ticket, batch.map(newFile)));
      await save(now);
    } catch (error) {
      if (isTooLarge(error)) {
        // One of several: sent alone, each of the others still gets there.
        if (batch.length === 1) leftOut.push(...batch);
        together = false;
      } else {
        const wait = LOOKS[looks++];
        if (!(error instanceof Unanswered) || wait === undefined) throw error;
        await ports.wait(wait);
      }
      now = await lookedAt(posting, now);
    }
  }
  return { attached: now.filter(({ attachmentId }) => attachmentId !== null), leftOut };
}

/** The files as they are on the ticket after a request that failed: some of them may have got there. */
async function lookedAt(posting: Posting, now: readonly PostedFile[]): Promise<readonly PostedFile[]> {
  if (posting.tracker.abilities.attach !== 'listed') return now;
  const { tracker, ticket, report } = posting;
  const record: TicketPost = {
    tracker: tracker.name,
    ticket,
    pair: report.pair,
    comparison: report.id,
    files: now,
    stale: [],
    commentId: null,
    state: 'posting',
    updatedAt: 0,
  };
  return presentFiles(posting, record);
}

function withAttached(files: readonly PostedFile[], attached: readonly TicketAttachment[]): readonly PostedFile[] {
  return files.map((file) => {
    const made = attached.find(({ fileName }) => fileName === file.fileName);
    return made === undefined ? file : { ...file, attachmentId: made.id, reference: made.reference };
  });
}

function newFile({ fileName, contentType, bytes }: ReportFile): NewFile {
  return { fileName, contentType, bytes };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Refusal && error.fault.code === 'tracker-too-large';
}

async function removeStale({ tracker, ticket }: Posting, stale: readonly string[]): Promise<number> {
  if (!tracker.abilities.removeAttachment) return 0;
  let removed = 0;
  for (const id of new Set(stale)) {
    try {
      await tracker.remove(ticket, id);
      removed++;
    } catch (error) {
      // Somebody was faster.
      if (!(error instanceof Refusal) || error.fault.code !== 'ticket-not-found') throw error;
    }
  }
  return removed;
}

// ---- comment -------------------------------------------------------------------------------------------------------

function composed({ tracker, report }: Posting, files: readonly PostedFile[], notes: readonly string[]): string {
  const kinds = new Map(report.files.map(({ fileName, kind }) => [fileName, kind]));
  const named = files.flatMap(({ fileName, reference }): NamedFile[] => {
    const kind = kinds.get(fileName);
    return kind === undefined ? [] : [{ kind, fileName, reference }];
  });
  return commentText(tracker.markup, { text: report.text, files: named, notes });
}

function notesOf(tracker: Tracker, leftOut: readonly ReportFile[]): readonly string[] {
  const tooLarge = leftOut.map(
    ({ kind, bytes }) =>
      `The ${kind.toUpperCase()} file (${sizeInWords(bytes.length)}) is larger than this tracker takes.`,
  );
  if (tracker.abilities.attach !== 'none') return tooLarge;
  return ['This tracker takes no attachments from programs, so the pictures are not here.'];
}

/** A tracker whose comments cannot be changed keeps the one that it has; a new text for it is refused before anything is done. */
async function refuseUneditable(posting: Posting, record: TicketPost): Promise<void> {
  const { tracker, ticket, report } = posting;
  if (tracker.abilities.editComment) return;
  const existing = await tracker.ownComment(ticket, report.pair, record.commentId);
  const text = composed(posting, record.files, notesOf(tracker, []));
  if (existing === null || existing.textHash === hashOf(text)) return;
  throw new Refusal(fault('tracker-cannot-edit', { facts: { tracker: tracker.name } }));
}

/** Writes the comment, or finds that it is there; a request without an answer is looked after before it is sent again. */
async function writeComment(
  { tracker, ticket, report }: Posting,
  comment: NewComment,
  knownId: string | null,
  { wait }: PostPorts,
): Promise<{ readonly own: OwnComment; readonly how: Posted['comment'] }> {
  for (let looks = 0; ; looks++) {
    const existing = await tracker.ownComment(ticket, report.pair, knownId);
    if (existing?.textHash === comment.marker.textHash) {
      return { own: existing, how: looks === 0 ? 'unchanged' : 'posted' };
    }
    try {
      if (existing === null) return { own: await tracker.postComment(ticket, comment), how: 'posted' };
      return { own: await tracker.updateComment(ticket, existing.id, comment), how: 'changed' };
    } catch (error) {
      const pause = LOOKS[looks];
      if (!(error instanceof Unanswered) || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
