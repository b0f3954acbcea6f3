import type { Comparison, SideSummary } from '../../core/diff/comparison.ts';
import type { Problem } from '../../core/model/problem.ts';
import { visible } from '../../core/text/visible.ts';
import { VERSION } from '../../core/version.ts';
import { comparisonWords } from '../../core/words/comparison.ts';
import type { ComparisonWords } from '../../core/words/comparison.ts';
import { wordsOf } from '../../core/words/faults.ts';
import { grouped, percent, plural, points } from '../../core/words/numbers.ts';
import { cut, withShortNames } from '../../core/words/short-names.ts';
import { functionRows } from '../json.ts';
import { pointsInWords, qInWords, shareInWords } from '../labels.ts';
import { subsystemCells, subsystemsLegend } from '../subsystems.ts';
import type { Block, Item, Picture, Report, ReportColumn } from './blocks.ts';
import { labelRows } from './label-rows.ts';

export interface ReportOptions {
  /** Where the comparison is kept on a server; http or https, checked by whoever was given it. */
  readonly permalink?: string | null;
  /** Shown below the metrics where the markup can. */
  readonly picture?: Picture | null;
  /** Said with the permalink: what else is attached, by name. */
  readonly attached?: readonly string[];
  /** Characters that the text may have, where not the usual ones of its markup. */
  readonly budget?: number;
}

/** Rows that a report shows; the page and JSON have all of them. */
const MOST = { metrics: 8, explanations: 5, functions: 10, renames: 5, warnings: 8, files: 12 } as const;
const TEXT_COLUMNS = 400;

/**
 * What a ticket is told of a comparison: the sentence; metrics of both sides as a table with good and bad as columns; totals
 * and evidence; the top explanations; what makes the sides hard to compare; the largest changes; the files by content.
 */
export function reportOf(given: Comparison, options: ReportOptions = {}): Report {
  const { permalink = null, picture = null, attached = [] } = options;
  const comparison = withShortNames(given);
  const words = comparisonWords(comparison);
  return {
    blocks: [
      ...(words.waiting === null ? [] : [sentence(words.waiting, true)]),
      sentence(words.headline, true),
      metricsTable(comparison, words),
      ...(picture === null ? [] : [{ kind: 'picture', text: 'Differential flame graph', picture } as const]),
      ...(words.metrics.sentences.length === 0 ? [] : [sentence(words.metrics.sentences.join(' '))]),
      sentence([words.sides, words.evidence, ...words.notes].join(' ')),
      ...explanationBlocks(words),
      ...warningBlocks(comparison),
      ...subsystemBlocks(comparison),
      ...renameBlocks(words),
      ...functionBlocks(comparison),
      ...fileBlocks(comparison),
      sentence(
        `Made by Firebreak ${VERSION}, names made equal at level ${comparison.normalization.level}.` +
          (attached.length === 0 ? '' : ` Attached: ${attached.join(', ')}.`),
      ),
      ...(permalink === null ? [] : [{ kind: 'link', text: 'Open the comparison', address: permalink } as const]),
    ],
  };
}

function sentence(text: string, isStrong = false): Block {
  return { kind: 'sentence', text, isStrong };
}

/** What was not made visible yet. */
function short(text: string): string {
  return visible(cut(text, TEXT_COLUMNS));
}

const left = (title: string): ReportColumn => ({ title, align: 'left' });
const right = (title: string): ReportColumn => ({ title, align: 'right' });

/** Version or commit, throughput, latency, history length, and what the flame graph says: one row each. */
function metricsTable(comparison: Comparison, { explanations, metrics }: ComparisonWords): Block {
  const { base, head, valueType } = comparison;
  const found = metrics.rows.map((row) => [cut(row.name, TEXT_COLUMNS), row.base, row.head, row.change]);
  const [top] = explanations;
  const graph =
    top === undefined
      ? []
      : [
          [
            `flame graph: ${top.title}`,
            percent(top.shares.base),
            percent(top.shares.head),
            points(top.shares.head - top.shares.base),
          ],
        ];
  const recorded = [`recorded (${short(valueType.unit)})`, grouped(base.total), grouped(head.total), ''];
  const samples = base.samples === null || head.samples === null ? [] : [sampleRow(base.samples, head.samples)];
  const rows = [...labelRows(comparison, short), ...found.slice(0, MOST.metrics), ...graph, recorded, ...samples];
  return {
    kind: 'table',
    columns: [left('metric'), right('good (base)'), right('bad (head)'), right('change')],
    rows,
    left: Math.max(0, found.length - MOST.metrics),
    noun: 'more metric',
    weight: 9,
  };
}

