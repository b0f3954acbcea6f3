import { fault } from '../model/problem.ts';
import type { Fault } from '../model/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { BASE, HEAD } from '../tree/union.ts';
import type { Comparison } from './comparison.ts';

export const PERS = ['second', 'work'] as const;
/** `second`: CPUs busy. `work`: CPU time per unit of work (DIFF-SPEC 2). */
export type Per = (typeof PERS)[number];

/** What one count of each side is worth in an absolute view. */
export interface PerScale {
  readonly per: Per;
  /** `CPUs`, `CPU-seconds per transaction`, or `samples per second`… when the rate is not known but the same. */
  readonly unit: string;
  readonly base: number;
  readonly head: number;
}

/** The throughput's unit of work. */
const WORK: ReadonlyMap<string, string> = new Map([
  ['tps', 'transaction'],
  ['qps', 'query'],
]);

/** The scale of an absolute view, or why there is none: durations, rates or a throughput are not known (DIFF-SPEC 2). */
export function perScale({ tree, cpusBusy, metrics }: Comparison, per: Per): Result<PerScale, Fault> {
  const [baseSum, headSum] = [tree.sides[BASE]?.sum ?? 0, tree.sides[HEAD]?.sum ?? 0];
  const { split, refusal } = metrics;
  if (per === 'second') {
    if (cpusBusy === null && split !== null && split.relative) {
      return ok({ per, unit: 'samples per second', base: split.cpuBase / baseSum, head: split.cpuHead / headSum });
    }
    if (cpusBusy === null) return err(fault('per-second-unknown'));
    return ok({ per, unit: 'CPUs', base: cpusBusy.base / baseSum, head: cpusBusy.head / headSum });
  }
  if (split === null) return err(fault('per-work-unknown', { facts: { because: refusal?.code ?? 'no-metric' } }));
  const work = WORK.get(split.throughput) ?? 'event';
  return ok({
    per,
    unit: `${split.relative ? 'samples' : 'CPU-seconds'} per ${work}`,
    base: split.cpuBase / split.throughputBase / baseSum,
    head: split.cpuHead / split.throughputHead / headSum,
  });
}
