// What holds the checkout together and no type checker sees: the promises of package.json and of the documents.
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { VERSION } from '../core/version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (path: string) => readFileSync(join(root, path), 'utf8');

const names = z.record(z.string(), z.string());
const manifest = z
  .object({ version: z.string(), bin: names, scripts: names, dependencies: names, devDependencies: names })
  .parse(JSON.parse(text('package.json')));

const folders = [
  'core',
  'parsers',
  'render',
  'pipeline',
  'api',
  'server',
  'cli',
  'client',
  'fixtures',
  'integrations',
  'bench',
  'scripts',
  'docs',
];

test.each(folders)('%s says in five lines what may live there', (folder) => {
  const lines = text(`${folder}/README.md`).trimEnd().split('\n');
  expect(lines[0]).toBe(`# ${folder}`);
  expect(lines).toHaveLength(5);
});

test('every top folder is one of the known ones', () => {
  const found = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !['node_modules', 'dist', 'coverage'].includes(name));
  expect(found.toSorted()).toEqual(folders.toSorted());
});

describe('package.json', () => {
  test('has the version that the product says', () => expect(VERSION).toBe(manifest.version));

  test('names a command that is built and can be run', () => {
    for (const path of Object.values(manifest.bin)) {
      accessSync(join(root, path), constants.X_OK);
      expect(text(path).split('\n')[0]).toBe('#!/usr/bin/env node');
    }
  });

  test('npx finds the command in the checkout, and it knows its version', () => {
    const { stdout, status } = spawnSync('npx', ['--no', '--', 'firebreak', '--version'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout.trim()).toContain(manifest.version);
    expect(status).toBe(0);
  });

  test.each(Object.entries(manifest.scripts))('script %s runs files that exist', (_name, command) => {
    const files = command.match(/\b(?:scripts|bench)\/[\w./-]+/g) ?? [];
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('pins every package to one version', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('documents', () => {
  test('docs/dependencies.md names every package with its version', () => {
    const rows = [...text('docs/dependencies.md').matchAll(/^\| (\S+) \| (\d+\.\d+\.\d+) \|/gm)];
    const documented = rows.map(([, name, version]) => [name, version]);
    expect(documented).toEqual([...Object.entries(manifest.dependencies), ...Object.entries(manifest.devDependencies)]);
  });

  test('CHANGELOG.md has a section for this version', () => {
    expect(text('CHANGELOG.md')).toMatch(new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')} `, 'm'));
  });

  test.each(['README.md', 'CONTRIBUTING.md'])('%s names scripts and files that exist', (path) => {
    const scripts = [...text(path).matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const links = [...text(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});
