/** What is remembered of a report that was left on a ticket, so that it is never left there twice. */
export interface TicketPost {
  /** Name of the tracker, the ticket's key, and the two sides that were compared: one report each. */
  readonly tracker: string;
  readonly ticket: string;
  /** 16 hexadecimal digits. */
  readonly pair: string;
  readonly comparison: string;
  /** Files of the report; without an id, it is not known whether they reached the ticket. */
  readonly files: readonly PostedFile[];
  /** Attachments of earlier reports that are to be taken away. */
  readonly stale: readonly string[];
  /** Null: not known to exist. */
  readonly commentId: string | null;
  /** `posting` is written before the first request and stays when one of them fails. */
  readonly state: 'posting' | 'posted';
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface PostedFile {
  readonly fileName: string;
  readonly sha256: string;
  readonly attachmentId: string | null;
  /** How a comment refers to it, where that is not its name. */
  readonly reference: string | null;
}

export interface TicketStore {
  post(tracker: string, ticket: string, pair: string): Promise<TicketPost | null>;
  /** Durable when it resolves. */
  put(post: TicketPost): Promise<void>;
}
