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

/**
 * Text of one line that Jira shows as it is: no macro (`{code}`), no link or mention (`[~name]`), no table cell, no
 * picture (`!a.png!`), no smiley, no ticket. A backslash and an ampersand become entities: two backslashes are a line
 * break in Jira, and it shows entities as the characters that they stand for.
 */
export function wikiText(text: string): string {
  return withoutLinks(withoutKeys(oneLine(text)))
    .replace(/&/g, '&amp;')
    .replace(/\((?=(?:[/xy!i?+\-*n]|on|off|flag|flagoff|\*[rgby])\))/gi, `(${JOINER}`)
    .replace(/([:;])(?=[-)(DPp|])/g, `$1${JOINER}`)
    .replace(/[\\{}[\]|*_?+^~!@#-]/g, (one) => (one === '\\' ? '&#92;' : `\\${one}`))
    .replace(/^(h[1-6]|bq)(?=\.)/, `$1${JOINER}`);
}
