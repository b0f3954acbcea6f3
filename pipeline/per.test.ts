import { describe, expect, it } from 'vitest';
import { perScale } from '../core/diff/per.ts';
import { profileOf } from '../core/model/profile-of.ts';
import { wordsOf } from '../core/words/faults.ts';
import { comparisonJson } from '../render/json.ts';
import { comparisonText } from '../render/text.ts';
import { compareRuns } from './index.ts';

/** 100 Hz: a sample stands for 10 ms of CPU time. */
const side = (stacks: string, durationSeconds: number | null, tps: number | null) => [
  {
    ...profileOf(stacks),
    durationSeconds,
    period: { value: 1e7, unit: 'nanoseconds' },
    metrics: tps === null ? [] : [{ name: 'tps', unit: 'per second', values: [tps] }],
  },
];

const made = async (...sides: [ReturnType<typeof side>, ReturnType<typeof side>]) => {
  const comparison = await compareRuns(...sides, { level: 'none' });
  if (!comparison.ok) throw new Error(comparison.error.code);
  return comparison.value;
};

describe('absolute views (DIFF-SPEC 2)', () => {
  it('CPUs busy: samples over rate and time, whatever the lengths of the recordings', async () => {
    const comparison = await made(side('m;a 3000 / m;b 1000', 10, null), side('m;a 6000 / m;b 8000', 20, null));
    const scale = perScale(comparison, 'second');
    if (!scale.ok) throw new Error(scale.error.code);
    expect(scale.value.unit).toBe('CPUs');
    const { functions, per } = comparisonJson(comparison, { nodes: false, per: scale.value });
    const of = (name: string) => functions.find((row) => row.name === name)?.absolute;
    expect(of('a')?.base).toBeCloseTo(3, 9);
    expect(of('a')?.ratio).toBeCloseTo(1, 9);
    expect(of('b')?.head).toBeCloseTo(4, 9);
    expect([per?.unit, functions[0]?.name]).toEqual(['CPUs', 'b']);
    expect(comparisonText(comparison, undefined, 5, scale.value)).toMatch(
      /\(inclusive, CPUs\)\n.*\n *1 +4 +4\.00 times .* b\n/,
    );
  });

  it('CPU per transaction: what only lost share has the same cost', async () => {
    const comparison = await made(side('m;a 3000 / m;b 1000', 10, 100), side('m;a 1500 / m;b 2500', 10, 50));
    const scale = perScale(comparison, 'work');
    if (!scale.ok) throw new Error(scale.error.code);
    expect(scale.value.unit).toBe('CPU-seconds per transaction');
    const { functions } = comparisonJson(comparison, { nodes: false, per: scale.value });
    expect(functions.find(({ name }) => name === 'a')?.absolute?.ratio).toBeCloseTo(1, 9);
    expect(functions.find(({ name }) => name === 'b')?.absolute?.ratio).toBeCloseTo(5, 9);
  });

  it('is refused in words where facts are missing', async () => {
    const comparison = await made(side('m;a 3000', null, null), side('m;a 1500', null, null));
    for (const [per, words] of [
      ['second', /^CPUs busy cannot be computed/],
      ['work', /no throughput \(tps\) is known for both sides$/],
    ] as const) {
      const scale = perScale(comparison, per);
      expect(scale.ok ? '' : wordsOf(scale.error).sentence).toMatch(words);
    }
  });
});
