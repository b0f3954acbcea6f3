import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import { adfText } from './adf-text.ts';
import type { Client } from './client.ts';
import { fileForm } from './multipart.ts';
import { markerText, ownCommentIn, withMarker } from './tracker.ts';
import type { NewComment, NewFile, OwnComment, Ticket, TicketAttachment, Tracker } from './tracker.ts';

/**
 * Jira: Cloud by its REST API v3 (texts are Atlassian documents), Data Center by v2 (wiki markup). Attachments need the
 * header `X-Atlassian-Token: no-check`, or Jira takes the request for a forged one. Our comment is found again in Cloud
 * by a comment property, which readers do not see, and in Data Center by an anchor, which shows nothing.
 */
export type JiraFlavour = 'cloud' | 'dc';

const attachment = z.object({
  id: z.coerce.string(),
  filename: z.string(),
  size: z.number().int().nonnegative(),
  content: z.string().optional(),
});

const issue = z.object({
  key: z.string(),
  fields: z.object({ summary: z.string(), description: z.unknown(), attachment: z.array(attachment).default([]) }),
});

const comment = z.object({
  id: z.coerce.string(),
  body: z.unknown(),
  author: z
    .object({ accountId: z.string().optional(), key: z.string().optional(), name: z.string().optional() })
    .optional(),
});
type JiraComment = z.output<typeof comment>;

const commentPage = z.object({ comments: z.array(comment), total: z.number().int() });
const account = z.object({ accountId: z.string().optional(), key: z.string().optional(), name: z.string().optional() });
const limits = z.object({ enabled: z.boolean(), uploadLimit: z.number().optional() });
const property = z.object({ value: z.object({ marker: z.string() }) });

const PAGE = 100;
/** Pages of comments that are looked through. */
const MOST_PAGES = 50;
const PROPERTY = 'firebreak';

export class JiraTracker implements Tracker {
  readonly name: string;
  readonly kind;
  readonly markup;
  readonly maxCommentLength = 32_767;
  readonly abilities = { attach: 'listed', editComment: true, removeAttachment: true } as const;
  readonly #client: Client;
  readonly #flavour: JiraFlavour;
  readonly #api: string;

  constructor(name: string, flavour: JiraFlavour, client: Client) {
    this.name = name;
    this.kind = flavour === 'cloud' ? ('jira-cloud' as const) : ('jira-dc' as const);
    this.markup = flavour === 'cloud' ? ('adf' as const) : ('jira' as const);
    this.#client = client;
    this.#flavour = flavour;
    this.#api = flavour === 'cloud' ? 'rest/api/3' : 'rest/api/2';
  }

