import { gunzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ComparisonJson, InspectionJson, JsonFunction } from '../render/json-types.ts';
import { firebreak } from './cli.testkit.ts';

const sampled = (name: string, samples: readonly (readonly number[])[], weights: readonly number[]) => ({
  type: 'sampled',
  name,
  unit: 'none',
  startValue: 0,
  endValue: 10,
  samples,
  weights,
});

/** A speedscope file with two threads. */
const THREADS = JSON.stringify({
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  shared: { frames: [{ name: 'main' }, { name: 'parse' }, { name: 'render' }] },
  profiles: [sampled('MainThread', [[0, 1]], [3]), sampled('Thread-1', [[2]], [4])],
});

const FILES = {
  'good.txt': 'app;parse 400\napp;exec 500\napp;log 100\n',
  'bad.txt': 'app;parse 800\napp;exec 900\napp;log 300\n',
  'good-2.txt': 'app;parse 410\napp;exec 490\napp;log 100\n',
  'bad-2.txt': 'app;parse 790\napp;exec 910\napp;log 300\n',
  'both.txt': 'app;a 10 20\napp;b 30 0\napp;c 0 5\n',
  'empty.txt': '',
  'zero.txt': 'app 0\n',
  'threads.json': THREADS,
  'names.txt': 'fut_timer<true>::wr_wait(int) 3\n',
};

describe('inspect', () => {
  it('says what a file is, for people and for programs', async () => {
    const { code, out } = await firebreak(['inspect', 'good.txt'], FILES);
    expect(code).toBe(0);
    expect(out).toContain('good.txt: folded stacks');
    expect(out).toContain('1,000 samples');
    const json = JSON.parse((await firebreak(['inspect', 'good.txt', '--json'], FILES)).out) as InspectionJson;
    expect(json).toMatchObject({ format: 'folded', total: 1000, unit: 'samples', stacks: 3, differential: false });
  });

  it('reads standard input', async () => {
    const { out } = await firebreak(['inspect', '-', '--json'], { '-': FILES['good.txt'] });
    expect(JSON.parse(out)).toMatchObject({ file: null, total: 1000 });
  });
});

describe('diff', () => {
  const jsonOf = async (...args: string[]) =>
    JSON.parse((await firebreak(['diff', ...args, '--json'], FILES)).out) as ComparisonJson;

  it('prints a sentence, both totals and a table', async () => {
    const { code, out } = await firebreak(['diff', 'good.txt', 'bad.txt'], FILES);
    expect(code).toBe(0);
    expect(out).toContain('log grew from 10.0 % to 15.0 % of samples (+5.0 points, 1.50 times).');
    expect(out).toContain('base 1,000 samples, head 2,000 samples');
    expect(out).toContain('base (good): good.txt');
    expect(out).not.toContain('\u001b');
  });

  it('colours only where colours are wanted', async () => {
    const { out } = await firebreak(['diff', 'good.txt', 'bad.txt'], FILES, true);
    expect(out).toContain('\u001b[');
  });

  it('gives the contract as JSON, nodes on request', async () => {
    const json = await jsonOf('good.txt', 'bad.txt');
    expect([json.base.total, json.head.total]).toEqual([1000, 2000]);
    expect(json.normalization.level).toBe('default');
    expect(json).not.toHaveProperty('nodes');
    const withNodes = await jsonOf('good.txt', 'bad.txt', '--nodes');
    expect(withNodes.nodes?.map(({ path }) => path?.join(';'))).toEqual(['app', 'app;exec', 'app;log', 'app;parse']);
  });

  it('takes sides by name, several runs a side, in either vocabulary', async () => {
    const several = await jsonOf('--base', 'good.txt', 'good-2.txt', '--head', 'bad.txt', 'bad-2.txt');
    expect([several.base.total, several.head.total, several.base.runs.length]).toEqual([2000, 4000, 2]);
    const named = await jsonOf('--bad', 'bad.txt', '--good', 'good.txt');
    expect([named.base.total, named.head.total]).toEqual([1000, 2000]);
  });

  it('takes a file that holds both sides', async () => {
    const json = await jsonOf('both.txt');
    expect([json.base.total, json.head.total]).toEqual([40, 25]);
  });

  it('takes one side of a file that is itself a comparison', async () => {
    const json = await jsonOf('good.txt', 'both.txt', '--side', 'head');
    expect([json.base.total, json.head.total]).toEqual([1000, 25]);
  });

  it.each([
    ['--level', 'none', 'none'],
    ['--normalize', 'syntax', 'syntax'],
  ])('%s %s sets the level', async (flag, level, seen) => {
    expect((await jsonOf('good.txt', 'bad.txt', flag, level)).normalization.level).toBe(seen);
  });

  it('counts idle stacks when told to', async () => {
    const files = { ...FILES, 'idle.txt': 'swapper;cpu_idle 900\napp;a 100\n' };
    const total = async (...more: string[]) =>
      (JSON.parse((await firebreak(['diff', 'idle.txt', 'idle.txt', '--json', ...more], files)).out) as ComparisonJson)
        .base.total;
    expect(await total()).toBe(100);
    expect(await total('--keep-idle')).toBe(1000);
  });

  it.each([
    ['out.svg', '<svg'],
    ['out.json', '"functions"'],
    ['out.md', '| base | head |'],
    ['out.folded', 'app;exec 500 900'],
    ['out.txt', 'Largest changes'],
  ])('writes %s', async (name, expected) => {
    const { code, out, saved } = await firebreak(['diff', 'good.txt', 'bad.txt', '-o', name], FILES);
    expect([code, out]).toEqual([0, '']);
    expect(new TextDecoder().decode(saved.get(name))).toContain(expected);
  });

  it('writes pprof', async () => {
    const { saved } = await firebreak(['diff', 'good.txt', 'bad.txt', '-o', 'out.pb.gz'], FILES);
    expect(new TextDecoder().decode(gunzipSync(saved.get('out.pb.gz') ?? new Uint8Array()))).toContain('pprof::base');
  });

  it('draws in the layout and the colours that were asked for', async () => {
    const svg = async (...more: string[]) => {
      const { saved } = await firebreak(['diff', 'good.txt', 'bad.txt', '-o', 'a.svg', ...more], FILES);
      return new TextDecoder().decode(saved.get('a.svg'));
    };
    const usual = await svg();
    expect(usual).toContain('data-fb-layout="union"');
    expect(await svg('--layout', 'base')).toContain('data-fb-layout="base"');
    expect(await svg('--palette', 'classic')).not.toBe(usual);
  });

  it('shows as many rows as asked for', async () => {
    const { out } = await firebreak(['diff', 'good.txt', 'bad.txt', '--rows', '1'], FILES);
    expect(out).toContain('… and 3 more functions');
  });
});

