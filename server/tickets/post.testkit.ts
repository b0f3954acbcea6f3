import { createHash } from 'node:crypto';
import type { Wire } from '../trackers/client.ts';
import type { Tracker } from '../trackers/tracker.ts';
import type { TicketPost, TicketStore } from './ports.ts';
import { CONTENT_TYPES, reportFileName } from './report.ts';
import type { ReportFile, TicketReport } from './report.ts';

const PAIR = '0123456789abcdef';

/** A small report; another `edition` is another text with other files of the same pair. */
export function reportFor({ markup }: Pick<Tracker, 'markup'>, edition = 1): TicketReport {
  const file = (kind: ReportFile['kind']): ReportFile => {
    const bytes = Buffer.from(`${kind} of edition ${edition}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { kind, fileName: reportFileName(PAIR, sha256, kind), contentType: CONTENT_TYPES[kind], sha256, bytes };
  };
  const files = [file('png'), file('svg'), file('html')];
  const text = `purge grew, edition ${edition}`;
  const shown = markup === 'markdown' ? `${text}\n\n![picture](${files[0]?.fileName})` : `${text} with picture`;
  const written = (said: string) => (markup === 'adf' ? documentOf(said) : `${said}\n`);
  return {
    id: `${edition}`.repeat(32),
    pair: PAIR,
    text: { plain: written(text), withPicture: written(shown) },
    files,
  };
}

function documentOf(text: string): string {
  return JSON.stringify({
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
}

export function memoryTickets(): TicketStore & { readonly rows: Map<string, TicketPost> } {
  const rows = new Map<string, TicketPost>();
  return {
    rows,
    post: (...key) => Promise.resolve(rows.get(key.join(' ')) ?? null),
    put: (post) => {
      rows.set(`${post.tracker} ${post.ticket} ${post.pair}`, structuredClone(post));
      return Promise.resolve();
    },
  };
}

/** A process that dies at its `at`-th step (a request, or a write to the store), before or after it is done. */
export class Mortal {
  steps = 0;
  readonly #at: number;
  readonly #when: 'before' | 'after';

  constructor(at = Infinity, when: 'before' | 'after' = 'before') {
    this.#at = at;
    this.#when = when;
  }

  async step<T>(work: () => Promise<T>): Promise<T> {
    this.steps++;
    if (this.steps > this.#at || (this.steps === this.#at && this.#when === 'before')) throw new Error('dead');
    const done = await work();
    if (this.steps === this.#at) throw new Error('dead');
    return done;
  }

  wire(wire: Wire): Wire {
    return { ...wire, send: (exchange) => this.step(() => wire.send(exchange)) };
  }

  store(store: TicketStore): TicketStore {
    return { post: (...key) => store.post(...key), put: (post) => this.step(() => store.put(post)) };
  }
}
