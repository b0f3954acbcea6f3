import type { Comparison } from '../core/diff/comparison.ts';
import type { PerScale } from '../core/diff/per.ts';
import { visible } from '../core/text/visible.ts';
import { comparisonWords } from '../core/words/comparison.ts';
import { grouped, plural, sizeInWords } from '../core/words/numbers.ts';
import type { SymbolQuality } from '../core/normalize/quality.ts';
import { functionRows } from './json.ts';
import type { InspectionJson, JsonFunction, JsonProblem, JsonProfileFacts, JsonProfileFunction } from './json-types.ts';
import { intervalInWords, pointsInWords, qInWords, ratioInWords, shareInWords, sideInWords } from './labels.ts';
import { metricsTable } from './metrics.ts';
import { subsystemsLegend, subsystemsTable } from './subsystems.ts';
import { tableLines } from './table.ts';
import type { Paint } from './table.ts';

/** How the terminal stresses things. Everywhere else the text is plain. */
export interface TextStyle {
  readonly strong: Paint;
  readonly growth: Paint;
  readonly shrinkage: Paint;
}

const same: Paint = (text) => text;
export const PLAIN: TextStyle = { strong: same, growth: same, shrinkage: same };

/** Rows of a table that are shown unless asked for more. */
const DEFAULT_ROWS = 20;
const RENAMES = 5;

/** The answer of `diff` for people: the sentence, both sides, the ranked explanations, the largest changes. */
export function comparisonText(
  comparison: Comparison,
  style: TextStyle = PLAIN,
  rows = DEFAULT_ROWS,
  per: PerScale | null = null,
): string {
  const words = comparisonWords(comparison);
  const { unit } = comparison.valueType;
  const lines = words.waiting === null ? [] : [style.strong(words.waiting)];
  lines.push(style.strong(words.headline), words.sides, words.evidence, ...words.notes, '');
  lines.push(sideInWords('base', comparison.base, unit), sideInWords('head', comparison.head, unit));
  const metrics = metricsTable(words.metrics);
  if (metrics.length > 0) lines.push('', style.strong('Metrics'), ...metrics, ...words.metrics.sentences);
  if (words.explanations.length > 0) lines.push('', style.strong('What explains the change'));
  for (const [index, one] of words.explanations.entries()) {
    lines.push(`${String(index + 1).padStart(2)}. ${one.title} ${one.change}.`, `    ${one.verdict}`);
    if (one.chain !== null) lines.push(`    ${one.title} is ${one.chain}.`);
    if (one.shift !== null) lines.push(`    ${one.shift}.`);
  }
  const subsystems = subsystemsTable(comparison);
  if (subsystems.length > 0) lines.push('', style.strong(subsystemsLegend(comparison)), ...subsystems);
  if (words.alignment.length > 0) {
    const left = words.alignment.length - RENAMES;
    lines.push('', style.strong('Perhaps the same'), ...words.alignment.slice(0, RENAMES));
    if (left > 0) lines.push(`… and ${plural(left, 'more pair')}`);
  }
  if (per === null) {
    lines.push('', style.strong('Largest changes by function (inclusive share)'));
    const functions = functionRows(comparison);
    const isSame = functions.every(({ delta }) => delta === 0);
    lines.push(
      ...(isSame ? ['None: every function has the same share on both sides.'] : changesTable(functions, style, rows)),
    );
  } else {
    lines.push('', style.strong(`Largest changes by function (inclusive, ${per.unit})`));
    lines.push(...absoluteTable(functionRows(comparison, per), style, rows));
  }
  return `${lines.join('\n')}\n`;
}

/** Functions of two sides. */
export function changesTable(functions: readonly JsonFunction[], style: TextStyle, rows: number): string[] {
  const shown = functions.slice(0, rows);
  const table = tableLines(
    [
      { title: 'base', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'change', align: 'right' },
      { title: '95 % interval', align: 'right' },
      { title: 'q', align: 'right' },
      { title: 'state', align: 'left' },
      { title: 'function', align: 'left' },
    ],
    shown.map(({ name, base, head, delta, interval, q, state, proven }) => [
      { text: shareInWords(base.share) },
      { text: shareInWords(head.share) },
      {
        text: pointsInWords(delta === null ? null : delta / 100),
        paint: (delta ?? 0) > 0 ? style.growth : (delta ?? 0) < 0 ? style.shrinkage : same,
      },
      { text: intervalInWords(interval) },
      { text: qInWords(q) },
      { text: proven === true && state !== 'undecided' ? `${state} (proven)` : state },
      { text: visible(name) },
    ]),
  );
  return withRest(table, functions.length - shown.length);
}