describe('diff refuses, with exit code 2 and a reason', () => {
  it.each([
    [
      ['empty.txt', 'bad.txt'],
      ['empty.txt (base): ', 'empty'],
    ],
    [
      ['zero.txt', 'bad.txt'],
      ['base', 'no samples'],
    ],
    [
      ['good.txt', 'zero.txt'],
      ['head', 'no samples'],
    ],
    [['good.txt', 'nowhere.txt'], ['nowhere.txt: there is no such file']],
    [
      ['good.txt', 'both.txt'],
      ['both.txt', 'two sides', '--side'],
    ],
    [['good.txt'], ['good.txt', 'one side only']],
    [[], ['two profiles are needed']],
    [['--base', 'good.txt'], ['--head']],
    [['--head', 'good.txt'], ['--base']],
    [
      ['--base', 'good.txt', '--head', 'bad.txt', '--level', 'absurd'],
      ['absurd', 'aggressive'],
    ],
    [
      ['good.txt', '--good', 'good.txt', '--bad', 'bad.txt'],
      ['good.txt', 'which side'],
    ],
    [['-', '-'], ['standard input']],
    [
      ['good.txt', 'bad.txt', '--side', 'base'],
      ['--side', 'two sides'],
    ],
    [['good.txt', 'bad.txt', '-o', 'picture.gif'], ['.svg']],
    [
      ['good.txt', 'bad.txt', '--value-type', 'cycles'],
      ['cycles', 'samples'],
    ],
    [['good.txt', 'bad.txt', '--rows', '0'], ['whole number']],
    [['good.txt', 'bad.txt', 'third.txt'], ['too many arguments']],
  ])('%j', async (args, expected) => {
    const { code, out, talk } = await firebreak(['diff', ...args], FILES);
    expect([code, out]).toEqual([2, '']);
    for (const text of expected) expect(talk).toContain(text);
  });

  it('names the reason even when quiet', async () => {
    const { code, talk } = await firebreak(['diff', 'empty.txt', 'bad.txt', '--quiet'], FILES);
    expect([code, talk.includes('empty')]).toEqual([2, true]);
  });

  it('shows no control characters of a hostile file name', async () => {
    const { talk } = await firebreak(['diff', '\u001b[31mred.txt', 'bad.txt'], FILES);
    expect(talk).toContain('␛[31mred.txt');
  });
});

