#!/usr/bin/env node
// Makes core/normalize/packs.generated.ts from the rule packs in core/normalize/packs/*.yml, so that core needs no files.
// With --check it writes nothing and fails when the file is stale.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

// Packs run in this order: how a symbol is written comes before what it means.
const ORDER =
  'symbol-syntax rust cpp go jvm node python linux-kernel libc threads innodb mariadb mysql postgresql'.split(' ');

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'core/normalize/packs.generated.ts');

/** The packs without their examples, which only tests need. */
function packs() {
  return ORDER.map((name) => {
    const { examples, ...pack } = parse(readFileSync(join(root, `core/normalize/packs/${name}.yml`), 'utf8'));
    if (pack.pack !== name || !Array.isArray(examples)) throw new Error(`${name}.yml is not the pack ${name}`);
    return pack;
  });
}

function formatted(code) {
  const biome = join(root, 'node_modules/.bin/biome');
  const run = spawnSync(biome, ['format', `--stdin-file-path=${target}`], { input: code, cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

const text = formatted(`// Made from packs/*.yml by scripts/build-packs.mjs. Edit those, then run it.
import type { RulePack } from './rule.ts';

export const BUILT_IN_PACKS: readonly RulePack[] = ${JSON.stringify(packs(), null, 2)};
`);

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('core/normalize/packs.generated.ts is stale: run node scripts/build-packs.mjs');
  process.exit(1);
}
