import { entriesOf } from '../json.ts';
import type { Recorder } from '../record.ts';

export interface Measured<T> {
  readonly value: T;
  readonly seconds: number;
  readonly extraMemoryMib: number;
}

/** Memory is the growth of what the process holds, so it is a rough upper bound: garbage of the reading is in it. */
export async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const value = await work();
  const seconds = (performance.now() - start) / 1000;
  return { value, seconds, extraMemoryMib: Math.max(0, process.memoryUsage().rss - before) / 1024 ** 2 };
}

/** `limits`: seconds, and MiB beyond what was in use. */
export function checkLimits(record: Recorder, value: unknown, { seconds, extraMemoryMib }: Measured<unknown>): void {
  for (const [name, limit] of entriesOf(value, 'limits')) {
    const actual = name === 'seconds' ? seconds : name === 'extra_memory_mib' ? extraMemoryMib : null;
    if (actual === null) record.notYet(`limits.${name}`, 'no check is written for this limit');
    else record.that(`limits.${name}`, actual <= Number(limit), () => `${actual.toFixed(2)} over ${String(limit)}`);
  }
}
