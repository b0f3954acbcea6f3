#!/usr/bin/env node
// `npm run check`: format, lint, types, boundaries, dead code. Runs all of them and names those that failed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const steps = [
  ['format', 'node_modules/.bin/biome', 'format', '.'],
  ['lint', 'node_modules/.bin/oxlint', '--deny-warnings'],
  ['types', 'node_modules/.bin/tsc', '--noEmit'],
  ['types of the pure folders', 'node_modules/.bin/tsc', '-p', 'tsconfig.pure.json'],
  ['types of the page', 'node_modules/.bin/tsc', '-p', 'client/tsconfig.json'],
  ['types of the page tests', 'node_modules/.bin/tsc', '-p', 'client/tsconfig.test.json'],
  ['compiled WebAssembly', process.execPath, 'scripts/build-wasm.mjs', '--check'],
  ['boundaries', process.execPath, 'scripts/check-boundaries.mjs'],
  ['dead code', 'node_modules/.bin/knip', '--no-progress'],
];

const failed = [];
for (const [name, command, ...args] of steps) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) {
    console.log(`ok    ${name}`);
    continue;
  }
  failed.push(name);
  console.log(`FAIL  ${name}`);
  console.log([stdout, stderr, error?.message].filter(Boolean).join('\n').trimEnd());
}

if (failed.length > 0) {
  console.log(`check: ${failed.join(', ')} failed`);
  process.exit(1);
}
console.log(`check: all ${steps.length} steps passed`);
