import type { Comparison } from '../core/diff/comparison.ts';
import { visible } from '../core/text/visible.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import type { MetricsWords } from '../core/words/metrics.ts';
import { plural } from '../core/words/numbers.ts';
import { functionRows } from './json.ts';
import { pointsInWords, shareInWords, sideInWords } from './labels.ts';

const EXPLANATIONS = 5;
const FUNCTIONS = 10;
const METRICS = 8;

/** A comparison as a Jira comment in wiki markup: sentence, both sides, top explanations, the largest changes. */
export function comparisonJira(comparison: Comparison): string {
  const words = comparisonWords(comparison);
  const { unit } = comparison.valueType;
  const lines = [
    ...(words.waiting === null ? [] : [`*${wikiText(words.waiting)}*`, '']),
    `*${wikiText(words.headline)}*`,
    '',
    `* ${wikiText(sideInWords('base', comparison.base, unit))}`,
    `* ${wikiText(sideInWords('head', comparison.head, unit))}`,
    '',
    wikiText([words.sides, words.evidence, ...words.notes].join(' ')),
    '',
  ];
  lines.push(...metricsLines(words.metrics));
  for (const one of words.explanations.slice(0, EXPLANATIONS)) {
    const more = [one.chain, one.shift].filter((text) => text !== null).map((text) => ` ${wikiText(text)}.`);
    lines.push(`# ${wikiText(`${one.title} ${one.change}. ${one.verdict}`)}${more.join('')}`);
  }
  const more = words.explanations.length - EXPLANATIONS;
  if (more > 0) lines.push('', `… and ${plural(more, 'more region')}.`);
  if (words.explanations.length > 0) lines.push('');
  lines.push('||base||head||change||state||function||');
  for (const { base, head, delta, state, name } of functionRows(comparison).slice(0, FUNCTIONS)) {
    const change = pointsInWords(delta === null ? null : delta / 100);
    const cells = [shareInWords(base.share), shareInWords(head.share), change, state, visible(name)];
    lines.push(`|${cells.map(wikiText).join('|')}|`);
  }
  return `${lines.join('\n')}\n`;
}

function metricsLines({ rows, sentences }: MetricsWords): string[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, METRICS)
    .map(({ name, base, head, change }) => `|${[base, head, change, wikiText(name)].join('|')}|`);
  const said = sentences.length === 0 ? [] : ['', wikiText(sentences.join(' '))];
  return ['||base||head||ratio||metric||', ...shown, ...said, ''];
}

/**
 * Text of one line that Jira shows as it is: no macro (`{code}`), no link or mention (`[~name]`), no table cell, no
 * picture (`!a.png!`). URLs get an invisible word joiner, since Jira links them wherever they stand.
 */
export function wikiText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\{}[\]|*_?+^~!@#-]/g, '\\$&')
    .replace(/(https?|ftp|mailto|www)(?=:|\.)/gi, '$1\u2060')
    .replace(/\(([/xy!i?+\-*]|on|off)\)/g, '(\u2060$1)')
    .replace(/([:;])(?=[-)(DPp])/g, '$1\u2060');
}
