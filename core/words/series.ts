import type { FunctionChange, MatrixReport, TrendReport } from '../series/report.ts';
import { visible } from '../text/visible.ts';
import { percent, plural, points, probability } from './numbers.ts';

/** q from which on a cell of a matrix is marked. */
export const MARKED_Q = 0.01;

/** "15 variants against batch-0127, 412 tests: 31 cells differ with q <= 0.01 and are marked *." */
export function matrixSentence({ columns, baseline, matrix }: MatrixReport): string {
  const marked = matrix.q.reduce((sum, column) => sum + column.filter((q) => q <= MARKED_Q).length, 0);
  const name = visible(columns[baseline]?.name ?? '');
  const found =
    matrix.tested === 0
      ? 'nothing could be tested'
      : `${plural(matrix.tested, 'test')}: ${marked === 0 ? 'no cell differs' : plural(marked, 'cell differs', 'cells differ')} with q <= ${MARKED_Q}${marked === 0 ? '' : ' and carry *'}`;
  const isAssumed = matrix.tested > 0 && columns.some(({ runs }) => runs < 3);
  const spread = isAssumed ? ' Run-to-run spread is assumed (20 %) where there are fewer than three runs.' : '';
  return `${plural(columns.length - 1, 'variant')} against ${name}, ${found}.${spread}`;
}

/** "3 changes in 20 points, 87 functions looked at." */
export function trendSentence({ columns, changes, tested }: TrendReport): string {
  const found = changes.length === 0 ? 'No change' : plural(changes.length, 'change');
  return `${found} in ${plural(columns.length, 'point')}, ${plural(tested, 'function')} looked at.`;
}

/** "f grew from 5.0 % to 6.4 % at run-6 (+1.4 points, 95 % interval +0.9 to +1.9, q = 0.0003)". */
export function changeSentence({ functions, columns }: TrendReport, change: FunctionChange): string {
  const { func, at, before, after, low, high, q, label, autocorrelation } = change;
  const name = visible(functions[func] ?? '');
  const where = visible(columns[at]?.name ?? '');
  const interval = `95 % interval ${points(low).replace(' points', '')} to ${points(high).replace(' points', '')}`;
  const possible = label === 'possible' ? 'possibly ' : '';
  const drift =
    autocorrelation > 0.3
      ? `; neighbours resemble each other (r = ${autocorrelation.toFixed(2)}), so it may be drift`
      : '';
  return `${name} ${possible}${after > before ? 'grew' : 'fell'} from ${percent(before)} to ${percent(after)} at ${where} (${points(after - before)}, ${interval}, ${probability(q)})${drift}`;
}
