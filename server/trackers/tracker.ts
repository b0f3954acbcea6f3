/**
 * One interface over Jira, GitHub, GitLab, Redmine and Bugzilla: what Firebreak reads of a ticket and what it leaves
 * there. Each kind is one file beside this one. Methods throw `Refusal` for what the person who asked has to hear, and
 * `Unanswered` when it is not known whether the tracker did what was asked.
 */
export interface Tracker {
  /** Name in the configuration. */
  readonly name: string;
  readonly kind: TrackerKind;
  /** What comments are written in. */
  readonly markup: Markup;
  /** Characters of one comment. */
  readonly maxCommentLength: number;
  readonly abilities: Abilities;
  ticket(key: string): Promise<Ticket>;
  /** Bytes of an attachment; refuses more than `maxBytes`. */
  download(key: string, attachment: TicketAttachment, maxBytes: number): Promise<Uint8Array>;
  /** Attaches files, in order, in as few requests as the tracker allows. */
  attach(key: string, files: readonly NewFile[]): Promise<readonly TicketAttachment[]>;
  /** Takes an attachment away, or marks it as obsolete where that is all there is. */
  remove(key: string, attachmentId: string): Promise<void>;
  /**
   * The comment of this account about the pair: the one that carries its marker, or that has the id which was written
   * down, when somebody edited the marker away.
   */
  ownComment(key: string, pair: string, knownId: string | null): Promise<OwnComment | null>;
  postComment(key: string, comment: NewComment): Promise<OwnComment>;
  updateComment(key: string, id: string, comment: NewComment): Promise<OwnComment>;
}

export const TRACKER_KINDS = ['jira-cloud', 'jira-dc', 'github', 'gitlab', 'redmine', 'bugzilla'] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

export const MARKUPS = ['markdown', 'jira', 'adf', 'textile', 'text'] as const;
/** `adf`: the JSON text of an Atlassian document. */
export type Markup = (typeof MARKUPS)[number];

export interface Abilities {
  /** `listed`: attachments of the ticket; `linked`: files that exist only through links in text; `none`. */
  readonly attach: 'listed' | 'linked' | 'none';
  readonly editComment: boolean;
  readonly removeAttachment: boolean;
}

export interface Ticket {
  readonly key: string;
  readonly title: string;
  /** Address of the ticket's page. */
  readonly url: string;
  /** Description, then the comments, oldest first, as plain as the tracker gives them. Hostile text. */
  readonly text: string;
  readonly attachments: readonly TicketAttachment[];
}

export interface TicketAttachment {
  readonly id: string;
  /** Hostile text. */
  readonly fileName: string;
  /** Null where the tracker does not say. */
  readonly bytes: number | null;
  /** How a comment refers to it, where that is not its name (GitLab); null otherwise. */
  readonly reference: string | null;
}

export interface NewFile {
  /** Letters, digits, `-` and `.` only: it stands in headers and in markup. */
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface NewComment {
  /** In the tracker's markup, without the marker. */
  readonly text: string;
  readonly marker: Marker;
}

export interface OwnComment {
  readonly id: string;
  /** The text that it was posted with, by its hash; null: it has no marker any more. */
  readonly textHash: string | null;
}

/** Tells our comment about one pair of sides from all others, and whether its text is still the one we would post. */
export interface Marker {
  /** 16 hexadecimal digits. */
  readonly pair: string;
  /** 12 hexadecimal digits. */
  readonly textHash: string;
}

const MARKER = /firebreak-([0-9a-f]{16})-([0-9a-f]{12})/g;

/** A comment of this account as `ownComment` gives it; null: it is about something else. */
export function ownCommentIn(id: string, text: string, pair: string, knownId: string | null): OwnComment | null {
  const marker = markerIn(text, pair);
  return marker === null && id !== knownId ? null : { id, textHash: marker?.textHash ?? null };
}

export function markerText({ pair, textHash }: Marker): string {
  return `firebreak-${pair}-${textHash}`;
}

/** The marker of this pair in the text of a comment; null: there is none. */
export function markerIn(text: string, pair: string): Marker | null {
  for (const [, found = '', textHash = ''] of text.matchAll(MARKER)) if (found === pair) return { pair, textHash };
  return null;
}

/**
 * Adds the marker where a reader does not see it; in plain text it is a short last line. In Markdown it is the definition
 * of a link that nobody uses: Redmine shows HTML comments there.
 */
export function withMarker(markup: Exclude<Markup, 'adf'>, { text, marker }: NewComment): string {
  const body = text.trimEnd();
  switch (markup) {
    case 'jira':
      return `${body}\n{anchor:${markerText(marker)}}\n`;
    case 'text':
      return `${body}\n\n[${markerText(marker)}]\n`;
    case 'markdown':
      return `${body}\n\n[//]: # (${markerText(marker)})\n`;
    case 'textile':
      return `${body}\n\n<!-- ${markerText(marker)} -->\n`;
  }
}

/** Length that a marker adds to a comment, at most. */
export const MARKER_LENGTH = 64;
