#!/usr/bin/env node
// Builds dist/: the server and the command line by tsc, the page and the page for reports by vite.
// Afterwards `npx firebreak` works in this checkout.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildReport } from './build-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['core', 'parsers', 'render', 'pipeline', 'api', 'server', 'cli'];
const cli = join(root, 'dist/cli/main.js');

/** Ends the build with what is wrong. */
function fail(message) {
  console.error(`build: ${message}`);
  process.exit(1);
}

/** Runs an installed tool; ends the build when it fails. */
function run(tool, ...args) {
  const path = join(root, 'node_modules/.bin', tool);
  if (!existsSync(path)) fail(`${tool} is not installed: run npm ci first`);
  const { status } = spawnSync(path, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail(`${tool} ${args.join(' ')} failed`);
}

/** Emits JavaScript and puts the files that are not code (rule packs, fonts) beside it. */
function buildServer() {
  for (const folder of sources) rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  run('tsc', '-p', 'tsconfig.server.json');
  for (const folder of sources) {
    if (!existsSync(join(root, folder))) continue;
    cpSync(join(root, folder), join(root, 'dist', folder), {
      recursive: true,
      filter: (path) => !/\.(ts|tsx|md)$/.test(path),
    });
  }
}

/**
 * Puts the command line with all that it imports into a few files, so that a command loads what it needs and no more: a
 * program of 170 small modules takes twice as long to start. The server, with its workers beside it, and the drawing of
 * pictures stay as they are and are loaded when needed.
 */
async function bundleCommand() {
  await build({
    root: join(root, 'dist'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: cli,
      outDir: join(root, 'dist/cli'),
      emptyOutDir: false,
      rolldownOptions: {
        external: /\/(?:server\/(?:main|auth\/folder|tickets\/local)|pipeline\/node-png)\.js$/,
        // Our modules do nothing when they are loaded: what a command does not use of them is left out.
        treeshake: {
          moduleSideEffects: (id) => !sources.some((folder) => id.startsWith(join(root, 'dist', folder, '/'))),
        },
        // Beside main.js: modules that look for files of theirs expect a folder of dist.
        output: { entryFileNames: 'main.js', chunkFileNames: 'chunk-[name].js' },
      },
    },
  });
  // It belonged to what tsc wrote.
  rmSync(`${cli}.map`, { force: true });
}

/**
 * Makes the package's own command callable. npm links the bins of dependencies only; for the package of the
 * checkout itself npx would install a copy of it first.
 */
function linkCommand() {
  if (!existsSync(cli)) fail('cli/main.ts gave no dist/cli/main.js');
  if (!readFileSync(cli, 'utf8').startsWith('#!/usr/bin/env node\n'))
    fail('cli/main.ts must start with a shebang line');
  chmodSync(cli, 0o755);
  const bin = join(root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, 'firebreak'), { force: true });
  symlinkSync('../../dist/cli/main.js', join(bin, 'firebreak'));
}

buildServer();
await bundleCommand();
// The page holds the page for reports, to write one without a server.
const fault = await buildReport(root);
if (fault !== null) fail(fault);
run('vite', 'build', '--config', 'client/vite.config.ts', '--logLevel', 'warn', 'client');
linkCommand();
