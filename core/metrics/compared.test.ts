import { describe, expect, it } from 'vitest';
import type { Explanation } from '../diff/comparison.ts';
import { profileOf } from '../model/profile-of.ts';
import { unionTree } from '../tree/union.ts';
import { metricsWords } from '../words/metrics.ts';
import { withMetrics } from './attach.ts';
import { compareMetrics } from './compared.ts';
import type { MetricsSide } from './compared.ts';

/** MDEV-34515 as DIFF-SPEC 10 works it out: purge 7 % -> 85 %, tps 19003 -> 592, CPUs busy equal. */
const good = profileOf('server;purge 700 / server;rest 9300');
const bad = profileOf('server;purge 8500 / server;rest 1500');
const made = unionTree([[{ profile: good, valueType: 0 }], [{ profile: bad, valueType: 0 }]]);
if (!made.ok) throw new Error(made.error.code);
const tree = made.value;
const nodeOf = (name: string) => tree.func.findIndex((f) => tree.functions.names[f] === name);
const purge = { kind: 'N', node: nodeOf('purge'), baseShare: 0.07, headShare: 0.85, label: 'confirmed' } as Explanation;

function side(tps: number, more: Partial<MetricsSide> = {}, seconds: number | null = 100): MetricsSide {
  const metrics = [
    { name: 'tps', unit: 'per second', values: [tps] },
    ...(seconds === null ? [] : [{ name: 'total_time', unit: 'seconds', values: [seconds] }]),
  ];
  return { runs: [{ metrics, durationSeconds: 100 }], samples: 10_000, frequency: 100, ...more };
}

const facts = { sameFrequency: false, timeLike: true };

describe('throughput and profile together', () => {
  const compared = compareMetrics({ base: side(19003), head: side(592), ...facts }, tree, [purge]);

  it('splits the added cost over the regions and the rest, with a bound for each', () => {
    expect(compared.refusal).toBeNull();
    expect(compared.split?.costRatio).toBeCloseTo(32.1, 1);
    const [region, rest] = compared.split?.regions ?? [];
    expect(region?.explained).toBeCloseTo(0.875, 3);
    expect(region?.costRatio).toBeCloseTo(389.8, 1);
    expect(region?.whatIf).toBeCloseTo(3890, -1);
    expect([rest?.explanation, rest?.explained.toFixed(3), rest?.costRatio?.toFixed(2)]).toEqual([
      null,
      '0.125',
      '5.18',
    ]);
  });

  it('says so in the words of DIFF-SPEC 13', () => {
    expect(metricsWords(compared, ['purge']).sentences).toEqual([
      'tps fell from 19,003 to 592 (0.03 times): CPU used 1.00 times, CPU per transaction 32.1 times.',
      'Of the CPU added per transaction, 87.5 % is in purge, 12.5 % elsewhere.',
      'If purge alone went back: at most about 3,890 tps.',
      'Per transaction everything else costs 5.18 times MORE.',
    ]);
  });

  it('warns when the window of the metric is not known', () => {
    const open = compareMetrics({ base: side(19003, {}, null), head: side(592), ...facts }, tree, [purge]);
    expect(metricsWords(open, ['purge']).sentences.at(-1)).toBe(
      'tps and profile may cover different intervals; a 20 % mismatch shifts every per-transaction number by 20 %.',
    );
  });

  it.each([
    ['windows-differ', { base: side(5), head: side(5, {}, 200), ...facts }, 'the benchmark 200 s'],
    ['event-not-time', { base: side(5), head: side(5), ...facts, timeLike: false }, 'do not count CPU time'],
    ['frequency-unknown', { base: side(5, { frequency: null }), head: side(5), ...facts }, 'sampling rate'],
    ['no-throughput', { base: side(5), head: side(0), ...facts }, 'throughput of head'],
    ['no-samples', { base: side(5, { samples: 0 }), head: side(5), ...facts }, 'base has no samples'],
  ])('refuses: %s', (code, input, words) => {
    const refused = compareMetrics(input, tree, [purge]);
    expect([refused.split, refused.refusal?.code]).toEqual([null, code]);
    expect(metricsWords(refused, []).sentences[0]).toContain(words);
  });
});

describe('which regions are split', () => {
  const node = (name: string, label: Explanation['label'] = 'confirmed') =>
    ({ kind: 'N', node: nodeOf(name), baseShare: 0.1, headShare: 0.2, label }) as Explanation;
  const chosen = (explanations: readonly Explanation[]) =>
    compareMetrics({ base: side(10), head: side(5), ...facts }, tree, explanations).split?.regions?.map(
      ({ explanation }) => explanation,
    );

  it('those apart from each other, without noise', () => {
    expect(chosen([node('purge'), node('rest'), node('server')])).toEqual([0, 1, null]);
    expect(chosen([node('purge', 'noise'), node('rest')])).toEqual([1, null]);
  });

  it('one of another kind only alone', () => {
    expect(chosen([{ ...node('purge'), kind: 'F' }, node('rest')])).toEqual([0, null]);
    expect(chosen([node('rest'), { ...node('purge'), kind: 'F' }])).toEqual([0, null]);
  });
});

describe('rows', () => {
  it('stand in the order that people look at them', () => {
    const run = (values: Record<string, number>) => ({
      durationSeconds: null,
      metrics: Object.entries(values).map(([name, value]) => ({ name, unit: 'count', values: [value, value] })),
    });
    const rows = compareMetrics(
      {
        base: { runs: [run({ small: 1, large: 1, latency_p95: 1, tps: 2, only: 1 })], samples: 1, frequency: null },
        head: { runs: [run({ small: 1.1, large: 9, latency_p95: 2, tps: 1, zero: 0 })], samples: 1, frequency: null },
        ...facts,
      },
      tree,
      [],
    ).rows;
    expect(rows.map(({ name, ratio }) => [name, ratio])).toEqual([
      ['tps', 0.5],
      ['latency_p95', 2],
      ['large', 9],
      ['small', 1.1],
      ['only', null],
      ['zero', null],
    ]);
  });
});

describe('attaching', () => {
  it('keeps repeats of one name together', () => {
    const metric = (values: readonly number[]) => ({
      metrics: [{ name: 'tps', unit: 'per second', values }],
      problems: [],
    });
    expect(withMetrics(withMetrics(good, metric([1])), metric([2, 3])).metrics).toEqual(metric([1, 2, 3]).metrics);
  });
});
