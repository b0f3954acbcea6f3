import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Client } from './client.ts';
import { ownCommentIn, withMarker } from './tracker.ts';
import type { NewComment, NewFile, OwnComment, Ticket, TicketAttachment, Tracker } from './tracker.ts';

/**
 * Bugzilla 5.0 or newer. Comments are plain text and cannot be changed through its API; attachments cannot be taken
 * away, but marked as obsolete.
 */
const bug = z.object({ bugs: z.array(z.object({ id: z.number().int(), summary: z.string() })).min(1) });
const comment = z.object({ id: z.number().int(), text: z.string(), creator: z.string() });
const comments = z.object({ bugs: z.record(z.string(), z.object({ comments: z.array(comment) })) });
const attachment = z.object({
  id: z.number().int(),
  file_name: z.string(),
  size: z.number().int().optional(),
  is_obsolete: z.union([z.boolean(), z.number()]).optional(),
});
const attachments = z.object({ bugs: z.record(z.string(), z.array(attachment)) });
const data = z.object({ attachments: z.record(z.string(), z.object({ data: z.base64() })) });
const added = z.object({ ids: z.array(z.coerce.string()).min(1) });
const posted = z.object({ id: z.number().int() });
const self = z.object({ name: z.string() });

/** Errors that Bugzilla tells by their numbers alone (WebService/Constants.pm); the status is 400 for all of them. */
const CODES: ReadonlyMap<unknown, string> = new Map([
  ['306', 'tracker-unauthorised'],
  ['600', 'tracker-too-large'],
]);

async function named<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const code = error instanceof Refusal ? CODES.get(error.fault.facts['reason']) : undefined;
    if (!(error instanceof Refusal) || code === undefined) throw error;
    throw new Refusal({ ...error.fault, code });
  }
}

export class BugzillaTracker implements Tracker {
  readonly name: string;
  readonly kind = 'bugzilla';
  readonly markup = 'text';
  readonly maxCommentLength = 65_535;
  readonly abilities = { attach: 'listed', editComment: false, removeAttachment: true } as const;
  readonly #client: Client;

  constructor(name: string, client: Client) {
    this.name = name;
    this.#client = client;
  }

  async ticket(key: string): Promise<Ticket> {
    const query = { include_fields: 'id,summary' };
    const found = await named(this.#client.json(bug, { method: 'GET', path: `rest/bug/${key}`, query }));
    return {
      key,
      title: found.bugs[0]?.summary ?? '',
      url: new URL(`show_bug.cgi?id=${key}`, this.#client.base).href,
      text: (await this.#comments(key)).map(({ text }) => text).join('\n\n'),
      attachments: await this.#attachments(key),
    };
  }

  async download(_key: string, { id }: TicketAttachment, maxBytes: number): Promise<Uint8Array> {
    const { attachments: found } = await this.#client.json(data, {
      method: 'GET',
      path: `rest/bug/attachment/${encodeURIComponent(id)}`,
      query: { include_fields: 'data' },
    });
    const bytes = Buffer.from(Object.values(found)[0]?.data ?? '', 'base64');
    if (bytes.length <= maxBytes) return bytes;
    throw new Refusal(fault('tracker-answer-too-large', { facts: { tracker: this.name, maximum: maxBytes } }));
  }

  async attach(key: string, files: readonly NewFile[]): Promise<readonly TicketAttachment[]> {
    const attached: TicketAttachment[] = [];
    for (const { fileName, contentType, bytes } of files) {
      const json = {
        ids: [Number(key)],
        data: Buffer.from(bytes).toString('base64'),
        file_name: fileName,
        summary: fileName,
        content_type: contentType,
      };
      const { ids } = await named(
        this.#client.json(added, { method: 'POST', path: `rest/bug/${key}/attachment`, json }),
      );
      attached.push({ id: ids[0] ?? '', fileName, bytes: bytes.length, reference: null });
    }
    return attached;
  }

  async remove(_key: string, attachmentId: string): Promise<void> {
    const path = `rest/bug/attachment/${encodeURIComponent(attachmentId)}`;
    await this.#client.done({ method: 'PUT', path, json: { ids: [Number(attachmentId)], is_obsolete: true } });
  }

  async ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null> {
    const me = await this.#client.json(self, { method: 'GET', path: 'rest/whoami' });
    for (const { id, text, creator } of await this.#comments(key)) {
      const found = ownCommentIn(String(id), text, pair, knownId);
      if (found !== null && creator === me.name) return found;
    }
    return null;
  }

  async postComment(key: string, given: NewComment): Promise<OwnComment> {
    const json = { comment: withMarker('text', given) };
    const { id } = await this.#client.json(posted, { method: 'POST', path: `rest/bug/${key}/comment`, json });
    return { id: String(id), textHash: given.marker.textHash };
  }

  updateComment(): Promise<OwnComment> {
    return Promise.reject(new Refusal(fault('tracker-cannot-edit', { facts: { tracker: this.name } })));
  }

  async #comments(key: string): Promise<readonly z.output<typeof comment>[]> {
    const found = await this.#client.json(comments, { method: 'GET', path: `rest/bug/${key}/comment` });
    return Object.values(found.bugs).flatMap((one) => one.comments);
  }

  /** What is obsolete is not offered. */
  async #attachments(key: string): Promise<readonly TicketAttachment[]> {
    const query = { exclude_fields: 'data' };
    const found = await this.#client.json(attachments, { method: 'GET', path: `rest/bug/${key}/attachment`, query });
    return Object.values(found.bugs)
      .flat()
      .filter(({ is_obsolete }) => is_obsolete !== true && is_obsolete !== 1)
      .map(({ id, file_name, size }) => ({
        id: String(id),
        fileName: file_name,
        bytes: size ?? null,
        reference: null,
      }));
  }
}
