import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const made: string[] = [];

/** A small project with these files, and what the check says about it. */
function check(files: Record<string, string>): { ok: boolean; said: string } {
  const root = mkdtempSync(join(tmpdir(), 'firebreak-boundaries-'));
  made.push(root);
  copyFileSync(join(home, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, 'scripts/check-boundaries.mjs'), root], {
    encoding: 'utf8',
  });
  return { ok: status === 0, said: stdout + stderr };
}

afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
});

const leaf = 'export const one = 1;\n';
const use = (path: string) => `import { one } from '${path}';\nexport const two = one + 1;\n`;

test('lets imports through that go the right way', () => {
  const { ok, said } = check({
    'core/model/a.ts': leaf,
    'parsers/b.ts': use('../core/model/a.ts'),
    'pipeline/c.ts': use('../parsers/b.ts').replace('one', 'two as one'),
    'server/d.ts': `import express from 'express';\nimport { two } from '../pipeline/c.ts';\nexport const app = [express, two];\n`,
    'client/page.tsx': `import type { app } from '../server/d.ts';\nimport { one } from '../core/model/a.ts';\nexport const Page = (_: { app: typeof app }) => <b>{one}</b>;\n`,
  });
  expect(said).toContain('5 files read');
  expect(ok).toBe(true);
});

test.each([
  ['core-imports', { 'core/a.ts': use('../parsers/b.ts'), 'parsers/b.ts': leaf }],
  ['parsers-imports', { 'parsers/a.ts': use('../core/diff/b.ts'), 'core/diff/b.ts': leaf }],
  ['render-imports', { 'render/a.ts': use('../parsers/b.ts'), 'parsers/b.ts': leaf }],
  ['pipeline-imports', { 'pipeline/a.ts': use('../server/b.ts'), 'server/b.ts': leaf }],
  ['server-imports', { 'server/a.ts': use('../parsers/b.ts'), 'parsers/b.ts': leaf }],
  ['cli-imports', { 'cli/a.ts': use('../server/b.ts'), 'server/b.ts': leaf }],
  ['client-imports', { 'client/a.tsx': use('../pipeline/b.ts'), 'pipeline/b.ts': leaf }],
  ['client-worker-imports', { 'client/worker/a.ts': use('../../server/b.ts'), 'server/b.ts': leaf }],
  ['core-packages', { 'core/a.ts': `import express from 'express';\nexport const app = express;\n` }],
  [
    'runs-in-a-browser',
    { 'pipeline/a.ts': `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n` },
  ],
  ['no-test-in-product', { 'server/a.ts': use('./b.test.ts'), 'server/b.test.ts': leaf }],
  ['no-dev-package-in-product', { 'server/a.ts': `import fc from 'fast-check';\nexport const check = fc;\n` }],
  ['no-undeclared-package', { 'server/a.ts': `import d3 from 'd3-array';\nexport const array = d3;\n` }],
  ['no-cycles', { 'core/a.ts': use('./b.ts'), 'core/b.ts': `export { two as one } from './a.ts';\n` }],
  ['no-unresolved', { 'core/a.ts': use('./gone.ts') }],
  ['no-orphans', { 'core/a.ts': leaf }],
])('%s', (rule, files) => {
  const { ok, said } = check(files);
  expect(said).toContain(rule);
  expect(ok).toBe(false);
});

test('allows one file to touch d3-flame-graph, not two', () => {
  const chart = `import chart from 'd3-flame-graph';\nexport const one = chart;\n`;
  const { ok, said } = check({ 'client/a.ts': chart, 'client/b.ts': chart });
  expect(said).toContain('imported by more than one file: client/a.ts, client/b.ts');
  expect(ok).toBe(false);
});
