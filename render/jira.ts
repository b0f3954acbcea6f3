import type { Comparison } from '../core/diff/comparison.ts';
import type { Block, Report } from './report/blocks.ts';
import { reportOf } from './report/content.ts';
import type { ReportOptions } from './report/content.ts';
import { fitted } from './report/fit.ts';
import { JOINER, oneLine, withoutKeys, withoutLinks } from './report/plain.ts';
import { moreOf } from './report/words.ts';

/** Characters of a comment that Jira takes. */
export const JIRA_LENGTH = 32_767;

/** A comparison as a Jira comment in wiki markup (Data Center, API v2). */
export function comparisonJira(comparison: Comparison, options: ReportOptions = {}): string {
  return fitted(reportOf(comparison, options), wikiOf, options.budget ?? JIRA_LENGTH);
}

function wikiOf({ blocks }: Report): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h4. ${wikiText(block.text)}`;
    case 'sentence':
      return block.isStrong ? `*${wikiText(block.text)}*` : wikiText(block.text);
    case 'link':
      return `[${wikiText(block.text)}|${block.address.replace(/[\s|\]{}]/g, encodeURIComponent)}]`;
    case 'picture':
      return `!${block.picture.fileName}|width=100%!`;
    case 'items': {
      const lines = block.rows.map(
        ({ text, more }) => `${block.isOrdered ? '#' : '*'} ${[text, ...more].map(wikiText).join(' ')}`,
      );
      return [...lines, ...(block.left > 0 ? [`\n${moreOf(block)}`] : [])].join('\n');
    }
    case 'table': {
      const lines = [
        `||${block.columns.map(({ title }) => cellText(title)).join('||')}||`,
        ...block.rows.map((row) => `|${row.map(cellText).join('|')}|`),
        ...(block.left > 0 ? [`\n${moreOf(block)}`] : []),
      ];
      return lines.join('\n');
    }
  }
}

/** An empty cell would make two bars, which begin a heading. */
function cellText(text: string): string {
  return text === '' ? ' ' : wikiText(text);
}

/** What begins or ends markup. A hyphen and an underscore inside a word do not, so that most names stay readable. */
const LIVE = /[&\\{}[\]|*+^~!#]|\?(?=\?)|(?<=\?)\?|(?<![A-Za-z0-9])[_-]|[_-](?![A-Za-z0-9])/g;

/**
 * Text of one line that Jira shows as it is: no macro (`{code}`), no link or mention (`[~name]`), no table cell, no
 * picture (`!a.png!`), no smiley, no ticket. Jira shows entities as the characters that they stand for, while a backslash
 * protects only some characters, and two of them are a line break.
 */
export function wikiText(text: string): string {
  return withoutLinks(withoutKeys(oneLine(text)))
    .replace(/\((?=(?:[/xy!i?+\-*n]|on|off|flag|flagoff|\*[rgby])\))/gi, `(${JOINER}`)
    .replace(/([:;])(?=[-)(DPp|])/g, `$1${JOINER}`)
    .replace(LIVE, (one) => `&#${one.charCodeAt(0)};`)
    .replace(/^(h[1-6]|bq)(?=\.)/, `$1${JOINER}`);
}
