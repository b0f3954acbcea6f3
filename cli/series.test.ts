import { describe, expect, it } from 'vitest';
import type { MatrixJson, TrendJson } from '../render/series.ts';
import { firebreak } from './cli.testkit.ts';

const run = (hot: number) => `m;hot ${hot}\nm;cold 3000\nm;other ${7000 - hot}\n`;

const FILES = {
  'v/a/f.txt': run(500),
  'v/b/f.txt': run(510),
  'v/c/f.txt': run(4000),
  'v/d/f.txt': 'm;new;x|y 2000\nm;cold 8000\n',
  ...Object.fromEntries([500, 510, 490, 505, 495, 640, 655, 630, 645].map((hot, i) => [`t/${i}.txt`, run(hot)])),
  'weights.txt': 'm;a 5000001\nm;b 3000000\n',
};

const VARIANTS = ['v/a/f.txt', 'v/b/f.txt', 'v/c/f.txt', 'v/d/f.txt'];
const POINTS = Object.keys(FILES).filter((name) => name.startsWith('t/'));

describe('matrix', () => {
  it('shows functions by variants, the largest change first, marked where it differs from the first', async () => {
    const { code, out } = await firebreak(['matrix', ...VARIANTS, '--rows', '9'], FILES);
    expect(code).toBe(0);
    expect(out).toMatch(/^3 variants against a, \d+ tests: \d+ cells differ with q <= 0\.01 and carry \*\. /);
    expect(out).toContain('Run-to-run spread is assumed (20 %)');
    expect(out).toMatch(/\n +a +b +c +d +function\n/);
    expect(out).toMatch(/\n *5\.0 % +5\.1 % +40\.0 %\* +0 %\*? +hot\n/);
  });

  it('gives every function as JSON, and Markdown that no name can break', async () => {
    const json = JSON.parse((await firebreak(['matrix', ...VARIANTS, '--json'], FILES)).out) as MatrixJson;
    expect(json.variants.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    const hot = json.rows.find(({ name, kind }) => name === 'hot' && kind === 'inclusive');
    expect(hot).toMatchObject({ shares: [0.05, 0.051, 0.4, 0], upper: null });
    expect(hot?.deltas[2]).toBeCloseTo(35, 9);
    expect(hot?.q[0]).toBeNull();
    expect(hot?.q[2]).toBeLessThan(0.01);
    const { out } = await firebreak(['matrix', ...VARIANTS, '--markdown'], FILES);
    for (const row of out.split('\n').filter((line) => line.startsWith('| '))) {
      expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(6);
    }
  });

  it('takes a folder as a variant with several runs', async () => {
    const { out } = await firebreak(['matrix', 't', 'v/c/f.txt', '--json'], FILES);
    expect((JSON.parse(out) as MatrixJson).variants).toMatchObject([{ name: 't', runs: 9 }, { runs: 1 }]);
  });

  it('needs two', async () => {
    const { code, talk } = await firebreak(['matrix', 'v/a/f.txt'], FILES);
    expect([code, talk]).toEqual([2, expect.stringContaining('1 recording given, and at least two are needed')]);
  });
});

describe('trend', () => {
  it('finds the step (as in worked example W7) and says where', async () => {
    const { code, out } = await firebreak(['trend', ...POINTS], FILES);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 changes in 9 points, 3 functions looked at\.\n/);
    expect(out).toMatch(
      /\nhot grew from 5\.0 % to 6\.4 % at 5\.txt \(\+1\.4 points, 95 % interval \+1\.\d to \+1\.\d, q (= |below )\S+\)\.\n/,
    );
    const json = JSON.parse((await firebreak(['trend', ...POINTS, '--json'], FILES)).out) as TrendJson;
    expect(json.changes.find(({ name }) => name === 'hot')).toMatchObject({ at: 5, label: 'found' });
    expect(json.changes[0]?.shares).toHaveLength(9);
  });

  it('is silent about a constant series and refuses weights', async () => {
    const same = Array.from({ length: 9 }, () => 't/0.txt');
    expect((await firebreak(['trend', ...same], FILES)).out).toMatch(/^No change in 9 points/);
    expect((await firebreak(['trend', 'weights.txt', 'weights.txt'], FILES)).code).toBeLessThan(3);
  });
});
