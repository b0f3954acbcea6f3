import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  statSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The real command in real processes, built to a folder of its own. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'firebreak-cli-'));
const cli = join(folder, 'dist/cli/main.js');

beforeAll(() => {
  // Files elsewhere that do not compile are another test's matter; what is emitted decides here.
  const tsc = join(root, 'node_modules/.bin/tsc');
  spawnSync(tsc, ['-p', 'tsconfig.server.json', '--outDir', join(folder, 'dist'), '--sourceMap', 'false'], {
    cwd: root,
  });
  // What is no TypeScript lies beside it in the build too: the thread of the database.
  cpSync(join(root, 'server'), join(folder, 'dist/server'), {
    recursive: true,
    filter: (path) => !/\.(ts|md)$/.test(path),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  writeFileSync(join(folder, 'good.txt'), 'app;parse 400\napp;log 100\n');
  writeFileSync(join(folder, 'bad.txt'), 'app;parse 800\napp;log 300\n');
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function firebreak(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

describe('the firebreak process', () => {
  it('puts data on standard output and nothing else', () => {
    const { status, stdout, stderr } = firebreak(['diff', 'good.txt', 'bad.txt', '--json']);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ base: { total: 500 }, head: { total: 1100 } });
  });

  it('reads standard input', () => {
    const { stdout } = firebreak(['diff', '-', 'bad.txt', '--json'], 'app;parse 4\n');
    expect(JSON.parse(stdout)).toMatchObject({ base: { total: 4 } });
  });

  it('answers names on standard input, a line each', () => {
    const { stdout } = firebreak(['normalize', '--level', 'none'], 'a\nb\n');
    expect(stdout).toBe('a\ta\nb\tb\n');
  });

  it('fails with 2 and says why on standard error', () => {
    const { status, stdout, stderr } = firebreak(['diff', 'good.txt', 'nowhere.txt']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe('nowhere.txt: there is no such file\n');
  });

  it('writes a file whole or not at all', () => {
    expect(firebreak(['diff', 'good.txt', 'bad.txt', '-o', 'out.svg']).status).toBe(0);
    expect(firebreak(['diff', 'good.txt', 'bad.txt', '-o', 'none/out.svg'])).toMatchObject({ status: 2, stdout: '' });
    expect(readdirSync(folder).filter((name) => name.includes('out.svg'))).toEqual(['out.svg']);
  });

  it('writes to a device as it is, and through a link', () => {
    expect(firebreak(['convert', 'good.txt', '-o', '/dev/null'])).toMatchObject({ status: 0, stdout: '' });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    symlinkSync('target.txt', join(folder, 'link.txt'));
    writeFileSync(join(folder, 'target.txt'), 'old');
    firebreak(['convert', 'good.txt', '-o', 'link.txt']);
    expect(readFileSync(join(folder, 'target.txt'), 'utf8')).toBe('app;parse 400\napp;log 100\n');
    expect(firebreak(['convert', 'good.txt', '-o', '.'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('serves until it is interrupted', async () => {
    const env = { ...process.env, FIREBREAK_DATA: join(folder, 'data') };
    const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--host', '127.0.0.2'], { cwd: folder, env });
    const closed = new Promise((resolve) => child.on('close', resolve));
    const url = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+\n$/);
    expect((await fetch(url.trim())).status).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await closed).toBe(0);
  });

  it('serves nobody else without a token', () => {
    const { status, stderr } = firebreak(['serve', '--host', '0.0.0.0'], '', { FIREBREAK_DATA: join(folder, 'data') });
    expect(status).toBe(2);
    expect(stderr).toContain('0.0.0.0');
  });

  it('is quiet when a reader closes the pipe', async () => {
    const names = Array.from({ length: 200_000 }, (_, i) => `function_${i}\n`).join('');
    const child = spawn(process.execPath, [cli, 'normalize', '--level', 'none'], { cwd: folder });
    let complaints = '';
    child.stderr.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
    child.stdin.on('error', () => {});
    child.stdin.end(names);
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, complaints]).toEqual([0, '']);
  });
});
