#!/usr/bin/env node
// Checks the import directions of .dependency-cruiser.cjs, and that dependency-cruiser really read every file:
// without a parser that it knows it reads none, finds nothing and passes.
// Usage: node scripts/check-boundaries.mjs [ROOT]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(process.argv[2] ?? home);
const folders = ['core', 'parsers', 'render', 'pipeline', 'server', 'cli', 'client'].filter((folder) =>
  existsSync(join(root, folder)),
);

/** Code files under the folders, relative to the root. */
function codeFiles() {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((path) => /\.tsx?$/.test(path)),
  );
}

/** Every module with its imports, and the broken rules. */
function cruise() {
  const { stdout, stderr } = spawnSync(
    join(home, 'node_modules/.bin/depcruise'),
    ['--config', join(home, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  try {
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`dependency-cruiser gave no result: ${stderr || stdout}`, { cause: error });
  }
}

const problems = [];
const { modules, summary } = cruise();

for (const { rule, from, to, cycle } of summary.violations) {
  const way = cycle ? cycle.map((step) => step.name).join(' -> ') : to;
  problems.push(`${rule.name}: ${from}${way === from ? '' : ` -> ${way}`}`);
}

const read = new Set(modules.map((module) => module.source));
const unread = codeFiles().filter((path) => !read.has(path));
if (unread.length > 0) problems.push(`${unread.length} files were not read, the first is ${unread[0]}`);

// d3-flame-graph changes what it is given and is hard to replace once it is spread: one file may touch it.
const touching = modules.filter((module) => module.dependencies.some(({ module: name }) => name === 'd3-flame-graph'));
if (touching.length > 1) {
  problems.push(
    `d3-flame-graph is imported by more than one file: ${touching.map((module) => module.source).join(', ')}`,
  );
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`boundaries: ${codeFiles().length} files read, no import leads the wrong way`);
