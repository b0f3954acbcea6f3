import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognise } from '../registry.ts';
import { recogniseMetrics } from './registry.ts';

const encoder = new TextEncoder();
const headOf = (text: string) => ({ bytes: encoder.encode(text), text, complete: true });
const fixture = (name: string) => readFileSync(`fixtures/valid/metrics-${name}`, 'utf8');

function read(text: string) {
  const found = recogniseMetrics(headOf(text));
  const parsed = found?.importer.parse(text);
  if (found === null || parsed?.ok !== true) throw new Error(parsed?.ok === false ? parsed.error.code : 'not metrics');
  const { metrics, problems, generator } = parsed.value;
  return {
    id: found.importer.id,
    generator,
    metrics: Object.fromEntries(metrics.map(({ name, unit, values }) => [`${name} ${unit}`, values])),
    problems: Object.fromEntries(problems.map(({ code, count }) => [code, count])),
  };
}

describe('metrics', () => {
  it('of sysbench: the run, and each interval as a repeat', () => {
    expect(read(fixture('sysbench.txt'))).toEqual({
      id: 'sysbench',
      generator: 'sysbench 1.0.20',
      metrics: {
        'threads count': [4],
        'tps_interval per second': [100, 50],
        'qps_interval per second': [200.5, 100],
        'latency_p99_interval milliseconds': [3.1, 6.2],
        'tps per second': [75],
        'qps per second': [150.25],
        'errors per second': [1],
        'total_time seconds': [2.0001],
        'events count': [150],
        'latency_min milliseconds': [0.04],
        'latency_avg milliseconds': [0.64],
        'latency_max milliseconds': [12.5],
        'latency_p99 milliseconds': [6.09],
      },
      problems: {},
    });
  });

  it('of old sysbench', () => {
    const text =
      'sysbench 0.5:  multi-threaded system evaluation benchmark\n\n' +
      '[   1s] threads: 8, tps: 5.00, reads: 1.0, writes: 2.0, response time: 9.50ms (95%), errors: 0.00\n' +
      'OLTP test statistics:\n    transactions:                        10     (5.25 per sec.)\n' +
      '    read/write requests:                 200    (105.00 per sec.)\n' +
      '         approx.  95 percentile:               9.49ms\n';
    expect(read(text).metrics).toEqual({
      'tps_interval per second': [5],
      'latency_p95_interval milliseconds': [9.5],
      'tps per second': [5.25],
      'qps per second': [105],
      'latency_p95 milliseconds': [9.49],
    });
  });

  it('of a run of sysbench that was stopped', () => {
    const text = fixture('sysbench.txt').split('SQL statistics')[0] ?? '';
    expect(read(text).problems).toEqual({ 'sysbench-unfinished': 1 });
  });

  it('of a server, with counters as rates when there are two tables', () => {
    expect(read(fixture('global-status.txt')).metrics).toEqual({
      'Com_update count': [100, 700],
      'Threads_running count': [3, 1],
      'Uptime seconds': [50, 60],
      'Com_update_per_second per second': [60],
    });
  });

  it('of InnoDB', () => {
    expect(read(fixture('innodb-status.txt')).metrics).toMatchObject({
      'history_list_length count': [20665],
      'log_sequence_number bytes': [7295665],
      'page_creates per second': [29.35],
    });
    const batch = `Type\tName\tStatus\nInnoDB\t\t${fixture('innodb-status.txt').replaceAll('\n', '\\n')}\n`;
    expect(read(batch).metrics).toMatchObject({ 'history_list_length count': [20665] });
  });

  it('of ANALYZE: the outermost time of each statement', () => {
    expect(read(fixture('analyze.txt'))).toMatchObject({ metrics: { 'r_total_time_ms milliseconds': [12.5, 14] } });
  });

  it('of series, lines and JSON', () => {
    expect(read(fixture('series.csv')).metrics).toEqual({
      'history_list_length count': [28, 13744, 15758],
      'note_count count': [1, 3],
    });
    expect(read(fixture('key-value.txt')).metrics).toEqual({
      'tps count': [1571.07, 1600],
      'latency_p95 milliseconds': [1.96],
    });
    expect(read(fixture('numbers.json'))).toMatchObject({
      metrics: { 'tps count': [100, 110], 'latency.p95 count': [1.5] },
      problems: { 'metrics-json-others': 1 },
    });
  });
});

describe('profiles and metrics are told apart', () => {
  it.each([
    'sysbench.txt',
    'global-status.txt',
    'innodb-status.txt',
    'analyze.txt',
    'series.csv',
    'key-value.txt',
    'numbers.json',
  ])('no importer of profiles is sure of %s', (name) => {
    const found = recognise(headOf(fixture(name)));
    expect(found.ok ? found.value.verdict : 'no').not.toBe('yes');
  });

  it('nothing else is metrics', () => {
    for (const text of [
      'main;a 1\nmain;b 2\n',
      'main 5\nidle 3\n',
      '',
      'some prose\nin lines\n',
      '{"nodes": ["a"]}',
      '[1,2]',
    ]) {
      expect(recogniseMetrics(headOf(text))).toBeNull();
    }
  });
});

describe('odd input', () => {
  it.each([
    'sysbench.txt',
    'global-status.txt',
    'innodb-status.txt',
    'analyze.txt',
    'series.csv',
    'key-value.txt',
    'numbers.json',
  ])('%s cut anywhere is a fault or metrics, never an exception', (name) => {
    const text = fixture(name);
    for (let end = 0; end < text.length; end++) {
      const cut = text.slice(0, end);
      recogniseMetrics(headOf(cut))?.importer.parse(cut);
    }
  });

  it('takes time in proportion to the size of hostile text', () => {
    for (const text of [
      `ANALYZE query_block r_total_time_ms "${'\\"'.repeat(300_000)}`,
      `tps=1${' '.repeat(300_000)}!`,
      `${' '.repeat(300_000)}tps=1`,
      `sysbench 1.0\n${' '.repeat(300_000)}x`,
    ]) {
      recogniseMetrics(headOf(text))?.importer.parse(text);
    }
  });

  it('keeps every number of a series that is printed', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => Number(value.toFixed(3)));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 20 }), (rows) => {
        const plain = rows.filter((row) => row.every((value) => Math.abs(value) < 1e15));
        fc.pre(plain.length > 0);
        const text = `time,a,b\n${plain.map(([a, b], i) => `${i},${a},${b}`).join('\n')}\n`;
        expect(read(text).metrics).toEqual({
          'a count': plain.map(([a]) => Number(String(a))),
          'b count': plain.map(([, b]) => Number(String(b))),
        });
      }),
      { seed: 5 },
    );
  });
});
