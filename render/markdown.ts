import type { Comparison } from '../core/diff/comparison.ts';
import { visible } from '../core/text/visible.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import type { MetricsWords } from '../core/words/metrics.ts';
import { plural } from '../core/words/numbers.ts';
import { functionRows } from './json.ts';
import { subsystemCells, subsystemsLegend } from './subsystems.ts';
import { pointsInWords, qInWords, shareInWords, sideInWords } from './labels.ts';

const EXPLANATIONS = 5;
const FUNCTIONS = 10;
const METRICS = 8;

/** A comparison for a ticket or a pull request: sentence, both sides, top explanations, the largest changes. */
export function comparisonMarkdown(comparison: Comparison): string {
  const words = comparisonWords(comparison);
  const { unit } = comparison.valueType;
  const lines = [
    ...(words.waiting === null ? [] : [`**${inline(words.waiting)}**`, '']),
    `**${inline(words.headline)}**`,
    '',
    `- ${inline(sideInWords('base', comparison.base, unit))}`,
    `- ${inline(sideInWords('head', comparison.head, unit))}`,
    '',
    inline([words.sides, words.evidence, ...words.notes].join(' ')),
    '',
  ];
  lines.push(...metricsLines(words.metrics));
  for (const [index, one] of words.explanations.slice(0, EXPLANATIONS).entries()) {
    lines.push(`${index + 1}. ${inline(`${one.title} ${one.change}. ${one.verdict}`)}`);
    for (const more of [one.chain, one.shift]) if (more !== null) lines.push(`   ${inline(more)}.`);
  }
  const more = words.explanations.length - EXPLANATIONS;
  if (more > 0) lines.push('', `… and ${plural(more, 'more region')}.`);
  if (words.explanations.length > 0) lines.push('');
  lines.push(...subsystemLines(comparison));
  lines.push('| base | head | change | q | state | function |', '| ---: | ---: | ---: | ---: | --- | --- |');
  for (const { base, head, delta, q, state, name } of functionRows(comparison).slice(0, FUNCTIONS)) {
    const change = pointsInWords(delta === null ? null : delta / 100);
    lines.push(
      `| ${shareInWords(base.share)} | ${shareInWords(head.share)} | ${change} | ${inline(qInWords(q))} | ${state} | ${inline(visible(name))} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function subsystemLines(comparison: Comparison): string[] {
  const rows = subsystemCells(comparison).map((cells) => `| ${cells.map(inline).join(' | ')} |`);
  if (rows.length === 0) return [];
  return [
    inline(subsystemsLegend(comparison)),
    '',
    '| base | head | change | subsystem |',
    '| ---: | ---: | ---: | --- |',
    ...rows,
    '',
  ];
}

function metricsLines({ rows, sentences }: MetricsWords): string[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, METRICS)
    .map(({ name, base, head, change }) => `| ${[base, head, change, inline(name)].join(' | ')} |`);
  const said = sentences.length === 0 ? [] : ['', inline(sentences.join(' '))];
  return ['| base | head | ratio | metric |', '| ---: | ---: | ---: | --- |', ...shown, ...said, ''];
}

/**
 * Text of one line that Markdown shows as it is: no HTML, no markup, no table cell, no link, and nobody is mentioned. An
 * `@`, a `#` and a URL get an invisible word joiner, since trackers look for them even in escaped text.
 */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~$^]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/#(?=\d)/g, '#\u2060')
    .replace(/(https?|ftp|www)(?=:|\.)/gi, '$1\u2060')
    .replace(/^([-=])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}
