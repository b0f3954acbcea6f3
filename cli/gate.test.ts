import { describe, expect, it } from 'vitest';
import type { VerdictJson } from '../render/verdict-json.ts';
import { firebreak } from './cli.testkit.ts';

/** 1,000 samples of fixed work a run, but for `hot`. */
const run = (hot: number, cold = 600) => `app;exec;hot ${hot}\napp;exec;cold ${cold}\napp;net 100\n`;

const side = (name: string, values: readonly number[]) =>
  Object.fromEntries(values.map((hot, i) => [`${name}/run${i + 1}.folded`, run(hot)]));

const FILES = {
  ...side('base', [300, 312, 291]),
  ...side('same', [303, 296, 310]),
  ...side('slower', [410, 425, 406]),
  ...side('faster', [201, 210, 197]),
  'nothing/': '',
  'fixed.yml': 'gate:\n  measure: count\n  minAbs: 3\n  minRel: 0\n  minSamplesPerRun: 500\n  allow: []\n',
  'allowed.yml':
    "gate:\n  measure: count\n  minAbs: 3\n  minRel: 0\n  allow:\n    - {frames: '^hot$', maxDelta: 20, reason: new checksum, expires: 2026-12-31}\n",
  'expired.yml':
    "gate:\n  measure: count\n  minAbs: 3\n  minRel: 0\n  allow:\n    - {frames: '^hot$', maxDelta: 20, reason: new checksum, expires: 2026-11-29}\n",
  'cold-only.yml': "gate:\n  measure: count\n  minAbs: 3\n  minRel: 0\n  frames: ['^cold$']\n",
  'wrong.yml': 'gate:\n  minAbs: lots\n',
};

const gate = (...args: string[]) => firebreak(['gate', ...args], FILES);
const jsonOf = (out: string) => JSON.parse(out) as VerdictJson;

