import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firebreak } from './cli.testkit.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firebreak-token-'));
  vi.stubEnv('FIREBREAK_DATA', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('a token is printed alone, once; the list says what it may', async () => {
  const made = await firebreak(['token', 'create', '--scope', 'read', '--scope', 'upload', '--project', 'mariadb']);
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^fb_[0-9a-f]{32}_[\w-]{43}\n$/);
  expect(made.talk).toContain('read, upload; project mariadb; until ');
  const { out } = await firebreak(['token', 'list']);
  expect(out).toBe(`${made.out.slice(0, 35)}  ${made.talk.replace(/\. Keep it.*/, '')}\n`);
  const { out: json } = await firebreak(['token', 'list', '--json']);
  expect(JSON.parse(json)).toMatchObject({ version: 1, tokens: [{ scopes: ['read', 'upload'], project: 'mariadb' }] });
  expect(json).not.toContain('ash"');
});

test('it can be made for good, rotated and revoked', async () => {
  const { out, talk } = await firebreak([
    'token',
    'create',
    '--scope',
    'admin',
    '--expires',
    'never',
    '--name',
    'first',
  ]);
  expect(talk).toContain('first: admin; all projects; does not expire; never used');
  const id = out.slice(0, 35);
  const rotated = await firebreak(['token', 'rotate', id, '--overlap', '60']);
  expect(rotated.out.startsWith(`${id}_`)).toBe(true);
  expect(rotated.out).not.toBe(out);
  expect((await firebreak(['token', 'revoke', id.slice(3)])).code).toBe(0);
  expect((await firebreak(['token', 'list'])).out).toBe('');
  const gone = await firebreak(['token', 'revoke', id]);
  expect([gone.code, gone.talk.split('\n')[0]]).toEqual([2, `error: there is no token ${id}`]);
});

test.each([
  ['no scope', ['create']],
  ['a scope that does not exist', ['create', '--scope', 'write']],
  ['days that are none', ['create', '--scope', 'read', '--expires', '0']],
  ['no name', ['create', '--scope', 'read', '--name', '']],
])('%s is a mistake, exit code 2', async (_, args) => {
  expect((await firebreak(['token', ...args])).code).toBe(2);
});
