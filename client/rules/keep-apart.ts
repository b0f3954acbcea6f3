/** A rule that undoes one merge: its spellings stay as they were recorded. Written into the text of the project's rules. */

const NEW_PACK = 'pack: ours\nversion: "1"\nrules:\n';

/**
 * `text` with a rule in front of the others that keeps these recorded names apart. Null when the list of rules is written
 * in a way that no line can be put into; `keepApartRule` is then for a person to add.
 */
export function withKeptApart(text: string, names: readonly string[]): string | null {
  if (text.trim() === '') return `${NEW_PACK}  - ${keepApartRule(text, names)}\n`;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^rules:\s*(#.*)?$/.test(line));
  if (at === -1) return null;
  const first = lines.slice(at + 1).find((line) => !/^\s*(#.*)?$/.test(line));
  const indent = /^(\s*)-\s/.exec(first ?? '')?.[1];
  if (indent === undefined) return null;
  return [...lines.slice(0, at + 1), `${indent}- ${keepApartRule(text, names)}`, ...lines.slice(at + 1)].join('\n');
}

/** One rule as a line of YAML, with an id that `text` does not have. It holds at every level that merges names. */
export function keepApartRule(text: string, names: readonly string[]): string {
  let number = 1;
  while (text.includes(`keep-apart-${number}`)) number++;
  // A star at the end of a name in a list stands for any ending, so such names are told by a pattern.
  const isPlain = names.every((name) => !name.endsWith('*'));
  const match = isPlain
    ? `names: [${names.map((name) => JSON.stringify(name)).join(', ')}]`
    : `name: ${JSON.stringify(`^(?:${names.map(literally).join('|')})$`)}`;
  return `{ id: keep-apart-${number}, level: syntax, match: { ${match} }, keep: true }`;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
