#!/usr/bin/env node
// `npm run fuzz -- [--seed N] [--count N] [--seconds N] [--first N] [--keep DIR]`: reads damaged fixtures and looks for
// exceptions, hangs, memory without bound and wrong sums. `--keep DIR` keeps the inputs of findings; `--first N --count 1`
// tries one again, as long as the fixtures are the same.
import { parseArgs } from 'node:util';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '300' },
    first: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
});

const seed = Number(values.seed);
const result = await fuzz({
  seed,
  count: Number(values.count),
  first: Number(values.first),
  seconds: Number(values.seconds),
  slowMilliseconds: 3000,
  hangSeconds: 30,
  maxResidentBytes: 1_200_000_000,
  keep: values.keep ?? null,
});

const { tried, outcomes, findings, slowest, milliseconds } = result;
for (const { index, seedling, what } of findings) {
  console.log(`input ${index} (${seedling}): ${what.split('\n').slice(0, 4).join('\n  ')}`);
}
const common = [...outcomes].toSorted(([, a], [, b]) => b - a);
console.log(common.map(([outcome, times]) => `${String(times).padStart(7)}  ${outcome}`).join('\n'));
if (slowest !== null)
  console.log(
    `slowest: input ${slowest.index} (${slowest.seedling}), ${Math.round(slowest.cpuMilliseconds)} ms, ${slowest.bytes} bytes`,
  );
console.log(`fuzz: seed ${seed}, ${tried} inputs, ${(milliseconds / 1000).toFixed(1)} s, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
