import type { Comparison } from '../core/diff/comparison.ts';
import type { Block, Report, ReportColumn } from './report/blocks.ts';
import { reportOf } from './report/content.ts';
import type { ReportOptions } from './report/content.ts';
import { fitted } from './report/fit.ts';
import { JOINER, oneLine, withoutKeys, withoutLinks, withoutRedmineLinks } from './report/plain.ts';
import { moreOf } from './report/words.ts';

/** Where Markdown is read: the two differ in what a comment may hold. What either links or runs is escaped for both. */
export const MARKDOWN_LENGTHS = { github: 65_536, gitlab: 1_000_000 } as const;
export type MarkdownDialect = keyof typeof MARKDOWN_LENGTHS;

/** A comparison for a ticket or a pull request, no longer than the dialect allows. */
export function comparisonMarkdown(
  comparison: Comparison,
  options: ReportOptions = {},
  dialect: MarkdownDialect = 'github',
): string {
  return fitted(reportOf(comparison, options), markdownOf, options.budget ?? MARKDOWN_LENGTHS[dialect]);
}

function markdownOf({ blocks }: Report): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `#### ${inline(block.text)}`;
    case 'sentence':
      return block.isStrong ? `**${inline(block.text)}**` : inline(block.text);
    case 'link':
      return `[${inline(block.text)}](${linkTarget(block.address)})`;
    case 'picture':
      return block.picture.address === null
        ? `${inline(block.text)}: ${inline(block.picture.fileName)}`
        : `![${inline(block.text)}](${linkTarget(block.picture.address)})`;
    case 'items': {
      const lines = block.rows.map(({ text, more }, i) => {
        const marker = block.isOrdered ? `${i + 1}. ` : '- ';
        return [marker + inline(text), ...more.map((one) => ' '.repeat(marker.length) + inline(one))].join('\n');
      });
      return [...lines, ...(block.left > 0 ? [`\n${moreOf(block)}`] : [])].join('\n');
    }
    case 'table': {
      const { columns, rows } = block;
      const lines = [
        rowText(columns.map(({ title }) => title)),
        `| ${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join(' | ')} |`,
        ...rows.map((cells) => rowText(cells, columns)),
        ...(block.left > 0 ? [`\n${moreOf(block)}`] : []),
      ];
      return lines.join('\n');
    }
  }
}

function rowText(cells: readonly string[], columns: readonly ReportColumn[] = []): string {
  return `| ${cells.map((cell, i) => (columns[i]?.isName === true ? codeInTable(cell) : inline(cell))).join(' | ')} |`;
}

/** What would end code or a cell, and what no text should hold as it is even where it is only code. */
const NOT_AS_CODE = /[`|]|:\/\/|www\.|<(?:script|[a-z]+[\s/]|[/!?])/i;

/** A name as code, so that nothing in it is markup or a reference and it can be copied as it is. */
function codeInTable(text: string): string {
  const line = oneLine(text);
  return line.trim() === '' || /^ | $/.test(line) || NOT_AS_CODE.test(line) ? inline(line) : `\`${line}\``;
}

/** An address between the brackets of a link: what would end it is percent-encoded. */
function linkTarget(address: string): string {
  return address.replace(
    /[\s()<>\\|`*_[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/**
 * Text of one line that Markdown shows as it is: no HTML, no markup, no table cell, no link, no formula, and nobody is
 * mentioned. Trackers look for references (`@name`, `#1`, `!1`, `:tada:`, `{+ +}`) in what is left after escapes, so
 * invisible word joiners take those apart. A commit id stays whole, since people copy it: at worst it becomes a link to
 * that commit.
 */
export function inline(text: string): string {
  return withoutLinks(withoutKeys(withoutRedmineLinks(withoutReferences(oneLine(text)))))
    .replace(/[\\`*_{}[\]()#+!|~$^]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^([-=/])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

function withoutReferences(text: string): string {
  return text
    .replace(/([#!%~&^*$])(?=[\w"])/g, `$1${JOINER}`)
    .replace(/(?<![A-Za-z0-9])\$/g, `${JOINER}$`)
    .replace(/:(?=[\w+-]+:)/g, `:${JOINER}`)
    .replace(/([[{])(?=[+-]|\[|[a-z_]+:)/g, `$1${JOINER}`);
}
