import { functionTotals, hiddenOf } from '../core/diff/intervals.ts';
import { runCounts } from '../core/diff/run-counts.ts';
import { fault, problem } from '../core/model/problem.ts';
import type { Fault, Problem } from '../core/model/problem.ts';
import type { Profile } from '../core/model/profile.ts';
import type { Normalizer } from '../core/normalize/normalizer.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { changePoints, seriesQ } from '../core/series/change-point.ts';
import { matrixOf } from '../core/series/matrix.ts';
import type { FunctionChange, MatrixReport, SeriesColumn, TrendReport } from '../core/series/report.ts';
import { LEAST_SAMPLES, MOST_SHARE, countTable, testableFrames } from '../core/stats/test-functions.ts';
import { unionTree } from '../core/tree/union.ts';
import type { UnionTree } from '../core/tree/union.ts';
import { prepareSides } from './prepare.ts';
import type { PrepareOptions, PreparedSide } from './prepare.ts';
import { summaryOf } from './side-summary.ts';

/** A variant of a matrix or a point of a trend: a name and its runs. */
export interface NamedRuns {
  readonly name: string;
  readonly runs: readonly Profile[];
}

/** q from which on a change of a trend is listed. */
const LISTED_Q = 0.05;

/** Every variant against the first one (DIFF-SPEC 9). Faults: fewer than two variants, and those of `prepareSides`. */
export function matrixWith(
  normalizer: Normalizer,
  variants: readonly NamedRuns[],
  options: PrepareOptions,
): Result<MatrixReport, Fault> {
  const laid = laidOver(normalizer, variants, options);
  if (!laid.ok) return laid;
  const { tree, sides, columns, problems } = laid.value;
  const counted = sides.map(({ counts }, side) => ({
    runs: runCounts(tree, side, counts),
    samplesKnown: counts.every(({ samples }) => samples !== null),
  }));
  return ok({
    functions: tree.functions.names,
    columns,
    baseline: 0,
    matrix: matrixOf(counted, 0),
    upper: sides.map((side, s) => upperOf(tree, s, side)),
    problems,
  });
}

/**
 * Change points of every function over the points, in the order given (DIFF-SPEC 9). Points without samples are left out,
 * which is said. Faults: fewer than two points, weights without a number of samples, and those of `prepareSides`.
 */
export function trendWith(
  normalizer: Normalizer,
  points: readonly NamedRuns[],
  options: PrepareOptions,
): Result<TrendReport, Fault> {
  const laid = laidOver(normalizer, points, options);
  if (!laid.ok) return laid;
  const { tree, sides, columns, problems } = laid.value;
  if (sides.some(({ counts }) => counts.some(({ samples }) => samples === null))) {
    return err(fault('trend-without-samples'));
  }
  const functions = tree.functions.length;
  const all = sides.map(({ counts }, side) => {
    const sum = { inclusive: new Float64Array(functions), total: 0 };
    for (const { inclusive, total } of runCounts(tree, side, counts)) {
      sum.total += total;
      for (let f = 0; f < functions; f++) sum.inclusive[f] = sum.inclusive[f]! + inclusive[f]!;
    }
    return sum;
  });
  const kept = all.flatMap((point, i) => (point.total > 0 ? [{ ...point, column: columns[i]! }] : []));
  const totals = kept.map(({ total }) => total);
  const table = countTable(kept.map(({ inclusive, total }) => ({ inclusive, self: new Float64Array(0), total })));
  const family = testableFrames(table, table, 2 * LEAST_SAMPLES, MOST_SHARE);
  const series = Array.from(family, (f) => kept.map(({ inclusive }) => inclusive[f]!));
  const q = seriesQ(series, totals);
  const changes = Array.from(family, (func, i): FunctionChange[] =>
    q[i]! <= LISTED_Q ? changePoints(series[i]!, totals).map((change) => ({ ...change, func, q: q[i]! })) : [],
  ).flat();
  changes.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || a.func - b.func || a.at - b.at);
  const empty = all.length - kept.length;
  return ok({
    functions: tree.functions.names,
    columns: kept.map(({ column }) => column),
    shares: kept.map(({ inclusive, total }) => inclusive.map((x) => x / total)),
    changes,
    tested: family.length,
    problems:
      empty === 0 ? problems : [...problems, problem('warning', 'trend-empty-points', { facts: { points: empty } })],
  });
}

/** One line of a trend: a function by its normalized name, or a subsystem that rules put functions in. */
export type TrendOf = { readonly frame: string } | { readonly subsystem: string };

/**
 * Change points of one series alone: the inclusive share of a function, or the self share of all functions of a subsystem.
 * One that no point has is a series of zeros. Faults as `trendWith`.
 */
