import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { Refusal } from '../http/problem.ts';
import type { Client } from './client.ts';
import { linkedFiles } from './linked-files.ts';
import { ownCommentIn, withMarker } from './tracker.ts';
import type { NewComment, OwnComment, Ticket, TicketAttachment, Tracker } from './tracker.ts';

/**
 * GitHub: comments of issues and pull requests. Its API has no attachments: files that people dragged into a text are
 * links in it, on hosts that the configuration has to list, and ours can only be linked to where Firebreak serves them.
 */
const user = z.object({ login: z.string(), type: z.string().optional() });
const issue = z.object({ title: z.string(), body: z.string().nullable(), html_url: z.string() });
const comment = z.object({
  id: z.number().int(),
  body: z.string().nullable().optional(),
  user: user.nullable().optional(),
});

const PAGE = 100;
const MOST_PAGES = 50;
/** `[name](address)` or a bare address of the hosts that GitHub puts dragged-in files on. */
const FILE_ADDRESS =
  /https:\/\/(?:github\.com\/(?:user-attachments\/(?:files|assets)|[\w.-]+\/[\w.-]+\/files)|user-images\.githubusercontent\.com)\/[^\s)\]"'<>]*[^\s)\]"'<>.,;:!?]/g;

export class GitHubTracker implements Tracker {
  readonly name: string;
  readonly kind = 'github';
  readonly markup = 'markdown';
  readonly maxCommentLength = 65_536;
  readonly abilities = { attach: 'none', editComment: true, removeAttachment: false } as const;
  readonly #client: Client;

  constructor(name: string, client: Client) {
    this.name = name;
    this.#client = client;
  }

  async ticket(key: string): Promise<Ticket> {
    const { title, body, html_url } = await this.#client.json(issue, { method: 'GET', path: issuePath(key) });
    const comments = await this.#comments(key);
    const text = [body ?? '', ...comments.map((one) => one.body ?? '')].join('\n\n');
    return { key, title, url: html_url, text, attachments: linkedFiles(text, FILE_ADDRESS) };
  }

  download(_key: string, { id }: TicketAttachment, maxBytes: number): Promise<Uint8Array> {
    return this.#client.bytes(id, maxBytes);
  }

  attach(): Promise<readonly TicketAttachment[]> {
    return Promise.reject(new Refusal(fault('tracker-no-attachments', { facts: { tracker: this.name } })));
  }

  remove(): Promise<void> {
    return Promise.reject(new Refusal(fault('tracker-no-attachments', { facts: { tracker: this.name } })));
  }

  async ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null> {
    const isOwn = await this.#isOwn();
    for (const { id, body, user: author } of await this.#comments(key)) {
      const found = ownCommentIn(String(id), body ?? '', pair, knownId);
      if (found !== null && author && isOwn(author)) return found;
    }
    return null;
  }

  async postComment(key: string, given: NewComment): Promise<OwnComment> {
    const json = { body: withMarker('markdown', given) };
    const { id } = await this.#client.json(comment, { method: 'POST', path: `${issuePath(key)}/comments`, json });
    return { id: String(id), textHash: given.marker.textHash };
  }

  async updateComment(key: string, id: string, given: NewComment): Promise<OwnComment> {
    const path = `${projectPath(key)}/issues/comments/${encodeURIComponent(id)}`;
    await this.#client.json(comment, { method: 'PATCH', path, json: { body: withMarker('markdown', given) } });
    return { id, textHash: given.marker.textHash };
  }

  async #comments(key: string): Promise<readonly z.output<typeof comment>[]> {
    const found: z.output<typeof comment>[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const query = { per_page: String(PAGE), page: String(page) };
      const some = await this.#client.json(z.array(comment), {
        method: 'GET',
        path: `${issuePath(key)}/comments`,
        query,
      });
      found.push(...some);
      if (some.length < PAGE) break;
    }
    return found;
  }

  /** Tokens of apps and of workflows have no user of their own and are not told who they are: they are bots. */
  async #isOwn(): Promise<(author: z.output<typeof user>) => boolean> {
    try {
      const { login } = await this.#client.json(user, { method: 'GET', path: 'user' });
      return (author) => author.login === login;
    } catch (error) {
      if (!(error instanceof Refusal) || error.fault.code !== 'tracker-unauthorised') throw error;
      return (author) => author.type === 'Bot';
    }
  }
}

function projectPath(key: string): string {
  return `repos/${key.slice(0, key.indexOf('#')).split('/').map(encodeURIComponent).join('/')}`;
}

function issuePath(key: string): string {
  return `${projectPath(key)}/issues/${key.slice(key.indexOf('#') + 1)}`;
}
