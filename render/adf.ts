import type { Comparison } from '../core/diff/comparison.ts';
import type { Block, Report, ReportColumn } from './report/blocks.ts';
import { reportOf } from './report/content.ts';
import type { ReportOptions } from './report/content.ts';
import { fitted } from './report/fit.ts';
import { JIRA_LENGTH } from './jira.ts';
import { oneLine, withoutKeys, withoutLinks } from './report/plain.ts';
import { moreOf } from './report/words.ts';

/** A node of an Atlassian document, as far as reports use them. */
export interface AdfNode {
  readonly type: string;
  readonly version?: 1;
  readonly attrs?: Readonly<Record<string, string | number | boolean>>;
  readonly content?: readonly AdfNode[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: 'strong' | 'link' | 'code'; readonly attrs?: { readonly href: string } }[];
}

/** A comparison as a comment for Jira Cloud (API v3): the JSON text of an Atlassian document, its length included. */
export function comparisonAdf(comparison: Comparison, options: ReportOptions = {}): string {
  return fitted(reportOf(comparison, options), adfOf, options.budget ?? JIRA_LENGTH);
}

function adfOf({ blocks }: Report): string {
  const document: AdfNode = { version: 1, type: 'doc', content: blocks.flatMap(nodesOf) };
  return JSON.stringify(document);
}

function nodesOf(block: Block): readonly AdfNode[] {
  switch (block.kind) {
    case 'heading':
      return [{ type: 'heading', attrs: { level: 4 }, content: textOf(block.text) }];
    case 'sentence':
      return [paragraph(textOf(block.text, block.isStrong ? [{ type: 'strong' }] : undefined))];
    case 'link':
      return [paragraph(textOf(block.text, [{ type: 'link', attrs: { href: block.address } }]))];
    case 'picture':
      // A document shows only media of Atlassian's own store, whose ids no public API tells.
      return [paragraph(textOf(`${block.text}: see the attachment ${block.picture.fileName}`))];
    case 'items': {
      const content = block.rows.map(({ text, more }) => ({
        type: 'listItem',
        content: [text, ...more].map((one) => paragraph(textOf(one))),
      }));
      const list = content.length === 0 ? [] : [{ type: block.isOrdered ? 'orderedList' : 'bulletList', content }];
      return [...list, ...restOf(block)];
    }
    case 'table': {
      const row = (
        type: 'tableHeader' | 'tableCell',
        cells: readonly string[],
        columns: readonly ReportColumn[] = [],
      ): AdfNode => ({
        type: 'tableRow',
        content: cells.map((cell, i) => ({
          type,
          content: [paragraph(textOf(cell, columns[i]?.isName === true ? [{ type: 'code' }] : undefined))],
        })),
      });
      const head = row(
        'tableHeader',
        block.columns.map(({ title }) => title),
      );
      const content = [head, ...block.rows.map((cells) => row('tableCell', cells, block.columns))];
      return [{ type: 'table', content }, ...restOf(block)];
    }
  }
}

function restOf(block: Parameters<typeof moreOf>[0]): readonly AdfNode[] {
  return block.left > 0 ? [paragraph(textOf(moreOf(block)))] : [];
}

function paragraph(content: readonly AdfNode[]): AdfNode {
  return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
}

/** A text node says nothing but its text; what readers would link by themselves is taken apart. An empty one is not allowed. */
function textOf(text: string, marks?: AdfNode['marks']): readonly AdfNode[] {
  const shown = withoutLinks(withoutKeys(oneLine(text)));
  return shown === '' ? [] : [{ type: 'text', text: shown, ...(marks === undefined ? {} : { marks }) }];
}