export function trendOfWith(
  normalizer: Normalizer,
  points: readonly NamedRuns[],
  of: TrendOf,
  options: PrepareOptions,
): Result<TrendReport, Fault> {
  const together = 'frame' in of ? { together: (name: string) => name === of.frame } : {};
  const laid = laidOver(normalizer, points, { ...options, ...together });
  if (!laid.ok) return laid;
  const { tree, sides, columns, problems } = laid.value;
  if (sides.some(({ counts }) => counts.some(({ samples }) => samples === null))) {
    return err(fault('trend-without-samples'));
  }
  const { names } = tree.functions;
  const wanted = 'frame' in of ? functionOf(of.frame, names, normalizer) : -1;
  const all = sides.map(({ counts, tags }, side) => {
    const inSubsystem = (name: string) =>
      'subsystem' in of && tags.some((run) => run.get(name)?.includes(of.subsystem) === true);
    const counted = names.map(inSubsystem);
    let [value, total] = [0, 0];
    for (const run of runCounts(tree, side, counts)) {
      total += run.total;
      if (wanted >= 0) value += run.inclusive[wanted] ?? 0;
      for (const [f, isIn] of counted.entries()) if (isIn) value += run.self[f] ?? 0;
    }
    return { value, total };
  });
  const kept = all.flatMap((point, i) => (point.total > 0 ? [{ ...point, column: columns[i]! }] : []));
  const [values, totals] = [kept.map(({ value }) => value), kept.map(({ total }) => total)];
  const q = seriesQ([values], totals)[0] ?? 1;
  const changes = q <= LISTED_Q ? changePoints(values, totals).map((change) => ({ ...change, func: 0, q })) : [];
  const empty = all.length - kept.length;
  return ok({
    functions: ['frame' in of ? of.frame : of.subsystem],
    columns: kept.map(({ column }) => column),
    shares: kept.map(({ value, total }) => Float64Array.of(value / total)),
    changes,
    tested: 1,
    problems:
      empty === 0 ? problems : [...problems, problem('warning', 'trend-empty-points', { facts: { points: empty } })],
  });
}

/** A name that was seen with its arguments, where these told overloads apart, may stand here without. */
function functionOf(frame: string, names: readonly string[], normalizer: Normalizer): number {
  const found = names.indexOf(frame);
  return found >= 0 ? found : names.indexOf(normalizer.name(frame).name);
}

interface LaidOver {
  readonly tree: UnionTree;
  readonly sides: readonly PreparedSide[];
  readonly columns: readonly SeriesColumn[];
  readonly problems: readonly Problem[];
}

/** All variants as sides of one union tree. */
function laidOver(
  normalizer: Normalizer,
  variants: readonly NamedRuns[],
  options: PrepareOptions,
): Result<LaidOver, Fault> {
  const [first, ...others] = variants;
  if (first === undefined || others.length === 0)
    return err(fault('too-few-variants', { facts: { given: variants.length } }));
  const prepared = prepareSides(
    normalizer,
    first.runs,
    others.flatMap(({ runs }) => runs),
    options,
  );
  if (!prepared.ok) return prepared;
  const [base, rest] = prepared.value.sides;
  const sides = [base];
  let from = 0;
  for (const { runs } of others) {
    sides.push(part(rest, from, from + runs.length));
    from += runs.length;
  }
  const made = unionTree(sides.map(({ runs }) => runs));
  if (!made.ok) return made;
  const columns = sides.map((side, i): SeriesColumn => {
    const { total, samples, runs } = summaryOf(side);
    return { name: variants[i]?.name ?? '', runs: runs.length, total, samples };
  });
  const problems = prepared.value.forced ? [problem('warning', 'comparison-forced')] : [];
  return ok({ tree: made.value, sides, columns, problems });
}

function part(side: PreparedSide, from: number, to: number): PreparedSide {
  const { runs, counts, audits, idle, tags } = side;
  return {
    ...side,
    runs: runs.slice(from, to),
    counts: counts.slice(from, to),
    audits: audits.slice(from, to),
    idle: idle.slice(from, to),
    tags: tags.slice(from, to),
  };
}

function upperOf(tree: UnionTree, s: number, { runs }: PreparedSide): Float64Array | null {
  const side = tree.sides[s];
  if (side === undefined || !(side.sum > 0)) return null;
  const hidden = hiddenOf(
    tree,
    side,
    runs.map(({ profile }) => profile.pruned),
  );
  return hidden === null ? null : functionTotals(tree, side, hidden).hi.map((value) => value / side.sum);
}