describe('gate', () => {
  it('passes, exit 0, with the sentence that says what was looked for', async () => {
    const { code, out } = await gate('--base', 'base', '--head', 'same', '--config', 'fixed.yml');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^PASS: no frame exceeded \+3\.0 % of the base total and \+0 % with q <= 0\.01 \(8 frames tested, 3 \+ 3 runs, spread \d+ % measured\)\.\n$/,
    );
  });

  it('fails, exit 1, naming the function, both amounts and the change', async () => {
    const { code, out } = await gate('--base', 'base', '--head', 'slower', '--config', 'fixed.yml');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^REGRESSION \(exit 1\): hot grew from 300 to 410 \(\+11\.0 % of the median base total 1,000, 1\.37 times\), q = /,
    );
    expect(out).toMatch(/\nfailed +300 +410 +\+11\.0 % +\S+ +inclusive +hot\n/);
  });

  it('passes an improvement and lists it', async () => {
    const { code, out } = await gate('--base', 'base', '--head', 'faster', '--config', 'fixed.yml');
    expect(code).toBe(0);
    expect(out).toMatch(/\nimproved +300 +201 +-9\.9 % .* hot\n/);
    expect(out).not.toContain('cold');
  });

  it('a missing baseline is neutral, says so, and creates nothing', async () => {
    for (const args of [
      ['--head', 'same'],
      ['--base', 'nothing', '--head', 'same'],
    ]) {
      const { code, out, saved } = await gate(...args);
      expect([code, saved.size]).toEqual([0, 0]);
      expect(out).toBe(
        'NO BASELINE (exit 0): there are no base runs to compare with, so nothing was judged, and no baseline was made.\n',
      );
    }
    expect((await gate('--head', 'same', '--strict')).code).toBe(1);
  });

  it('is inconclusive, exit 3, for one run a side, and says how many would do', async () => {
    const { code, out } = await gate('--base', 'base/run1.folded', '--head', 'slower/run1.folded');
    expect(code).toBe(3);
    expect(out).toMatch(/^INCONCLUSIVE \(exit 3\): .* would need \d+ runs per side\.\n/);
    const strict = await gate('--base', 'base/run1.folded', '--head', 'slower/run1.folded', '--strict');
    expect(strict.code).toBe(1);
    expect(strict.out).toMatch(/^INCONCLUSIVE \(exit 1\): /);
  });

  it('takes thresholds as flags, before the file', async () => {
    const flags = ['--measure', 'count', '--min-abs', '3.0', '--min-rel', '0%', '--min-samples-per-run', '500'];
    expect((await gate('--base', 'base', '--head', 'slower', ...flags)).code).toBe(1);
    expect((await gate('--base', 'base', '--head', 'slower', ...flags, '--min-abs', '20')).code).toBe(0);
    expect((await gate('--base', 'base', '--head', 'slower', ...flags, '--alpha', '0.0001')).code).not.toBe(1);
    expect((await gate('--base', 'base', '--head', 'slower', '--config', 'fixed.yml', '--min-rel', '50')).code).toBe(0);
    expect((await gate('--base', 'base', '--head', 'slower', ...flags, '--min-samples-per-run', '5000')).code).toBe(3);
  });

  it('lists what is allowed, until the last day, and ignores what expired, saying so', async () => {
    const allowed = await gate('--base', 'base', '--head', 'slower', '--config', 'allowed.yml');
    expect(allowed.code).toBe(0);
    expect(allowed.out).toContain('The allowance for ^hot$ takes 2 frames out until 2026-12-31: new checksum.');
    expect(allowed.out).toMatch(/\nallowed +300 +410 /);
    const expired = await gate('--base', 'base', '--head', 'slower', '--config', 'expired.yml');
    expect(expired.code).toBe(1);
    expect(expired.out).toContain('expired on 2026-11-29 and was ignored');
  });

  it('gates the functions that the file selects', async () => {
    const { code, out } = await gate('--base', 'base', '--head', 'slower', '--config', 'cold-only.yml', '--json');
    expect(code).toBe(0);
    expect(jsonOf(out).tested).toBe(2);
  });

  it('gives the rows as JSON, the same bytes each time and in any order of lines', async () => {
    const args = ['--base', 'base', '--head', 'slower', '--config', 'fixed.yml', '--json'];
    const { out } = await gate(...args);
    expect(jsonOf(out)).toMatchObject({
      outcome: 'regression',
      exitCode: 1,
      thresholds: { measure: 'count', minAbs: 3, minRel: 0 },
      rows: [{ name: 'hot', kind: 'inclusive', base: 300, head: 410, status: 'failed' }, { name: 'hot' }, {}, {}],
    });
    expect((await gate(...args)).out).toBe(out);
    const turned = Object.fromEntries(
      Object.entries(FILES).map(([name, text]) => [
        name,
        name.endsWith('.folded') ? `${text.trimEnd().split('\n').toReversed().join('\n')}\n` : text,
      ]),
    );
    expect((await firebreak(['gate', ...args], turned)).out).toBe(out);
  });

  it('writes the verdict to a file and still ends with its code', async () => {
    const { code, saved } = await gate('--base', 'base', '--head', 'slower', '--config', 'fixed.yml', '-o', 'v.md');
    expect(code).toBe(1);
    expect(Buffer.from(saved.get('v.md') ?? '').toString()).toMatch(/^\*\*REGRESSION \\\(exit 1\\\): hot grew/);
    expect((await gate('--base', 'base', '--head', 'same', '-o', 'v.xml')).code).toBe(2);
  });

  it('writes it in several forms at once', async () => {
    const wanted = ['-o', 'junit=v.xml', '-o', 'sarif=v.sarif', '-o', 'codequality=q.json', '-o', 'annotations=-'];
    const { code, out, saved } = await gate('--base', 'base', '--head', 'slower', '--config', 'fixed.yml', ...wanted);
    const text = (path: string) => Buffer.from(saved.get(path) ?? '').toString();
    expect(code).toBe(1);
    expect(out).toMatch(/^::error title=Firebreak%3A regression::REGRESSION \(exit 1\): hot grew/);
    expect(text('v.xml')).toContain('<testcase classname="firebreak.inclusive" name="hot"');
    expect(JSON.parse(text('v.sarif'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ level: 'error' }, {}] }],
    });
    expect(JSON.parse(text('q.json'))).toMatchObject([{ severity: 'critical' }, {}]);
  });

  it('refuses bad usage and a bad file, exit 2', async () => {
    expect((await gate('--base', 'base')).code).toBe(2);
    const wrong = await gate('--base', 'base', '--head', 'same', '--config', 'wrong.yml');
    expect([wrong.code, wrong.talk]).toEqual([2, expect.stringMatching(/^wrong\.yml: line 2: gate\.minAbs: /)]);
    expect((await gate('--base', 'absent', '--head', 'same')).talk).toMatch(/^absent: there is no such file/);
    expect((await gate('--base', 'base', '--head', 'same', '--min-abs', 'x')).code).toBe(2);
    expect((await gate('--base', 'base', '--head', 'same', '--alpha', '1')).code).toBe(2);
  });
});

describe('calibration', () => {
  const FIVE = side('aa', [300, 306, 295, 302, 298]);
  const calibrated = (...args: string[]) => firebreak(args, { ...FILES, ...FIVE });

  it('takes the spread of five runs of one build', async () => {
    const { out, talk } = await calibrated(
      'diff',
      'base/run1.folded',
      'slower/run1.folded',
      '--calibrate',
      'aa',
      '--json',
    );
    expect(talk).toMatch(/note: run-to-run spread \d+ % in 5 runs of one build/);
    expect(JSON.parse(out)).toMatchObject({ evidence: { level: 'calibrated' } });
  });

  it('needs five', async () => {
    const { code, talk } = await calibrated(
      'diff',
      'base/run1.folded',
      'slower/run1.folded',
      '--calibrate',
      'aa/run1.folded',
    );
    expect(code).toBe(2);
    expect(talk).toContain('1 run to calibrate from, and at least 5 are needed');
  });
});
