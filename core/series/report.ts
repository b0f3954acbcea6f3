import type { Problem } from '../model/problem.ts';
import type { ChangePoint } from './change-point.ts';
import type { Matrix } from './matrix.ts';

/** One column of a matrix, or one point of a trend. */
export interface SeriesColumn {
  readonly name: string;
  readonly runs: number;
  readonly total: number | bigint;
  /** Null when only weights are known. */
  readonly samples: number | null;
}

/** Functions against variants (DIFF-SPEC 9). */
export interface MatrixReport {
  readonly functions: readonly string[];
  readonly columns: readonly SeriesColumn[];
  readonly baseline: number;
  readonly matrix: Matrix;
  /** Parallel to the columns: upper bounds of the inclusive shares where a variant is a drawing; null else (DIFF-SPEC 7). */
  readonly upper: readonly (Float64Array | null)[];
  readonly problems: readonly Problem[];
}

/** Change points of functions over runs in the order given (DIFF-SPEC 9). */
export interface TrendReport {
  readonly functions: readonly string[];
  readonly columns: readonly SeriesColumn[];
  /** Inclusive shares of each function at each point. */
  readonly shares: readonly Float64Array[];
  readonly changes: readonly FunctionChange[];
  /** Functions looked at: with 20 samples and more over all points, below 98 %. */
  readonly tested: number;
  readonly problems: readonly Problem[];
}

export interface FunctionChange extends ChangePoint {
  readonly func: number;
  /** Benjamini-Hochberg over the functions, of the first split of the series. */
  readonly q: number;
}
