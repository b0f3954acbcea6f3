#!/usr/bin/env node
// `npm test`: all vitest tests, then the conformance run, then one line that sums up both.
// With arguments (`npm test -- core/diff`) only vitest runs, with these arguments.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'firebreak-test-'));
const report = join(scratch, 'vitest.json');
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs a tool, shows what it prints as it comes, and resolves to its exit code and its last line. */
function run(tool, args) {
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let tail = '';
    child.stdout.on('data', (bytes) => {
      process.stdout.write(bytes);
      tail = (tail + bytes).slice(-1000);
    });
    child.on('error', (error) => done({ code: 1, lastLine: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, lastLine: tail.trimEnd().split('\n').at(-1) ?? '' }));
  });
}

function add(passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

/** A run that ended badly without a failed test (a file that does not compile) counts as one failure. */
function addAtLeastOneFailure(code, failedBefore) {
  if (code !== 0 && totals.failed === failedBefore) totals.failed += 1;
}

async function vitest(args) {
  const { code } = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
    add(numPassedTests, numFailedTests, numPendingTests + numTodoTests);
  } catch (error) {
    console.error(`test: vitest left no report: ${error.message}`);
  }
  addAtLeastOneFailure(code, 0);
}

/** The conformance run closes with "N passed, N failed" and perhaps ", N skipped". */
async function conformance() {
  const failedBefore = totals.failed;
  const { code, lastLine } = await run('tsx', ['scripts/conformance/main.ts']);
  const counts = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/.exec(lastLine);
  if (counts) add(Number(counts[1]), Number(counts[2]), Number(counts[3] ?? 0));
  addAtLeastOneFailure(code, failedBefore);
}

const args = process.argv.slice(2);
await vitest(args);
if (args.length === 0) await conformance();
rmSync(scratch, { recursive: true, force: true });

const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`firebreak: ${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
