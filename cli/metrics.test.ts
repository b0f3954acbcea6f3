import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ComparisonJson, MetricsInspectionJson } from '../render/json-types.ts';
import { firebreak } from './cli.testkit.ts';

const FILES = {
  'good.txt': 'app;parse 400\napp;exec 500\n',
  'bad.txt': 'app;parse 800\napp;exec 900\n',
  'sysbench.txt': readFileSync('fixtures/valid/metrics-sysbench.txt', 'utf8'),
  'fast.txt': 'tps=1000\nlatency_p95=1.5 ms\n',
  'slow.txt': 'tps=100\nlatency_p95=9 ms\n',
};

const rowsOf = async (...args: string[]) => {
  const { out, talk } = await firebreak(['diff', ...args, '--json'], FILES);
  if (out === '') throw new Error(talk);
  return (JSON.parse(out) as ComparisonJson).metrics.rows.map(({ name, base, head }) => [name, base, head]);
};

describe('benchmark output beside profiles', () => {
  it('is told from a profile by inspect', async () => {
    const { code, out } = await firebreak(['inspect', 'sysbench.txt'], FILES);
    expect(code).toBe(0);
    expect(out).toContain('output of sysbench');
    expect(out).toContain('numbers of a run, no profile');
    const json = JSON.parse(
      (await firebreak(['inspect', 'sysbench.txt', '--json'], FILES)).out,
    ) as MetricsInspectionJson;
    expect(json).toMatchObject({ format: 'sysbench', generator: 'sysbench 1.0.20' });
    expect(json.metrics.find(({ name }) => name === 'tps')?.values).toEqual([75]);
  });

  it('belongs to the side that it is given for, by option or among its files', async () => {
    const expected = [
      ['tps', [1000], [100]],
      ['latency_p95', [1.5], [9]],
    ];
    expect(await rowsOf('good.txt', 'bad.txt', '--base-metrics', 'fast.txt', '--head-metrics', 'slow.txt')).toEqual(
      expected,
    );
    const sysbench = await rowsOf('--base', 'sysbench.txt', 'good.txt', '--head', 'bad.txt', 'sysbench.txt');
    expect(sysbench[0]).toEqual(['tps', [75], [75]]);
  });

  it('belongs to the run before it, or to the runs in their order', async () => {
    const two = ['--base', 'good.txt', 'good.txt', '--head', 'bad.txt', 'sysbench.txt', 'bad.txt'];
    expect((await rowsOf(...two, '--base-metrics', 'fast.txt', 'slow.txt'))[0]).toEqual(['tps', [1000, 100], [75]]);
  });

  it('is shown in every report', async () => {
    const args = ['diff', 'good.txt', 'bad.txt', '--base-metrics', 'fast.txt', '--head-metrics', 'slow.txt'];
    const { out } = await firebreak(args, FILES);
    expect(out).toContain('0.10 times  tps (count)');
    expect(out).toContain('does not say how many seconds it covers');
    const { saved } = await firebreak([...args, '-o', 'a.md'], FILES);
    expect(new TextDecoder().decode(saved.get('a.md'))).toContain('| tps \\(count\\) | 1,000 | 100 | 0.10 times |');
  });

  it.each([
    [['good.txt', 'sysbench.txt'], 'no profile on this side'],
    [['good.txt', 'bad.txt', '--base-metrics', 'good.txt'], 'no benchmark output'],
    [
      ['--base', 'good.txt', 'good.txt', 'good.txt', '--head', 'bad.txt', '--base-metrics', 'fast.txt', 'slow.txt'],
      '2 files for 3 runs',
    ],
  ])('refuses %j', async (args, words) => {
    const { code, talk } = await firebreak(['diff', ...args], FILES);
    expect([code, talk.includes(words)]).toEqual([2, true]);
  });
});
