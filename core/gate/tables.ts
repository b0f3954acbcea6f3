import type { CountTable } from '../stats/columns.ts';
import { countTable } from '../stats/test-functions.ts';
import type { RunCounts } from '../stats/test-functions.ts';
import type { GateConfig } from './config.ts';
import type { GateInput } from './input.ts';

export interface Tables {
  /** Counts for the tests, with what the link sets them against: samples (share) or work (count, work). */
  readonly base: CountTable;
  readonly head: CountTable;
  /** Counts as they would be had every run done the average work: what effects are measured on. */
  readonly perWork: Scaled;
}

export interface Scaled {
  readonly base: CountTable;
  readonly head: CountTable;
  /** Counts of `perWork` per unit of the tests' rate; 1 for shares. */
  readonly perTest: number;
}

/** Work is expressed in samples, so that rates are near shares: the average run did as much work as it has samples. */
export function tablesOf(input: GateInput, measure: GateConfig['measure']): Tables {
  const base = countTable(input.base);
  const head = countTable(input.head);
  if (measure === 'share') return { base, head, perWork: { base, head, perTest: 1 } };
  const baseWork = measure === 'work' ? (input.work?.base ?? []) : input.base.map(() => 1);
  const headWork = measure === 'work' ? (input.work?.head ?? []) : input.head.map(() => 1);
  const samples = mean([...input.base, ...input.head].map((run: RunCounts) => run.total));
  const average = mean([...baseWork, ...headWork]);
  const against = (table: CountTable, work: readonly number[]): CountTable => ({
    runs: table.runs,
    totals: work.map((amount) => (amount / average) * samples),
  });
  const scaled = (table: CountTable, work: readonly number[]): CountTable => ({
    runs: table.runs.map((column, run) => column.map((x) => x * (average / (work[run] ?? average)))),
    totals: table.totals.map((n, run) => n * (average / (work[run] ?? average))),
  });
  return {
    base: against(base, baseWork),
    head: against(head, headWork),
    perWork: { base: scaled(base, baseWork), head: scaled(head, headWork), perTest: samples },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