function sampleRow(base: number, head: number): readonly string[] {
  return ['samples', grouped(Math.round(base)), grouped(Math.round(head)), ''];
}

function explanationBlocks({ explanations }: ComparisonWords): Block[] {
  if (explanations.length === 0) return [];
  const items = explanations.map(
    ({ title, change, verdict, chain, shift }): Item => ({
      text: `${title} ${change}. ${verdict}`,
      more: [...(chain === null ? [] : [`${title} is ${chain}.`]), ...(shift === null ? [] : [`${shift}.`])],
    }),
  );
  return [heading('What explains the change'), itemsOf(items, MOST.explanations, 'more region', 8, true)];
}

function heading(text: string): Block {
  return { kind: 'heading', text };
}

function itemsOf(items: readonly Item[], most: number, noun: string, weight: number, isOrdered = false): Block {
  const rows = items.slice(0, most);
  return { kind: 'items', isOrdered, rows, left: items.length - rows.length, noun, weight };
}

/** Of the comparison all; of the files only what is a warning: the page has the notes. */
function warningBlocks({ problems, base, head }: Comparison): Block[] {
  const text = (problem: Problem) => {
    const { sentence: said, advice } = wordsOf(problem);
    return short(advice === null ? said : `${said} ${advice}`);
  };
  const ofFiles = [...base.runs, ...head.runs].flatMap(({ source, problems: own }) =>
    own
      .filter(({ severity }) => severity === 'warning')
      .map((problem) => ({ text: `${visible(source.fileName ?? 'a file')}: ${text(problem)}`, more: [] })),
  );
  const items = [...problems.map((problem) => ({ text: text(problem), more: [] })), ...ofFiles];
  return items.length === 0 ? [] : [heading('To be read with care'), itemsOf(items, MOST.warnings, 'more warning', 6)];
}

function subsystemBlocks(comparison: Comparison): Block[] {
  const rows = subsystemCells(comparison).map(([base, head, change, tag]) => [base, head, change, short(tag)]);
  if (rows.length === 0) return [];
  const columns = [right('base'), right('head'), right('change'), left('subsystem')];
  return [
    heading('Subsystems'),
    sentence(subsystemsLegend(comparison)),
    { kind: 'table', columns, rows, left: 0, noun: 'more subsystem', weight: 2 },
  ];
}

function renameBlocks({ alignment }: ComparisonWords): Block[] {
  const items = alignment.map((text) => ({ text: cut(text, TEXT_COLUMNS), more: [] }));
  return items.length === 0 ? [] : [heading('Perhaps the same'), itemsOf(items, MOST.renames, 'more pair', 3)];
}

function functionBlocks(comparison: Comparison): Block[] {
  const functions = functionRows(comparison);
  const title = heading('Largest changes by function (inclusive share)');
  if (functions.every(({ delta }) => delta === 0))
    return [title, sentence('None: every function has the same share on both sides.')];
  const rows = functions
    .slice(0, MOST.functions)
    .map(({ base, head, delta, q, state, name }) => [
      shareInWords(base.share),
      shareInWords(head.share),
      pointsInWords(delta === null ? null : delta / 100),
      qInWords(q),
      state,
      visible(name),
    ]);
  const columns = [
    right('base'),
    right('head'),
    right('change'),
    right('q'),
    left('state'),
    { ...left('function'), isName: true } as const,
  ];
  return [
    title,
    { kind: 'table', columns, rows, left: functions.length - rows.length, noun: 'more function', weight: 1 },
  ];
}

/** Every file by its content, so that somebody who finds it later knows that it is the one. */
function fileBlocks({ base, head }: Comparison): Block[] {
  const items = (role: string, { runs }: SideSummary): readonly Item[] =>
    runs.map(({ source: { fileName, sha256, format } }) => ({
      text: `${role}: ${visible(fileName ?? 'without a name')} (${format})${sha256 === null ? '' : `, sha256 ${sha256}`}`,
      more: [],
    }));
  const all = [...items('good', base), ...items('bad', head)];
  return [heading(`Made of ${plural(all.length, 'file')}`), itemsOf(all, MOST.files, 'more file', 5)];
}
