import type { Explanation } from '../core/diff/comparison.ts';
import { compareMetrics } from '../core/metrics/compared.ts';
import type { MetricsSide } from '../core/metrics/compared.ts';
import type { ComparedMetrics } from '../core/metrics/rows.ts';
import { totalOf } from '../core/model/totals.ts';
import type { UnionTree } from '../core/tree/union.ts';
import type { PreparedSide } from './prepare.ts';

/** Seconds of one unit of time. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-9],
  ['microseconds', 1e-6],
  ['milliseconds', 1e-3],
  ['seconds', 1],
]);
/** Time that is not spent on a CPU; the name of an event or of a column. */
const WAITING = /wall|off-?cpu|mutex|contention|wait|delay|(?<!c)lock/i;
const CPU_EVENT = /cycles|cpu-clock|task-clock|\bcpu\b|itimer|ctimer/i;

/** Metrics of both sides, with the throughput split where CPU time, duration and throughput are known (DIFF-SPEC 10). */
export function metricsOf(
  [base, head]: readonly [PreparedSide, PreparedSide],
  tree: UnionTree,
  explanations: readonly Explanation[],
): ComparedMetrics {
  const runs = [...base.runs, ...head.runs];
  const periods = new Set(runs.map(({ profile }) => `${profile.period?.value ?? ''} ${profile.period?.unit ?? ''}`));
  return compareMetrics(
    {
      base: sideOf(base),
      head: sideOf(head),
      sameFrequency: periods.size === 1 && runs[0]?.profile.period != null,
      timeLike: runs.every(({ profile, valueType }) => {
        const { name = '', unit = '' } = profile.valueTypes[valueType] ?? {};
        const what = `${profile.event ?? ''} ${name}`;
        return (
          !WAITING.test(what) && (SECONDS.has(unit) || CPU_EVENT.test(what) || (unit === 'samples' && !profile.event))
        );
      }),
    },
    tree,
    explanations,
  );
}

/** Weights of time are CPU seconds themselves; counts of samples become CPU seconds by their period, when it is one of time. */
function sideOf({ runs }: PreparedSide): MetricsSide {
  let cpuSeconds: number | null = 0;
  let samples = 0;
  for (const { profile, valueType } of runs) {
    const total = Number(totalOf(profile, valueType));
    const factor = SECONDS.get(profile.valueTypes[valueType]?.unit ?? '');
    const period = profile.period === null ? undefined : SECONDS.get(profile.period.unit);
    const seconds = factor ?? (period === undefined ? undefined : period * (profile.period?.value ?? 0));
    samples += total;
    if (cpuSeconds !== null) cpuSeconds = seconds === undefined ? null : cpuSeconds + total * seconds;
  }
  return {
    runs: runs.map(({ profile }) => profile),
    samples: cpuSeconds ?? samples,
    frequency: cpuSeconds === null ? null : 1,
  };
}
