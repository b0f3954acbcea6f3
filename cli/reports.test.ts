import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firebreak } from './cli.testkit.ts';

const FOLDER = 'fixtures/examples/mariadb/';
const NAMES = ['good', 'bad'].flatMap((side) => ['svg', 'sysbench.txt', 'history.csv'].map((end) => `${side}.${end}`));
const FILES = Object.fromEntries(NAMES.map((name) => [name, readFileSync(FOLDER + name)]));
const of = (side: string) => NAMES.filter((name) => name.startsWith(side));

/** The report of the example pair in the format that `output` ends in. */
async function report(output: string, ...more: readonly string[]): Promise<Uint8Array> {
  const labels = ['--base-label', 'innodb_purge_batch_size=127', '--head-label', 'innodb_purge_batch_size=1000'];
  const args = ['diff', '-q', '--good', ...of('good'), '--bad', ...of('bad'), ...labels, ...more, '-o', output];
  const { code, talk, saved } = await firebreak(args, FILES);
  expect([code, talk]).toEqual([0, '']);
  return saved.get(output) ?? new Uint8Array();
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const widthOf = (png: Uint8Array) => Buffer.from(png).readUInt32BE(16);

describe('reports', () => {
  it.each(['mariadb.md', 'mariadb.jira', 'mariadb.adf.json', 'mariadb.textile', 'mariadb.mail.txt'])(
    'docs/reports/%s is what the command writes today',
    async (name) => {
      await expect(textOf(await report(name))).toMatchFileSnapshot(`../docs/reports/${name}`);
    },
  );

  it('have the table of the ticket', async () => {
    const rows = textOf(await report('x.gitlab.md'))
      .split('\n')
      .slice(2, 5);
    expect(rows).toEqual([
      '| metric | good \\(base\\) | bad \\(head\\) | change |',
      '| --- | ---: | ---: | ---: |',
      '| innodb_purge_batch_size | 127 | 1000 |  |'.replaceAll('_', '\\_'),
    ]);
  });

  it('are pictures at one or two pixels, by name or by option', async () => {
    expect(widthOf(await report('x.png'))).toBe(1200);
    expect(widthOf(await report('x@2x.png'))).toBe(2400);
    expect(widthOf(await report('x.png', '--scale', '2'))).toBe(2400);
  });

  it('link to an address of the web only', async () => {
    const link = 'https://firebreak.example/c/1';
    for (const end of ['html', 'md', 'jira', 'adf.json', 'textile', 'mail.txt'])
      expect(textOf(await report(`x.${end}`, '--permalink', link))).toContain(link);
    const { code, talk } = await firebreak(
      ['diff', 'good.svg', 'bad.svg', '--permalink', 'javascript:alert(1)'],
      FILES,
    );
    expect([code, talk]).toEqual([2, expect.stringContaining('http:// or https://')]);
    const wrong = await firebreak(['diff', 'good.svg', 'bad.svg', '--base-label', 'version'], FILES);
    expect([wrong.code, wrong.talk]).toEqual([2, expect.stringContaining('version=10.11.7')]);
  });
});
