import type { MatrixReport, TrendReport } from '../core/series/report.ts';
import { visible } from '../core/text/visible.ts';
import { percent, plural } from '../core/words/numbers.ts';
import { MARKED_Q, changeSentence, matrixSentence, trendSentence } from '../core/words/series.ts';
import { jsonCount, problemJson } from './json.ts';
import type { JsonCount, JsonProblem } from './json-types.ts';
import { inline } from './markdown.ts';
import { tableLines } from './table.ts';
import { PLAIN } from './text.ts';
import type { TextStyle } from './text.ts';

interface MatrixRow {
  /** Position among the frames: inclusive first, then self. */
  readonly frame: number;
  readonly name: string;
  readonly kind: 'inclusive' | 'self';
}

/** Rows by the largest change over the variants; a self row that says what its inclusive row says is left out. */
function rowsOf({ functions, matrix }: MatrixReport, most: number): readonly MatrixRow[] {
  const rows: MatrixRow[] = [];
  for (const frame of matrix.order) {
    if (rows.length === most) break;
    const func = frame % functions.length;
    const isSelf = frame >= functions.length;
    const isSame = matrix.shares.every((column) => column === null || column[func] === column[func + functions.length]);
    if (isSelf && isSame) continue;
    rows.push({ frame, name: functions[func] ?? '', kind: isSelf ? 'self' : 'inclusive' });
  }
  return rows;
}

/** "12.3 %*": marked where it differs from the baseline; "4.0 %+" where a drawing may hide more; "n/a" on an empty side. */
function cellOf({ matrix, upper }: MatrixReport, { frame, kind }: MatrixRow, column: number): string {
  const share = matrix.shares[column]?.[frame];
  if (share === undefined) return 'n/a';
  const most = kind === 'inclusive' ? upper[column]?.[frame] : undefined;
  const open = most !== undefined && most > share ? `..${percent(most)}` : '';
  return `${percent(share)}${open}${(matrix.q[column]?.[frame] ?? 1) <= MARKED_Q ? '*' : ''}`;
}

export function matrixText(report: MatrixReport, rows: number, style: TextStyle = PLAIN): string {
  const shown = rowsOf(report, rows);
  const columns = [
    ...report.columns.map(({ name }) => ({ title: visible(name), align: 'right' as const })),
    { title: 'function', align: 'left' as const },
  ];
  const cells = shown.map((row) => [
    ...report.columns.map((_, column) => ({ text: cellOf(report, row, column) })),
    { text: `${visible(row.name)}${row.kind === 'self' ? ' (own time)' : ''}` },
  ]);
  const left = report.matrix.order.length / 2 - shown.length;
  const more = left > 0 ? [`… and ${plural(left, 'more function')}`] : [];
  return `${[style.strong(matrixSentence(report)), '', ...tableLines(columns, cells), ...more].join('\n')}\n`;
}

export function matrixMarkdown(report: MatrixReport, rows: number): string {
  const names = report.columns.map(({ name }) => inline(visible(name)));
  const lines = [
    `**${inline(matrixSentence(report))}**`,
    '',
    `| ${[...names, 'function'].join(' | ')} |`,
    `| ${[...names.map(() => '---:'), '---'].join(' | ')} |`,
  ];
  for (const row of rowsOf(report, rows)) {
    const name = `${inline(visible(row.name))}${row.kind === 'self' ? ' \\(own time\\)' : ''}`;
    lines.push(`| ${[...names.map((_, column) => inline(cellOf(report, row, column))), name].join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

interface JsonColumn {
  readonly name: string;
  readonly runs: number;
  readonly total: JsonCount;
  readonly samples: number | null;
}

/** `firebreak matrix --json`: every function, inclusive and self. Shares are fractions of 1, deltas points. */
export interface MatrixJson {
  readonly version: 1;
  readonly sentence: string;
  readonly baseline: number;
  readonly variants: readonly JsonColumn[];
  readonly tested: number;
  /** By the largest change over the variants. Parallel to `variants`; null: no samples, or not tested. */
  readonly rows: readonly {
    readonly name: string;
    readonly kind: 'inclusive' | 'self';
    readonly shares: readonly (number | null)[];
    readonly deltas: readonly (number | null)[];
    readonly q: readonly (number | null)[];
    /** Upper bounds of the shares where variants are drawings; null when none is. */
    readonly upper: readonly (number | null)[] | null;
  }[];
  readonly problems: readonly JsonProblem[];
}

export function matrixJson(report: MatrixReport): MatrixJson {
  const { matrix, baseline, upper } = report;
  const isDrawn = upper.some((column) => column !== null);
  return {
    version: 1,
    sentence: matrixSentence(report),
    baseline,
    variants: columnsJson(report),
    tested: matrix.tested,
    rows: rowsOf(report, Number.POSITIVE_INFINITY).map(({ frame, name, kind }) => {
      const base = matrix.shares[baseline]?.[frame];
      const shares = matrix.shares.map((column) => column?.[frame] ?? null);
      return {
        name,
        kind,
        shares,
        deltas: shares.map((share) => (share === null || base === undefined ? null : 100 * (share - base))),
        q: matrix.q.map((column) => known(column[frame])),
        upper: isDrawn && kind === 'inclusive' ? upper.map((column) => column?.[frame] ?? null) : null,
      };
    }),
    problems: report.problems.map(problemJson),
  };
}

function columnsJson({ columns }: Pick<MatrixReport, 'columns'>): readonly JsonColumn[] {
  return columns.map(({ name, runs, total, samples }) => ({ name, runs, total: jsonCount(total), samples }));
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

export function trendText(report: TrendReport, rows: number, style: TextStyle = PLAIN): string {
  const lines = [style.strong(trendSentence(report))];
  for (const change of report.changes.slice(0, rows)) lines.push(`${changeSentence(report, change)}.`);
  const left = report.changes.length - rows;
  if (left > 0) lines.push(`… and ${plural(left, 'more change')}`);
  return `${lines.join('\n')}\n`;
}

/** `firebreak trend --json`. */
export interface TrendJson {
  readonly version: 1;
  readonly sentence: string;
  readonly points: readonly JsonColumn[];
  readonly tested: number;
  readonly changes: readonly {
    readonly name: string;
    /** Position in `points` of the first point of the new level. */
    readonly at: number;
    readonly label: 'found' | 'possible';
    readonly before: number;
    readonly after: number;
    /** 95 % interval of the step, in points. */
    readonly interval: readonly [number, number];
    readonly p: number;
    readonly q: number;
    readonly autocorrelation: number;
    readonly shares: readonly number[];
    readonly sentence: string;
  }[];
  readonly problems: readonly JsonProblem[];
}

export function trendJson(report: TrendReport): TrendJson {
  return {
    version: 1,
    sentence: trendSentence(report),
    points: columnsJson(report),
    tested: report.tested,
    changes: report.changes.map((change) => ({
      name: report.functions[change.func] ?? '',
      at: change.at,
      label: change.label,
      before: change.before,
      after: change.after,
      interval: [100 * change.low, 100 * change.high],
      p: change.p,
      q: change.q,
      autocorrelation: change.autocorrelation,
      shares: report.shares.map((point) => point[change.func] ?? 0),
      sentence: changeSentence(report, change),
    })),
    problems: report.problems.map(problemJson),
  };
}
