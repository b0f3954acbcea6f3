import type { ValueType } from '../../core/model/profile.ts';

/** What a column of the profile adds up. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** Field whose value is added; null: one for each event. */
  readonly field: string | null;
  /** The field counts clock ticks of the recording. */
  readonly isTicks?: boolean;
}

export interface EventKind {
  readonly event: string;
  readonly measures: readonly Measure[];
}

const objects = (name: string): Measure => ({ name: `${name}_objects`, unit: 'count', field: null });
const bytes = (name: string, field: string): Measure => ({ name: `${name}_bytes`, unit: 'bytes', field });
const waits = (name: string): readonly Measure[] => [
  { name: `${name}_count`, unit: 'count', field: null },
  { name: `${name}_time`, unit: 'nanoseconds', field: 'duration', isTicks: true },
];

/** Samples of threads that run. */
export const CPU: Measure = { name: 'cpu', unit: 'samples', field: null };
/** The same event with the sleeping threads, as async-profiler records them when it samples by wall clock. */
export const CPU_AND_SLEEPING: Measure = { name: 'wall', unit: 'samples', field: null };
/** Wall clock samples of an event of their own. */
export const WALL: Measure = { name: 'wall', unit: 'samples', field: 'samples' };

export const EXECUTION_SAMPLE = 'jdk.ExecutionSample';
export const SETTING = 'jdk.ActiveSetting';

/** Events with a stack, in the order in which their columns stand. */
export const EVENTS: readonly EventKind[] = [
  { event: EXECUTION_SAMPLE, measures: [CPU, CPU_AND_SLEEPING] },
  { event: 'profiler.WallClockSample', measures: [WALL] },
  { event: 'jdk.CPUTimeSample', measures: [{ name: 'cpu_time', unit: 'samples', field: null }] },
  { event: 'jdk.NativeMethodSample', measures: [{ name: 'native', unit: 'samples', field: null }] },
  { event: 'jdk.ObjectAllocationSample', measures: [objects('alloc'), bytes('alloc', 'weight')] },
  {
    event: 'jdk.ObjectAllocationInNewTLAB',
    measures: [objects('alloc_in_new_tlab'), bytes('alloc_in_new_tlab', 'tlabSize')],
  },
  {
    event: 'jdk.ObjectAllocationOutsideTLAB',
    measures: [objects('alloc_outside_tlab'), bytes('alloc_outside_tlab', 'allocationSize')],
  },
  { event: 'profiler.LiveObject', measures: [objects('live'), bytes('live', 'allocationSize')] },
  { event: 'profiler.Malloc', measures: [objects('malloc'), bytes('malloc', 'size')] },
  { event: 'jdk.JavaMonitorEnter', measures: waits('monitor_enter') },
  { event: 'jdk.JavaMonitorWait', measures: waits('monitor_wait') },
  { event: 'jdk.ThreadPark', measures: waits('thread_park') },
];

/** Events by which a recording counts what happened, one record each: a real number of samples. */
export function samplingOf(unit: string, records: number, squares: number): ValueType['sampling'] {
  return unit === 'samples' ? { records, sumOfSquares: squares } : null;
}
