import { storable } from '../../core/text/visible.ts';
import { plural } from '../../core/words/numbers.ts';
import type { CiVerdict } from '../ci-verdict.ts';
import { qInWords } from '../labels.ts';
import { inline } from '../markdown.ts';
import type { VerdictJson, VerdictRowJson } from '../verdict-json.ts';
import { cellsOf, detailsOf, linkOf, shortName, shortSentence, weightOfRow } from './lines.ts';

/** Longest comment that GitHub takes, in characters; other trackers take more. */
export const MARKDOWN_BUDGET = 65_536;
/** Kept free for the lines that end a table. */
const ENDS = 400;
const DETAILS = 20;

export interface MarkdownOptions {
  /** Address of the server, for the link to the comparison. */
  readonly server?: string | null;
  /** First line of the text, `verdictMarker`, by which a comment is found again; null: none. */
  readonly marker?: string | null;
  readonly budget?: number;
}

/**
 * The hidden line by which the comment about the same benchmark is found and edited in place. `key` says what tells several
 * comments of one request apart.
 */
export function verdictMarker(key: string): string {
  // Two hyphens would end an HTML comment, and whatever else the key holds is percent-encoded.
  const safe = encodeURIComponent(storable(key.slice(0, 500))).replace(/[-!'()*]/g, hex);
  return `<!-- firebreak-verdict:${safe} -->`;
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * A verdict as a comment on a pull request, within `budget` characters: whole rows are left out, and how many is said. Rows
 * that decide stand in the open, the others folded away.
 */
export function verdictMarkdown(verdict: CiVerdict, options: MarkdownOptions = {}): string {
  const { server = null, marker = null, budget = MARKDOWN_BUDGET } = options;
  const details = detailsOf(verdict);
  const link = linkOf(verdict, server);
  const lines = [
    ...(marker === null ? [] : [marker]),
    `**${inline(shortSentence(verdict.sentence))}**`,
    '',
    ...details.slice(0, DETAILS).map((detail) => `- ${inline(shortSentence(detail))}`),
    ...(details.length > DETAILS ? [`- … and ${plural(details.length - DETAILS, 'more line')}.`] : []),
    ...(link === null ? [] : [`- [Open the comparison](${encodeURI(link).replace(/[()]/g, hex)})`]),
    '',
  ];
  const { gate } = verdict;
  if (gate !== null) {
    let left = budget - lengthOf(lines) - 2 * ENDS;
    const decides = gate.rows.filter((row) => ['fails', 'open'].includes(weightOfRow(row)));
    const others = gate.rows.filter((row) => !['fails', 'open'].includes(weightOfRow(row)));
    const first = tableOf(decides, gate, left);
    left -= lengthOf(first);
    lines.push(...first, ...foldedAway(others, gate, left));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function foldedAway(rows: readonly VerdictRowJson[], gate: VerdictJson, budget: number): readonly string[] {
  if (rows.length === 0) return [];
  const words = `${plural(rows.length, 'other row')}: allowed, within noise, or improved`;
  return [`<details><summary>${words}</summary>`, '', ...tableOf(rows, gate, budget), '</details>'];
}

const HEAD = [
  '| verdict | base | head | change | q | kind | function |',
  '| --- | ---: | ---: | ---: | ---: | --- | --- |',
];

/** As many whole rows as fit into `budget` characters, and a line about the others. */
function tableOf(rows: readonly VerdictRowJson[], gate: VerdictJson, budget: number): readonly string[] {
  if (rows.length === 0) return [];
  const lines = [...HEAD];
  let left = budget - lengthOf(lines);
  let shown = 0;
  for (const row of rows) {
    const line = lineOf(row, gate);
    if (line.length + 1 > left) break;
    lines.push(line);
    left -= line.length + 1;
    shown++;
  }
  const missing = rows.length - shown;
  if (missing > 0) lines.push('', `… and ${plural(missing, 'more row')}, left out for their length.`);
  return [...(shown === 0 ? lines.slice(HEAD.length + 1) : lines), ''];
}

function lineOf(row: VerdictRowJson, gate: VerdictJson): string {
  const { status, base, head, change } = cellsOf(row, gate);
  const cells = [status, base, head, change, qInWords(row.q), row.kind, shortName(row.name)];
  return `| ${cells.map(inline).join(' | ')} |`;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
