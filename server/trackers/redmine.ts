import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Client } from './client.ts';
import { ownCommentIn, withMarker } from './tracker.ts';
import type { NewComment, NewFile, OwnComment, Ticket, TicketAttachment, Tracker } from './tracker.ts';

/**
 * Redmine 5.0 or newer: notes of issues, which are journals, and attachments. A file is sent first, which gives a token,
 * and then becomes part of the issue; notes can be edited since 5.0. Texts are Textile or Markdown, a setting that the
 * API does not tell.
 */
const attachment = z.object({ id: z.number().int(), filename: z.string(), filesize: z.number().int() });
const journal = z.object({
  id: z.number().int(),
  user: z.object({ id: z.number().int() }).optional(),
  notes: z.string().nullable().optional(),
});
const issue = z.object({
  issue: z.object({
    subject: z.string(),
    description: z.string().nullable().optional(),
    attachments: z.array(attachment).default([]),
    journals: z.array(journal).default([]),
  }),
});
const self = z.object({ user: z.object({ id: z.number().int() }) });
const upload = z.object({ upload: z.object({ id: z.number().int(), token: z.string() }) });

export class RedmineTracker implements Tracker {
  readonly name: string;
  readonly kind = 'redmine';
  readonly markup: 'textile' | 'markdown';
  /** Of a text column; MySQL's holds fewer bytes than the others'. */
  readonly maxCommentLength = 65_535;
  readonly abilities = { attach: 'listed', editComment: true, removeAttachment: true } as const;
  readonly #client: Client;

  constructor(name: string, markup: 'textile' | 'markdown', client: Client) {
    this.name = name;
    this.markup = markup;
    this.#client = client;
  }

  async ticket(key: string): Promise<Ticket> {
    const { subject, description, journals, attachments } = await this.#issue(key);
    return {
      key,
      title: subject,
      url: new URL(`issues/${key}`, this.#client.base).href,
      text: [description, ...journals.map(({ notes }) => notes)].filter((text) => text).join('\n\n'),
      attachments: attachments.map(({ id, filename, filesize }) => ({
        id: String(id),
        fileName: filename,
        bytes: filesize,
        reference: null,
      })),
    };
  }

  /** Redmine tells addresses by the host name of its settings, which need not be the one that is called. */
  download(_key: string, { id }: TicketAttachment, maxBytes: number): Promise<Uint8Array> {
    return this.#client.bytes(`attachments/download/${encodeURIComponent(id)}`, maxBytes);
  }

  async attach(key: string, files: readonly NewFile[]): Promise<readonly TicketAttachment[]> {
    const attached: TicketAttachment[] = [];
    const uploads: { token: string; filename: string; content_type: string }[] = [];
    for (const { fileName, contentType, bytes } of files) {
      const { id, token } = await this.#upload(fileName, bytes);
      attached.push({ id: String(id), fileName, bytes: bytes.length, reference: null });
      uploads.push({ token, filename: fileName, content_type: contentType });
    }
    await this.#client.done({ method: 'PUT', path: `issues/${key}.json`, json: { issue: { uploads } }, once: true });
    return attached;
  }

  async remove(_key: string, attachmentId: string): Promise<void> {
    await this.#client.done({ method: 'DELETE', path: `attachments/${encodeURIComponent(attachmentId)}.json` });
  }

  async ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null> {
    const { user: me } = await this.#client.json(self, { method: 'GET', path: 'users/current.json' });
    for (const { id, user, notes } of (await this.#issue(key)).journals) {
      const found = ownCommentIn(String(id), notes ?? '', pair, knownId);
      if (found !== null && user?.id === me.id) return found;
    }
    return null;
  }

  /** The answer does not say which journal it became, so it is looked for. */
  async postComment(key: string, given: NewComment): Promise<OwnComment> {
    const json = { issue: { notes: withMarker(this.markup, given) } };
    await this.#client.done({ method: 'PUT', path: `issues/${key}.json`, json, once: true });
    const posted = await this.ownComment(key, given.marker.pair, null);
    if (posted !== null) return posted;
    // Who may not add notes gets the same answer as who may.
    const says = 'the note was not added; may this account add notes?';
    throw new Refusal(fault('tracker-unauthorised', { facts: { tracker: this.name, status: 204, says } }));
  }

  async updateComment(_key: string, id: string, given: NewComment): Promise<OwnComment> {
    const json = { journal: { notes: withMarker(this.markup, given) } };
    await this.#client.done({ method: 'PUT', path: `journals/${encodeURIComponent(id)}.json`, json });
    return { id, textHash: given.marker.textHash };
  }

  async #issue(key: string) {
    const query = { include: 'attachments,journals' };
    return (await this.#client.json(issue, { method: 'GET', path: `issues/${key}.json`, query })).issue;
  }

  async #upload(fileName: string, bytes: Uint8Array) {
    try {
      const answer = await this.#client.json(upload, {
        method: 'POST',
        path: 'uploads.json',
        query: { filename: fileName },
        body: { type: 'application/octet-stream', bytes },
      });
      return answer.upload;
    } catch (error) {
      // The one thing that can be wrong with a file alone is its size, by a limit that the API does not tell.
      if (!(error instanceof Refusal) || error.fault.facts['status'] !== 422) throw error;
      throw new Refusal({ ...error.fault, code: 'tracker-too-large' });
    }
  }
}