/** Functions of two sides in an absolute unit. */
function absoluteTable(functions: readonly JsonFunction[], style: TextStyle, rows: number): string[] {
  const shown = functions.slice(0, rows);
  const table = tableLines(
    [
      { title: 'base', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'ratio', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'function', align: 'left' },
    ],
    shown.map(({ name, delta, absolute = { base: 0, head: 0 } }) => {
      const { base, head } = absolute;
      return [
        { text: grouped(Number(base.toPrecision(3))) },
        { text: grouped(Number(head.toPrecision(3))) },
        { text: ratioInWords(base, head), paint: head > base ? style.growth : head < base ? style.shrinkage : same },
        { text: pointsInWords(delta === null ? null : delta / 100) },
        { text: visible(name) },
      ];
    }),
  );
  return withRest(table, functions.length - shown.length);
}

/** Functions of one profile. */
export function functionsTable(functions: readonly JsonProfileFunction[], rows: number): string[] {
  const shown = functions.slice(0, rows);
  const table = tableLines(
    [
      { title: 'total', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'self', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'function', align: 'left' },
    ],
    shown.map(({ name, self, total, share, selfShare }) => [
      { text: countText(total) },
      { text: shareInWords(share) },
      { text: countText(self) },
      { text: shareInWords(selfShare) },
      { text: visible(name) },
    ]),
  );
  return withRest(table, functions.length - shown.length);
}

function withRest(lines: string[], left: number): string[] {
  return left > 0 ? [...lines, `… and ${plural(left, 'more function')}`] : lines;
}

/** The answer of `inspect` for people. */
export function inspectionText(inspection: InspectionJson): string {
  const { file, title, because, compression, bytes, profiles } = inspection;
  const lines = [
    `${file === null ? '' : `${visible(file)}: `}${title}, ${sizeInWords(bytes)}${compression === null ? '' : `, ${compression}`}`,
    `recognised because ${visible(because)}`,
  ];
  for (const profile of profiles) {
    lines.push('');
    const name = profile.side === 'single' ? profile.name : profile.side === 'base' ? 'base (good)' : 'head (bad)';
    if (name !== null) lines.push(visible(name));
    lines.push(...profileLines(profile));
    lines.push(...profile.problems.map(problemLine));
  }
  return `${lines.join('\n')}\n`;
}

function profileLines(profile: JsonProfileFacts): string[] {
  const { generator, event, valueTypes, stacks, nodes, maxDepth, symbols, pruned, inverted, unit } = profile;
  const facts: [string, string][] = [];
  if (generator !== null) facts.push(['generator', visible(generator)]);
  if (event !== null) facts.push(['event', visible(event)]);
  for (const type of valueTypes) {
    const samples = type.samples === null || type.unit === 'samples' ? '' : ` from ${plural(type.samples, 'sample')}`;
    const named = type.name === type.unit ? '' : ` (${visible(type.name)})`;
    facts.push(['total', `${countText(type.total)} ${visible(type.unit)}${named}${samples}`]);
  }
  facts.push(['stacks', `${grouped(stacks)}, at most ${plural(maxDepth, 'frame')} deep`]);
  facts.push(['call tree', plural(nodes, 'position')]);
  facts.push(['symbols', symbolsInWords(symbols)]);
  if (pruned !== null) {
    const said = pruned.estimated ? 'estimated from the narrowest drawn frame' : 'as the file says';
    facts.push([
      'not drawn',
      `frames under ${grouped(Number(pruned.weight.toPrecision(6)))} ${visible(unit)} (${said})`,
    ]);
  }
  if (inverted) facts.push(['drawing', 'leaves on top: the stacks were turned around']);
  return facts.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
}

/** "97.1% known (2.0% without a name, 0.9% bare addresses)" */
function symbolsInWords({ score, unknown, hex, mangled }: SymbolQuality): string {
  const lacks = [
    [unknown, 'without a name'] as const,
    [hex, 'bare addresses'] as const,
    [mangled, 'mangled in the file'] as const,
  ].filter(([share]) => share > 0);
  const said = lacks.map(([share, what]) => `${shareInWords(share)} ${what}`).join(', ');
  return `${shareInWords(score)} known${said === '' ? '' : ` (${said})`}`;
}

/** "warning: line 12: …" */
function problemLine({ severity, message, count }: JsonProblem): string {
  return `  ${severity}: ${visible(message)}${count > 1 ? ` (${grouped(count)} places)` : ''}`;
}

function countText(count: number | string): string {
  return grouped(typeof count === 'string' ? BigInt(count) : count);
}
