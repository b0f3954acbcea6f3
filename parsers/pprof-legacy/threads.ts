import { ProblemLog } from '../../core/model/problem.ts';
import type { LegacyProfile, LegacySample } from './legacy.ts';
import { MemoryMap, beginsMap } from './memory-map.ts';
import { Names } from './names.ts';

/** Reads `threadz`: the stack of each thread, its creator's below it; one that equals the thread before says so. */
export function readThreads(lines: readonly string[], first: number): LegacyProfile {
  const names = new Names();
  const map = new MemoryMap();
  const problems = new ProblemLog();
  const samples: { addresses: bigint[]; values: [number] }[] = [];
  let thread: bigint[] | null = null;
  let isMap = false;

  const endThread = (): void => {
    const previous = samples.at(-1);
    if (thread === null) return;
    if (thread.length > 0) samples.push({ addresses: thread, values: [1] });
    else if (previous !== undefined) previous.values[0]++;
    thread = null;
  };

  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('--- Thread ')) {
      endThread();
      thread = [];
    } else if (beginsMap(line)) {
      endThread();
      isMap = true;
    } else if (isMap) {
      if (line.trim() !== '' && !map.read(line))
        problems.add('note', 'text-lines-ignored', { line: at + 1, seen: line });
    } else if (thread !== null) {
      names.readThread(line);
      for (const address of line.matchAll(/\b0x([0-9a-f]{1,16})\b/gi)) thread.push(BigInt(address[0]));
    }
  }
  endThread();
  if (!isMap) problems.add('note', 'text-end-unknown');
  const done: readonly LegacySample[] = samples;
  return {
    kind: 'threadz',
    types: [['thread', 'count']],
    samples: done,
    period: { value: 1, unit: 'count' },
    names: names.byAddress,
    map,
    problems,
    lines: lines.length,
  };
}