describe('convert', () => {
  it('writes folded stacks with the names as recorded', async () => {
    const { code, out } = await firebreak(['convert', 'names.txt'], FILES);
    expect([code, out]).toEqual([0, FILES['names.txt']]);
  });

  it.each([
    ['base', 'app;a 10\napp;b 30\n'],
    ['head', 'app;a 20\napp;c 5\n'],
  ])('takes the side %s of a comparison', async (side, expected) => {
    const { out } = await firebreak(['convert', 'both.txt', '--side', side], FILES);
    expect(out.split('\n').sort()).toEqual(expected.split('\n').sort());
  });

  it('refuses a side of a file that has one, and a comparison without a side', async () => {
    expect(await firebreak(['convert', 'good.txt', '--side', 'base'], FILES)).toMatchObject({ code: 2, out: '' });
    expect(await firebreak(['convert', 'both.txt'], FILES)).toMatchObject({ code: 2, out: '' });
  });

  it('takes the recording that is asked for, and says when it took the first', async () => {
    const first = await firebreak(['convert', 'threads.json'], FILES);
    expect(first.out).toBe('main;parse 3\n');
    expect(first.talk).toContain('only the first, "MainThread", is used');
    for (const recording of ['Thread-1', '#2']) {
      const second = await firebreak(['convert', 'threads.json', '--recording', recording], FILES);
      expect(second).toMatchObject({ code: 0, out: 'render 4\n', talk: '' });
    }
    const none = await firebreak(['convert', 'threads.json', '--recording', 'x'], FILES);
    expect(none.code).toBe(2);
    expect(none.talk).toContain('the file has no recording "x"; it has MainThread, Thread-1');
  });

  it.each([
    ['svg', '<svg'],
    ['json', '"nodes":['],
  ])('writes %s', async (format, expected) => {
    const { out } = await firebreak(['convert', 'good.txt', '--to', format], FILES);
    expect(out).toContain(expected);
    if (format === 'json') expect(JSON.parse(out)).toMatchObject({ version: 1, valueTypes: [{ name: 'samples' }] });
  });

  it('writes pprof to a file', async () => {
    const { saved, out } = await firebreak(['convert', 'good.txt', '--to', 'pprof', '-o', 'x.pb.gz'], FILES);
    expect(out).toBe('');
    expect(new TextDecoder().decode(gunzipSync(saved.get('x.pb.gz') ?? new Uint8Array()))).toContain('parse');
  });

  it('knows the value types of the file', async () => {
    expect((await firebreak(['convert', 'good.txt', '--value-type', 'samples'], FILES)).code).toBe(0);
    const { code, talk } = await firebreak(['convert', 'good.txt', '--value-type', 'bytes'], FILES);
    expect([code, talk.includes('bytes'), talk.includes('samples')]).toEqual([2, true, true]);
  });

  it('is silent about problems when told to be', async () => {
    const files = { 'odd.txt': 'a;b 3\nno count here\nc 1\n' };
    expect((await firebreak(['convert', 'odd.txt'], files)).talk).toContain('odd.txt: warning: line 2');
    expect((await firebreak(['convert', 'odd.txt', '-q'], files)).talk).toBe('');
  });
});

describe('normalize', () => {
  it('answers each line, whatever ends it', async () => {
    const { code, out } = await firebreak(['normalize', '--level', 'none'], { '-': 'a\tb\r\nf()\nlast' });
    expect([code, out]).toEqual([0, 'a\tb\ta\tb\nf()\tf()\nlast\tlast\n']);
  });

  it('adds a column with --explain', async () => {
    const { out } = await firebreak(['normalize', '--explain', '--level', 'none'], { '-': 'f\n' });
    expect(out).toBe('f\tf\t\n');
  });
});

describe('top', () => {
  it('lists functions of one profile', async () => {
    const { out } = await firebreak(['top', 'good.txt', '--rows', '2'], FILES);
    expect(out.split('\n')[1]).toMatch(/^1,000 +100\.0 % +0 +0 % +app$/);
    expect(out).toContain('… and 2 more functions');
    const json = JSON.parse((await firebreak(['top', 'good.txt', '--json', '--rows', '2'], FILES)).out) as unknown;
    expect(json).toMatchObject([
      { name: 'app', total: 1000, share: 1 },
      { name: 'exec', self: 500 },
    ]);
  });

  it('takes one side of a comparison, and lists changes of two', async () => {
    expect((await firebreak(['top', 'both.txt', '--side', 'head'], FILES)).out).not.toMatch(/ b$/m);
    const rows = JSON.parse((await firebreak(['top', 'good.txt', 'bad.txt', '--json'], FILES)).out) as JsonFunction[];
    expect(rows.find(({ name }) => name === 'log')).toMatchObject({ deltaCount: 200 });
  });
});

describe('usage', () => {
  it('prints help on standard output', async () => {
    const { code, out } = await firebreak(['--help']);
    expect(code).toBe(0);
    for (const command of ['inspect', 'convert', 'normalize', 'diff', 'top', 'serve']) expect(out).toContain(command);
  });

  it.each([[['bogus']], [['diff', '--bogus']], [['inspect']], [['serve', '--port', 'many']]])(
    '%j is exit code 2',
    async (args) => {
      const { code, out, talk } = await firebreak(args);
      expect([code, out]).toEqual([2, '']);
      expect(talk).toContain('error: ');
    },
  );
});
