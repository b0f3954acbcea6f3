/** Elements that stand on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'listItem',
  'tableRow',
  'codeBlock',
  'blockquote',
  'panel',
  'hardBreak',
  'mediaSingle',
]);

/** Fields that may hold what a reader sees: of text, mentions, emoji, cards and pictures. */
const ATTRIBUTES = ['text', 'url', 'alt'] as const;

/** What a reader sees of an Atlassian document, as plain text; empty for anything else. */
export function adfText(document: unknown): string {
  const parts: string[] = [];
  // Children are put back in reverse, so that the stack gives them in order; documents may be nested deeply.
  const open: unknown[] = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node === 'string') parts.push(node);
    if (typeof node !== 'object' || node === null) continue;
    const fields = new Map<string, unknown>(Object.entries(node));
    const attributes = new Map<string, unknown>(Object.entries(fields.get('attrs') ?? {}));
    const said = [fields.get('text'), ...ATTRIBUTES.map((name) => attributes.get(name))];
    parts.push(...said.filter((text) => typeof text === 'string'));
    const children = fields.get('content');
    if (BLOCKS.has(String(fields.get('type')))) open.push('\n');
    if (Array.isArray(children)) open.push(...(children as unknown[]).toReversed());
  }
  return parts.join('').trim();
}
