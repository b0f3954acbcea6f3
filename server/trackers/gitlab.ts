import { z } from 'zod';
import type { Client } from './client.ts';
import { linkedFiles } from './linked-files.ts';
import { fileForm } from './multipart.ts';
import { ownCommentIn, withMarker } from './tracker.ts';
import type { NewComment, NewFile, OwnComment, Ticket, TicketAttachment, Tracker } from './tracker.ts';

/**
 * GitLab: notes of issues and merge requests. Files are uploaded to the project and exist on a ticket only as links in
 * its texts, so an upload whose link was never posted is lost, and harmless.
 */
const item = z.object({ title: z.string(), description: z.string().nullable(), web_url: z.string() });
const note = z.object({
  id: z.number().int(),
  body: z.string(),
  system: z.boolean().default(false),
  author: z.object({ id: z.number().int() }),
});
const self = z.object({ id: z.number().int() });
const upload = z.object({ url: z.string(), markdown: z.string() });

const PAGE = 100;
const MOST_PAGES = 50;
const UPLOAD = /\/uploads\/[0-9a-f]{32}\/[^\s)\]"'<>]*[^\s)\]"'<>.,;:!?]/g;

export class GitLabTracker implements Tracker {
  readonly name: string;
  readonly kind = 'gitlab';
  readonly markup = 'markdown';
  readonly maxCommentLength = 1_000_000;
  readonly abilities = { attach: 'linked', editComment: true, removeAttachment: false } as const;
  readonly #client: Client;

  constructor(name: string, client: Client) {
    this.name = name;
    this.#client = client;
  }

  async ticket(key: string): Promise<Ticket> {
    const { title, description, web_url } = await this.#client.json(item, { method: 'GET', path: itemPath(key) });
    const notes = (await this.#notes(key)).filter(({ system }) => !system);
    const text = [description ?? '', ...notes.map(({ body }) => body)].join('\n\n');
    return { key, title, url: web_url, text, attachments: linkedFiles(text, UPLOAD) };
  }

  download(key: string, { id }: TicketAttachment, maxBytes: number): Promise<Uint8Array> {
    return this.#client.bytes(`${projectPath(key)}${id}`, maxBytes);
  }

  async attach(key: string, files: readonly NewFile[]): Promise<readonly TicketAttachment[]> {
    const attached: TicketAttachment[] = [];
    for (const file of files) {
      const path = `${projectPath(key)}/uploads`;
      const { url } = await this.#client.json(upload, { method: 'POST', path, body: fileForm(file) });
      attached.push({ id: url, fileName: file.fileName, bytes: file.bytes.length, reference: url });
    }
    return attached;
  }

  /** Uploads have no owner that could take them away; what no text links to is not shown. */
  remove(): Promise<void> {
    return Promise.resolve();
  }

  async ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null> {
    const me = await this.#client.json(self, { method: 'GET', path: 'api/v4/user' });
    for (const { id, body, author } of await this.#notes(key)) {
      const found = ownCommentIn(String(id), body, pair, knownId);
      if (found !== null && author.id === me.id) return found;
    }
    return null;
  }

  async postComment(key: string, given: NewComment): Promise<OwnComment> {
    const json = { body: withMarker('markdown', given) };
    const { id } = await this.#client.json(note, { method: 'POST', path: `${itemPath(key)}/notes`, json });
    return { id: String(id), textHash: given.marker.textHash };
  }

  async updateComment(key: string, id: string, given: NewComment): Promise<OwnComment> {
    const path = `${itemPath(key)}/notes/${encodeURIComponent(id)}`;
    await this.#client.json(note, { method: 'PUT', path, json: { body: withMarker('markdown', given) } });
    return { id, textHash: given.marker.textHash };
  }

  async #notes(key: string): Promise<readonly z.output<typeof note>[]> {
    const found: z.output<typeof note>[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const query = { per_page: String(PAGE), page: String(page), sort: 'asc', order_by: 'created_at' };
      const some = await this.#client.json(z.array(note), { method: 'GET', path: `${itemPath(key)}/notes`, query });
      found.push(...some);
      if (some.length < PAGE) break;
    }
    return found;
  }
}

const KEY = /^(.+)([#!])(\d+)$/;

/** The project's path is one part of the address, its slashes encoded. */
function projectPath(key: string): string {
  const [, project = ''] = KEY.exec(key) ?? [];
  return `api/v4/projects/${encodeURIComponent(project)}`;
}

function itemPath(key: string): string {
  const [, , kind, number = ''] = KEY.exec(key) ?? [];
  return `${projectPath(key)}/${kind === '!' ? 'merge_requests' : 'issues'}/${number}`;
}
