import type { Comparison } from '../../core/diff/comparison.ts';
import { comparisonJira } from '../../render/jira.ts';
import { comparisonMarkdown } from '../../render/markdown.ts';
import { comparisonText } from '../../render/text.ts';
import { comparisonTextile } from '../../render/textile.ts';
import type { Markup } from '../trackers/tracker.ts';

/** The report of a comparison in a markup; for ADF the JSON text of a document. */
export function reportText(comparison: Comparison, markup: Markup): string {
  switch (markup) {
    case 'markdown':
      return comparisonMarkdown(comparison);
    case 'jira':
      return comparisonJira(comparison);
    case 'textile':
      return comparisonTextile(comparison);
    case 'text':
      return comparisonText(comparison);
    case 'adf':
      return adfOfText(comparisonText(comparison));
  }
}

/** Plain text as an Atlassian document, its columns kept. */
function adfOfText(text: string): string {
  const content = [{ type: 'codeBlock', content: [{ type: 'text', text }] }];
  return JSON.stringify({ version: 1, type: 'doc', content });
}
