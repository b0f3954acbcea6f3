/** What every markup does to texts before its own escapes. Unseen letters are word joiners (U+2060), without a width. */
export const JOINER = '\u2060';

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Addresses and mail addresses that no program recognises: trackers and mail programs link them wherever they stand. */
export function withoutLinks(text: string): string {
  return text
    .replace(/(?<=[a-z0-9+.-]):(?=\/\/)/gi, `${JOINER}:`)
    .replace(/\b(mailto|xmpp|javascript|data|file)(?=:[^:\s])/gi, `$1${JOINER}`)
    .replace(/(www)(?=\.)/gi, `$1${JOINER}`)
    .replace(/@(?=[\p{L}\p{N}_])/gu, `@${JOINER}`);
}

/** Keys of tickets, `MDEV-1` or `gh-1`, which trackers link too. */
export function withoutKeys(text: string): string {
  return text.replace(/\b([A-Z][A-Z0-9_]+|gh)(?=-\d)/g, `$1${JOINER}`);
}

/** `user:admin`, `r12` and the like, of which Redmine makes links in every markup. */
export function withoutRedmineLinks(text: string): string {
  return text
    .replace(
      /\b(attachment|commit|document|export|forum|message|news|project|repos|source|sprint|user|version)(?=:)/gi,
      `$1${JOINER}`,
    )
    .replace(/\br(?=\d)/g, `r${JOINER}`);
}
