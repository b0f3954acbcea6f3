import type { Comparison } from '../core/diff/comparison.ts';
import type { Block, Report } from './report/blocks.ts';
import { reportOf } from './report/content.ts';
import type { ReportOptions } from './report/content.ts';
import { fitted } from './report/fit.ts';
import { JOINER, oneLine, withoutKeys, withoutLinks, withoutRedmineLinks } from './report/plain.ts';
import { moreOf } from './report/words.ts';

/** What a column of type TEXT holds in MySQL, the least of the databases that Redmine runs on. */
export const TEXTILE_LENGTH = 65_535;

/** A comparison as a note in Textile, Redmine's usual markup. */
export function comparisonTextile(comparison: Comparison, options: ReportOptions = {}): string {
  return fitted(reportOf(comparison, options), textileOf, options.budget ?? TEXTILE_LENGTH);
}

function textileOf({ blocks }: Report): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h4. ${textileText(block.text)}`;
    case 'sentence':
      return block.isStrong ? `*${textileText(block.text)}*` : textileText(block.text);
    case 'link':
      return `"${textileText(block.text)}":${block.address.replace(/[\s"<>|]/g, encodeURIComponent)}`;
    case 'picture':
      return `!${block.picture.fileName}!`;
    case 'items': {
      const lines = block.rows.map(
        ({ text, more }) => `${block.isOrdered ? '#' : '*'} ${[text, ...more].map(textileText).join(' ')}`,
      );
      return [...lines, ...(block.left > 0 ? [`\n${moreOf(block)}`] : [])].join('\n');
    }
    case 'table': {
      const { columns, rows } = block;
      const lines = [
        `|${columns.map(({ title }) => `_. ${textileText(title)} |`).join('')}`,
        ...rows.map((row) => `|${row.map((cell, i) => cellText(cell, columns[i]?.align === 'right')).join('')}`),
        ...(block.left > 0 ? [`\n${moreOf(block)}`] : []),
      ];
      return lines.join('\n');
    }
  }
}

function cellText(text: string, isRight: boolean): string {
  return `${isRight ? '>.' : ''} ${textileText(text)} |`;
}

/**
 * Text of one line that Redmine shows as it is. Whatever Textile, Redmine's macros (`{{toc}}`) and its references (`#1`,
 * `commit:a`, `[[Page]]`) begin or end with is written as an entity; an underscore inside a word stays readable.
 */
function textileText(text: string): string {
  return withoutLinks(withoutKeys(withoutRedmineLinks(oneLine(text))))
    .replace(/[&<>"'*@?^~+%=|\\[\]{}!#$`-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (one) => `&#${one.charCodeAt(0)};`)
    .replace(/\((?=(?:c|r|tm)\))/gi, '&#40;')
    .replace(/^(h[1-6]|bq|p|bc|pre|fn\d+|notextile|table)(?=[.(])/, `$1${JOINER}`);
}
