import { expect, test } from 'vitest';
import type { ComparisonJson } from '../render/json-types.ts';
import { firebreak } from './cli.testkit.ts';

const FILES = {
  'good.txt': 'main;render_v1 60\nmain;trx_purge 40\n',
  'bad.txt': 'main;render_v2 60\nmain;trx_purge 40\n',
  'rules.yml': "pack: ours\nversion: '1'\nrules:\n  - { id: v, match: { name: '_v[0-9]$' }, rename: '' }\n",
  'broken.yml': "pack: ours\nversion: '1'\nrules:\n  - { id: v, rename: '' }\n",
};

async function diff(...more: string[]): Promise<ComparisonJson> {
  const { out } = await firebreak(['diff', 'good.txt', 'bad.txt', '--json', ...more], FILES);
  return JSON.parse(out) as ComparisonJson;
}

test('--rules joins names, and the comparison says which rules and what moved', async () => {
  const { normalization } = await diff('--rules', 'rules.yml');
  expect(normalization.packs.at(-1)).toMatchObject({ name: 'ours', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(normalization.merged).toMatchObject([{ name: 'render', from: ['render_v1', 'render_v2'], moved: 120 }]);
  const { out } = await firebreak(['normalize', '--explain', '--rules', 'rules.yml'], { ...FILES, '-': 'a_v1\n' });
  expect(out).toBe('a_v1\ta\tours/v\n');
  expect((await firebreak(['convert', 'good.txt', '--rules', 'rules.yml'], FILES)).out).toContain('main;render 60');
});

test('packs can be left out or chosen; subsystems go with them', async () => {
  expect((await diff()).subsystems.map(({ tag }) => tag)).toContain('innodb.purge');
  expect((await diff('--without-pack', 'innodb')).subsystems).toEqual([]);
  expect((await diff('--packs', 'cpp, rust')).normalization.packs.map(({ name }) => name)).toEqual(['rust', 'cpp']);
});

test('mistakes end with 2, the place or the names that there are', async () => {
  const broken = await firebreak(['diff', 'good.txt', 'bad.txt', '--rules', 'broken.yml'], FILES);
  expect(broken.code).toBe(2);
  expect(broken.talk).toMatch(/^broken\.yml: line 4: /);
  const unknown = await firebreak(['diff', 'good.txt', 'bad.txt', '--without-pack', 'cobol'], FILES);
  expect([unknown.code, unknown.talk]).toEqual([2, expect.stringContaining('innodb')]);
});
