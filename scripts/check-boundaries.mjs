#!/usr/bin/env node
// Checks the import directions of .dependency-cruiser.cjs, and that dependency-cruiser really read every file:
// without a parser that it knows it reads none, finds nothing and passes.
// Usage: node scripts/check-boundaries.mjs [ROOT]
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const folders = ['core', 'parsers', 'render', 'pipeline', 'api', 'server', 'cli', 'client'].filter((folder) =>
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

/** Imports that bring types only, as `file specifier`. */
const typeOnly = new Set();

/**
 * dependency-cruiser 17 never tells swc that a .tsx file holds JSX, so it fails on the first tag, and does not
 * look whether an import is `import type`. It takes swc from the module cache, where this puts a parser that
 * goes by the name and notes the types.
 */
function teachParser() {
  const swc = require('@swc/core');
  const parse = swc.parseFileSync;
  swc.parseFileSync = (path, options) => {
    const tree = parse(path, { ...options, tsx: path.endsWith('.tsx') });
    const imports = tree.body.filter((one) => one.type === 'ImportDeclaration' || one.source);
    const values = new Set(imports.filter((one) => !one.typeOnly).map((one) => one.source.value));
    for (const { source } of imports) {
      if (!values.has(source.value)) typeOnly.add(`${relative(root, resolve(root, path))} ${source.value}`);
    }
    return tree;
  };
}

/** The page and the client of the API may know the contracts of the folders behind them, as types. */
function isContract({ rule, from, to }) {
  const found = modules.find((one) => one.source === from)?.dependencies.find((one) => one.resolved === to);
  return (
    ['client-imports', 'api-imports'].includes(rule.name) &&
    found !== undefined &&
    typeOnly.has(`${from} ${found.module}`)
  );
}

/** Every module with its imports, and the broken rules. */
async function cruiseFolders() {
  teachParser();
  const { cruise } = await import('dependency-cruiser');
  const { forbidden, options } = require('../.dependency-cruiser.cjs');
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  return output;
}

const problems = [];
const { modules, summary } = await cruiseFolders();

for (const violation of summary.violations) {
  if (isContract(violation)) continue;
  const { rule, from, to, cycle } = violation;
  const way = cycle ? cycle.map((step) => step.name).join(' -> ') : to;
  problems.push(`${rule.name}: ${from}${way === from ? '' : ` -> ${way}`}`);
}

const files = codeFiles();
const read = new Set(modules.map((module) => module.source));
const unread = files.filter((path) => !read.has(path));
if (unread.length > 0) problems.push(`${unread.length} files were not read, the first is ${unread[0]}`);

// d3-flame-graph changes what it is given and is hard to replace once it is spread: one file may touch it.
const touching = modules.filter((module) => module.dependencies.some((to) => to.module === 'd3-flame-graph'));
if (touching.length > 1) {
  const names = touching.map((module) => module.source).join(', ');
  problems.push(`d3-flame-graph is imported by more than one file: ${names}`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`boundaries: ${files.length} files read, no import leads the wrong way`);