  async ticket(key: string): Promise<Ticket> {
    const { fields, ...found } = await this.#client.json(issue, {
      method: 'GET',
      path: this.#issue(key),
      query: { fields: 'summary,description,attachment' },
    });
    const comments = await this.#comments(key);
    return {
      key: found.key,
      title: fields.summary,
      url: new URL(`browse/${encodeURIComponent(found.key)}`, this.#client.base).href,
      text: [fields.description, ...comments.map(({ body }) => body)].map(plain).join('\n\n'),
      attachments: fields.attachment.map(attachmentOf),
    };
  }

  async download(key: string, { id }: TicketAttachment, maxBytes: number): Promise<Uint8Array> {
    // Cloud keeps files on another host; asked not to redirect there, it hands them over itself.
    if (this.#flavour === 'cloud') {
      return this.#client.bytes(`${this.#api}/attachment/content/${encodeURIComponent(id)}?redirect=false`, maxBytes);
    }
    const { content } = await this.#client.json(attachment, {
      method: 'GET',
      path: `${this.#api}/attachment/${encodeURIComponent(id)}`,
    });
    if (content !== undefined) return this.#client.bytes(content, maxBytes);
    throw new Refusal(fault('ticket-not-found', { facts: { tracker: this.name, status: key } }));
  }

  async attach(key: string, files: readonly NewFile[]): Promise<readonly TicketAttachment[]> {
    await this.#checkLimits(files);
    const attached: TicketAttachment[] = [];
    for (const file of files) {
      const answer = await this.#client.json(z.array(attachment), {
        method: 'POST',
        path: `${this.#issue(key)}/attachments`,
        headers: { 'x-atlassian-token': 'no-check' },
        body: fileForm(file),
      });
      attached.push(...answer.map(attachmentOf));
    }
    return attached;
  }

  async remove(_key: string, attachmentId: string): Promise<void> {
    await this.#client.done({ method: 'DELETE', path: `${this.#api}/attachment/${encodeURIComponent(attachmentId)}` });
  }

  async ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null> {
    const self = await this.#client.json(account, { method: 'GET', path: `${this.#api}/myself` });
    const own = (await this.#comments(key)).filter(({ author }) => author !== undefined && isSame(author, self));
    for (const { id, body } of own) {
      const text = this.#flavour === 'cloud' ? await this.#property(id) : plain(body);
      const found = ownCommentIn(id, text, pair, knownId);
      if (found !== null) return found;
    }
    return null;
  }

  async postComment(key: string, given: NewComment): Promise<OwnComment> {
    const path = `${this.#issue(key)}/comment`;
    const { id } = await this.#client.json(comment, { method: 'POST', path, json: this.#body(given) });
    return { id, textHash: given.marker.textHash };
  }

  async updateComment(key: string, id: string, given: NewComment): Promise<OwnComment> {
    const path = `${this.#issue(key)}/comment/${encodeURIComponent(id)}`;
    await this.#client.json(comment, { method: 'PUT', path, json: this.#body(given) });
    return { id, textHash: given.marker.textHash };
  }

  #issue(key: string): string {
    return `${this.#api}/issue/${encodeURIComponent(key)}`;
  }

  #body(given: NewComment): unknown {
    if (this.#flavour === 'dc') return { body: withMarker('jira', given) };
    const properties = [{ key: PROPERTY, value: { marker: markerText(given.marker) } }];
    return { body: JSON.parse(given.text) as unknown, properties };
  }

  async #comments(key: string): Promise<readonly JiraComment[]> {
    const found: JiraComment[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const { comments, total } = await this.#client.json(commentPage, {
        method: 'GET',
        path: `${this.#issue(key)}/comment`,
        query: { startAt: String(found.length), maxResults: String(PAGE) },
      });
      found.push(...comments);
      if (comments.length === 0 || found.length >= total) break;
    }
    return found;
  }

  /** The marker in the property of a comment; empty without one. */
  async #property(commentId: string): Promise<string> {
    const path = `${this.#api}/comment/${encodeURIComponent(commentId)}/properties/${PROPERTY}`;
    try {
      return (await this.#client.json(property, { method: 'GET', path })).value.marker;
    } catch (error) {
      if (error instanceof Refusal && error.fault.code === 'ticket-not-found') return '';
      throw error;
    }
  }

  async #checkLimits(files: readonly NewFile[]): Promise<void> {
    const { enabled, uploadLimit = Infinity } = await this.#client.json(limits, {
      method: 'GET',
      path: `${this.#api}/attachment/meta`,
    });
    if (!enabled)
      throw new Refusal(
        fault('tracker-refused', { facts: { tracker: this.name, status: 403, says: 'attachments are disabled' } }),
      );
    const large = files.find(({ bytes }) => bytes.length > uploadLimit);
    if (large === undefined) return;
    const says = `${large.fileName} has ${large.bytes.length} bytes, the limit is ${uploadLimit}`;
    throw new Refusal(fault('tracker-too-large', { facts: { tracker: this.name, status: 413, says } }));
  }
}

function attachmentOf({ id, filename, size }: z.output<typeof attachment>): TicketAttachment {
  return { id, fileName: filename, bytes: size, reference: null };
}

/** Cloud's accounts have ids, Data Center's have keys. */
function isSame(author: z.output<typeof account>, self: z.output<typeof account>): boolean {
  const idOf = ({ accountId, key, name }: z.output<typeof account>) => accountId ?? key ?? name;
  return idOf(author) !== undefined && idOf(author) === idOf(self);
}

function plain(body: unknown): string {
  return typeof body === 'string' ? body : adfText(body);
}
