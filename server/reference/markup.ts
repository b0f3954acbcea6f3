import { xmlText } from '../../render/xml.ts';

/** Text of the document in HTML: escaped, with `code` between backquotes. */
export function prose(text: string): string {
  return xmlText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function code(text: string, kind = ''): string {
  return `<code${kind === '' ? '' : ` class="${kind}"`}>${xmlText(text)}</code>`;
}

/** A part of an address inside the page; ids of ours hold nothing that has to be escaped twice. */
export function idOf(...parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^\w.-]+/g, '-')).join('-');
}
