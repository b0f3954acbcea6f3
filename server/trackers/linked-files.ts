import type { TicketAttachment } from './tracker.ts';

/**
 * Files that a text in Markdown links to, once each, in order. Their id is the address; their name the text of the link
 * where it looks like a file's, else the end of the address.
 */
export function linkedFiles(text: string, addresses: RegExp): readonly TicketAttachment[] {
  const names = new Map<string, string>();
  for (const match of text.matchAll(addresses)) {
    const [address] = match;
    if (names.has(address)) continue;
    const before = text.slice(Math.max(0, match.index - 300), match.index);
    const [, label = ''] = /\[([^\][\n]{1,255})\]\($/.exec(before) ?? [];
    names.set(address, /\.[A-Za-z0-9]{1,10}$/.test(label) ? label : lastPart(address));
  }
  return Array.from(names, ([id, fileName]) => ({ id, fileName, bytes: null, reference: null }));
}

function lastPart(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const part = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
